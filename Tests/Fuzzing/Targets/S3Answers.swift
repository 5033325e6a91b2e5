import Crypto
import HTTPClient
import XML

@testable import BlobStore

/// What an S3 server answers. What must hold: a tree is no deeper than it may be; sizes and numbers are those of a file's pieces;
/// what is listed is put together only of pieces that fit.
enum S3Answers: FuzzTarget {
    static func run(_ input: [UInt8]) {
        let failure = S3Failure(
            status: 500, headers: ["Date": String(decoding: input.prefix(64), as: UTF8.self)], body: input, now: 1_793_437_507)
        precondition(!failure.detail.isEmpty)
        guard let root = XMLElement(parsing: input) else { return }
        check(root, depth: 1)
        let page = S3Client.ListedPage(root)
        for object in page.objects { precondition(object.size >= 0, "nothing is shorter than empty") }
        let pieces = page.objects.compactMap { UploadPiece(name: $0.key) }
        for piece in pieces {
            precondition(UploadPiece(name: piece.name) == piece && piece.end - piece.start > 0)
            guard let chain = UploadPiece.chain(to: piece.end, mark: nil, of: pieces) else { continue }
            precondition(chain.first?.start == 0 && chain.last?.end == piece.end)
            precondition(zip(chain, chain.dropFirst()).allSatisfy { $0.end == $1.start && $0.after == $1.before })
            check(AssemblyPlan(sizes: chain.map { $0.end - $0.start }, whole: 8 << 20), of: chain)
        }
        for part in S3Client.parts(in: root) { precondition(part.size >= 0 && part.number > 0) }
        _ = S3Client.openUploads(in: root)
    }

    private static func check(_ plan: AssemblyPlan, of chain: [UploadPiece]) {
        let covered = plan.parts.flatMap { part in
            switch part {
            case .copied(let piece): piece..<piece + 1
            case .joined(let pieces): pieces
            }
        }
        precondition(covered.elementsEqual(chain.indices), "each piece is in the whole once, in order")
    }

    private static func check(_ element: XMLElement, depth: Int) {
        precondition(depth <= 16 && !element.name.isEmpty)
        for child in element.children { check(child, depth: depth + 1) }
    }

    static var seeds: [[UInt8]] {
        let mark = String(repeating: "0", count: 32)
        let first = UploadPiece.mark(ResumableSHA256())
        let list = """
            <?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>true</IsTruncated>
            <NextContinuationToken>a&amp;b&#x41;</NextContinuationToken>
            <Contents><Key>‹0›-‹10›-\(first)-\(mark)</Key><Size>‹10›</Size><ETag>"e"</ETag></Contents>
            <Contents><Key>‹10›-‹20›-\(mark)-\(mark)</Key><Size>‹6000000›</Size><LastModified>2026-11-22T00:59:30</LastModified>
            </Contents></ListBucketResult>
            """
        let parts = """
            <a:ListPartsResult><Part><PartNumber>‹1›</PartNumber><ETag>e</ETag><Size>‹5242880›</Size></Part>
            <Upload><Key>k</Key><UploadId>u</UploadId></Upload><!-- c --><![CDATA[<]]>&#‹65›;</a:ListPartsResult>
            """
        return [
            list, parts, "<Error><Code>SlowDown</Code><Message>wait</Message></Error>", "<a b='c' d=\"e\"/>",
            String(repeating: "<a>", count: 18), "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
        ].flatMap(HostileNumbers.seeds)
    }
}
