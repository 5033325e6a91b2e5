import Crypto
import HTTPServer
import Shared

/// The entity tag of a submission: its version, and a part of the answer's digest.
///
/// `If-Match` compares only the version, which every change of the submission increases. `If-None-Match` also compares
/// the digest: a preview or a new day changes the answer without a new version.
enum SubmissionTag {
    static func tag(version: Int, body: [UInt8]) -> ETag {
        ETag("v\(version)-\(Hex.encode(SHA256.hash(body).prefix(6)))")
    }

    /// The version of a tag such as `v7` or `v7-0123456789ab`; nil for another form.
    static func version(of tag: ETag) -> Int? {
        guard !tag.isWeak, tag.opaque.hasPrefix("v") else { return nil }
        let digits = tag.opaque.dropFirst().prefix { $0 != "-" }
        return digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }
}
