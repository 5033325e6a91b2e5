import Shared

/// What a check works on, wherever it lies.
struct Evidence: Sendable {
    static let manifestName = "manifest.jws"
    static let keysName = "jwks.json"
    static let factsName = "facts.json"

    /// Bytes of a text among it.
    static let maximumText = 32 << 20

    let manifest: String
    /// The key set that came with it.
    let keys: [UInt8]
    let facts: [UInt8]?
    /// The files that are there, by the digest of what they hold.
    let files: [ContentDigest: String]
}
