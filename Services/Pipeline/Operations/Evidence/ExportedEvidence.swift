package import Shared

/// What proves to others that the files of an export are those that the installation answers for.
package struct ExportedEvidence: Codable, Sendable {
    /// The signed manifest; nil where nothing is signed.
    package let manifest: String?
    /// The key set that it and the heads are checked with.
    package let keys: JSONValue?
    /// What was read of the documents, of which the manifest has the digest; nil where nothing was.
    package let facts: JSONValue?
    /// What the log of custody holds of it, with proofs; nil where no head was signed.
    package let custody: JSONValue?
    /// What is not among it, each in words for an operator.
    package let gaps: [String]
}
