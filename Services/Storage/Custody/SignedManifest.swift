public import Crypto
public import Shared

/// The installation's statement on all files of a submission with their digests: JSON in the form of RFC 8785, signed by
/// RFC 7515.
public enum SignedManifest {
    /// The type, the end of `application/docket-manifest+jws`.
    public static let type = "docket-manifest+jws"
    public static let mediaType = "application/docket-manifest+jws"

    /// Signs the API's JSON. Of the values read from the documents it contains only the digest, and `stored`, which is that of what the
    /// tables have of them; nil if some of it cannot be opened.
    public static func sign(
        _ manifest: [String: JSONValue], facts: JSONValue?, stored: ContentDigest? = nil, at time: Timestamp, with key: any Signer
    ) async throws(CryptoError) -> String {
        var members = manifest
        members["signedAt"] = .string(time.description)
        if let facts {
            members["factsDigest"] = .string(ContentDigest(of: JSONCanonicalization.bytes(of: facts)).description)
        }
        if let stored { members[OutcomeRecord.factsInManifest] = .string(stored.description) }
        return try await SignedDocument.sign(JSONCanonicalization.bytes(of: .object(members)), type: type, with: key)
    }
}
