import Crypto
import Shared

@testable import HTTPServer
@testable import IntakeGateway

/// What the requests of tus and of the IETF's drafts say. What must hold: numbers of bytes are such, and each is one that can be
/// added to any other of them; what was understood of tus' metadata is what the client is told again.
enum UploadRequests: FuzzTarget {
    static func run(_ input: [UInt8]) {
        for request in HostileRequests.requests(in: input) {
            let dialect = UploadModel.dialect(of: request)
            do throws(Problem) {
                if request.method == .patch {
                    let append = try dialect.append(request)
                    check(append.offset, append.length, append.content.length)
                } else if request.method == .post {
                    let creation = try dialect.creation(request, document: nil)
                    precondition(creation.document != nil, "an upload belongs to a document")
                    check(creation.length, creation.declaration.size, creation.content?.length)
                    if case .joined(let parts) = creation.concatenation {
                        precondition((1...Tus.maximumParts).contains(parts.count) && Set(parts).count == parts.count)
                        precondition(creation.length == nil && creation.content == nil)
                    }
                    for digest in creation.expectedDigests { precondition(digest.bytes.count == digest.algorithm.length) }
                    let kept = ExpectedDigest.kept(creation.expectedDigests)
                    precondition(Set(ExpectedDigest.all(kept: kept)).isSubset(of: creation.expectedDigests))
                } else {
                    try dialect.check(request)
                }
            } catch {
                precondition(dialect.refused(error).isOfTheRequest)
            }
        }
    }

    /// No field holds more than 18 digits, so that two of them have a sum.
    private static func check(_ numbers: Int?...) {
        for number in numbers.compactMap({ $0 }) { precondition((0..<1_000_000_000_000_000_000).contains(number)) }
    }

    static var seeds: [[UInt8]] {
        let part = UploadModel.document.description
        return UploadSequences.templates.flatMap(HostileNumbers.seeds)
            + [
                "POST /v1/uploads\nTus-Resumable: 1.0.0\nUpload-Concat: final;/v1/uploads/\(part) https://a/v1/uploads/\(part)\n",
                "POST /v1/uploads\nTus-Resumable: 1.0.0\nUpload-Length: 0\nUpload-Metadata: document \(part),filename YS5qcGc=,is\n",
                "PATCH /\nTus-Resumable: 1.0.0\nContent-Type: application/offset+octet-stream\nUpload-Offset: 0\n"
                    + "Upload-Checksum: sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=\n",
                "POST /?document=\(part)\nUpload-Complete: ?1;a=b\nRepr-Digest: sha-256=:AAAA:, sha-512=:;x\n"
                    + "Content-Disposition: attachment; filename*=UTF-8''a.jpg\n",
            ].map { Array($0.utf8) }
    }
}
