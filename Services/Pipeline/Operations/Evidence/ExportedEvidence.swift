package import Shared

/// Evidence that the files of an export are the installation's.
package struct ExportedEvidence: Codable, Sendable {
    /// The signed manifest; nil if nothing is signed.
    package let manifest: String?
    /// The key set for the manifest and the heads.
    package let keys: JSONValue?
    /// The values read from the documents, whose digest the manifest has; nil if there are none.
    package let facts: JSONValue?
    /// The submission's leaves in the custody log, with proofs; nil before the first signed head.
    package let custody: JSONValue?
    /// Missing parts, each in words for an operator.
    package let gaps: [String]
}
