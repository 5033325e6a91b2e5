public import Crypto
public import Shared

/// Who has the keys of the installation, under which the tenants' keys are wrapped. None of them ever leaves him.
public protocol KeyProvider: Sendable {
    /// The name of the key that wraps from now on.
    var current: String { get }

    /// Wraps a key under the current one. Nobody can pass it off for what belongs to another `context`.
    func wrap(_ key: SecretBytes, context: [UInt8]) async throws(SealingError) -> WrappedKey

    /// - Throws: `unknownKey` where the named key is not there, or is not the one that has wrapped this for this context.
    func unwrap(_ wrapped: WrappedKey, context: [UInt8]) async throws(SealingError) -> SecretBytes
}

/// A key that only a provider can use.
public struct WrappedKey: Sendable, Hashable {
    /// The name, with its version, of the provider's key that has wrapped it.
    public let by: String
    public let bytes: [UInt8]

    public init(by name: String, bytes: [UInt8]) {
        (by, self.bytes) = (name, bytes)
    }
}

/// Where the key of a submission is kept.
public protocol SubmissionKeySource: Sendable {
    /// Nil where the submission is not sealed, which the source alone decides: what lies in a store of files cannot.
    func key(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey?

    /// Whether keys can be had by what this process was given, for readiness. Opened ones that it has kept say nothing of that.
    ///
    /// - Throws: `unknownKey`, and what to do, where the newest key was wrapped by one that this process does not have.
    func check() async throws(SealingError)
}
