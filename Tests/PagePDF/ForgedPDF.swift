import Crypto
import Shared
import Testing

/// A file of somebody who knows how such files are made: whatever was altered in it, its table tells where its objects lie, and its
/// digest is that of what it holds now.
struct ForgedPDF {
    private var body: [UInt8]
    /// Where each object begins.
    private var offsets: [Int]

    /// Of a file as the writer has written it.
    init(_ pdf: [UInt8]) throws {
        let lines = String(decoding: pdf.suffix(24), as: UTF8.self).split(separator: "\n")
        let start = try #require(lines.dropLast().last.flatMap { Int($0) })
        body = Array(pdf[..<start])
        let table = String(decoding: pdf[start...], as: UTF8.self).split(separator: "\n")
        offsets = table.dropFirst(3).prefix { $0.hasSuffix(" n ") }.compactMap { Int($0.prefix(10)) }
    }

    /// Puts other words in the place of those that come first.
    ///
    /// - Returns: Where they lie.
    @discardableResult
    mutating func replace(_ words: String, by others: String) throws -> Int {
        let range = try #require(body.firstRange(of: Array(words.utf8)))
        body.replaceSubrange(range, with: Array(others.utf8))
        let difference = others.utf8.count - range.count
        offsets = offsets.map { $0 > range.lowerBound ? $0 + difference : $0 }
        return range.lowerBound
    }

    var bytes: [UInt8] {
        let entries = offsets.map { offset in
            String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
        }
        let identifier = Hex.encode(Digest.hash(body).prefix(16))
        let table =
            "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n" + entries.joined()
            + "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R/ID[<\(identifier)><\(identifier)>]>>\n"
            + "startxref\n\(body.count)\n%%EOF\n"
        return body + table.utf8
    }
}
