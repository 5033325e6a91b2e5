public import Crypto
public import Shared

/// Wraps the tenants' keys under the keys of the installation. These keys never leave the provider.
public protocol KeyProvider: Sendable {
    /// The name of the key that wraps from now on.
    var current: String { get }

    /// Wraps a key under the current one. The result cannot be passed off as one of another `context`.
    func wrap(_ key: SecretBytes, context: [UInt8]) async throws(SealingError) -> WrappedKey

    /// - Throws: `unknownKey` if the named key is not there, or has not wrapped this for this context.
    func unwrap(_ wrapped: WrappedKey, context: [UInt8]) async throws(SealingError) -> SecretBytes
}

/// A key that only a provider can unwrap.
public struct WrappedKey: Sendable, Hashable {
    /// The name, with its version, of the provider's key that has wrapped it.
    public let by: String
    public let bytes: [UInt8]

    public init(by name: String, bytes: [UInt8]) {
        (by, self.bytes) = (name, bytes)
    }
}

/// The source of submissions' keys.
public protocol SubmissionKeySource: Sendable {
    /// Nil if the submission is not sealed. Only the source decides that: the contents of a blob store cannot.
    func key(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey?

    /// Checks for readiness whether this process can get keys. Cached keys do not count.
    ///
    /// - Throws: `unknownKey`, with advice, if the newest key was wrapped by a key that this process does not have.
    func check() async throws(SealingError)
}
