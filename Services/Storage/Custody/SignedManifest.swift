public import Crypto
public import Shared

/// Every file of a submission with its digest, as the installation answers for it: JSON in the form of RFC 8785, signed by RFC 7515.
public enum SignedManifest {
    /// Its type, the end of `application/docket-manifest+jws`.
    public static let type = "docket-manifest+jws"
    public static let mediaType = "application/docket-manifest+jws"

    /// Signs what the API gives as JSON. Of what was read of the documents, only the digest is told.
    public static func sign(
        _ manifest: [String: JSONValue], facts: JSONValue?, at time: Timestamp, with key: SigningKey
    ) throws(CryptoError) -> String {
        var members = manifest
        members["signedAt"] = .string(time.description)
        if let facts {
            members["factsDigest"] = .string(ContentDigest(of: JSONCanonicalization.bytes(of: facts)).description)
        }
        return try SignedDocument.sign(JSONCanonicalization.bytes(of: .object(members)), type: type, with: key)
    }
}
