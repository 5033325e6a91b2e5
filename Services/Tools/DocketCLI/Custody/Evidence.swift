import Shared

/// What a check works on, wherever it lies.
struct Evidence: Sendable {
    static let manifestName = "manifest.jws"
    static let keysName = "jwks.json"
    static let factsName = "facts.json"
    /// What the log of custody holds of the submission, with proofs.
    static let custodyName = "custody.json"
    /// What the tables say of it, which nothing proves.
    static let exportName = "export.json"

    /// Bytes of a text among it.
    static let maximumText = 128 << 20

    /// Nil where an export was written without.
    let manifest: String?
    /// The key set that came with it; nil where nothing was signed.
    let keys: [UInt8]?
    let facts: [UInt8]?
    var custody: [UInt8]?
    /// Whether `docket export` has written it, so that the log's part is looked for.
    var isExport = false
    /// The files that are there, by the digest of what they hold.
    let files: [ContentDigest: String]
}
