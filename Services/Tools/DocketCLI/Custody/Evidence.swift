import Shared

/// The evidence for a check, from any source.
struct Evidence: Sendable {
    static let manifestName = "manifest.jws"
    static let keysName = "jwks.json"
    static let factsName = "facts.json"
    /// The submission's part of the custody log, with proofs.
    static let custodyName = "custody.json"
    /// The submission's rows, which nothing proves.
    static let exportName = "export.json"

    /// The most bytes of a text.
    static let maximumText = 128 << 20

    /// Nil if an export was written without one.
    let manifest: String?
    /// The key set beside the evidence; nil if nothing was signed.
    let keys: [UInt8]?
    let facts: [UInt8]?
    var custody: [UInt8]?
    /// Whether it should have the log's part: an export has it, and so has what a gateway gives to an auditor.
    var isCustodyExpected = false
    /// Whether it has an `export.json`: a missing part of the log is a missing part then.
    var isExport = false
    /// The existing files by the digests of their contents.
    let files: [ContentDigest: String]
    /// Whether it is a manifest without anything that it names.
    var isManifestAlone = false
    /// Why files cannot be read where they should be, by their links.
    var faults: [String: String] = [:]
}
