public import Crypto
public import Shared

/// Wraps the tenants' keys under the keys of the installation. These keys never leave the provider.
public protocol KeyProvider: Sendable {
    /// Wraps the key of a tenant under the current one. The result cannot be passed off as one of another tenant.
    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey

    /// - Throws: `unknownKey` if the named key is not there, or has not wrapped this for this tenant; `unavailable` if the
    ///   provider does not answer, or refuses to, with advice.
    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes

    /// Wraps a key anew under the current one. Nil if that one has wrapped it.
    ///
    /// - Throws: As `unwrap` does.
    func rewrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> WrappedKey?

    /// Whether a key of this name would be one of this provider.
    func owns(_ name: String) -> Bool

    /// Checks that it wraps and unwraps now.
    func check() async throws(SealingError)
}

extension KeyProvider {
    public func rewrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> WrappedKey? {
        let new = try await wrap(try await unwrap(wrapped, of: tenant), of: tenant)
        return new.by.utf8.elementsEqual(wrapped.by.utf8) ? nil : new
    }

    public func check() async throws(SealingError) {
        let key = SecretBytes.random(AES256GCM.keyLength)
        let back = try await unwrap(try await wrap(key, of: .ofCheck), of: .ofCheck)
        guard back.isSame(as: key) else { throw SealingError(.unknownKey, "a wrapped key comes back as another one") }
    }
}

extension TenantID {
    /// The tenant whose keys are wrapped to see whether a provider works. They are kept nowhere.
    static var ofCheck: TenantID { "docket-check" }
}

/// A key that only a provider can unwrap.
public struct WrappedKey: Sendable, Hashable {
    /// The name, with its version, of the key that has wrapped it. It also tells the provider: ``KeyProvider/owns(_:)``.
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

    /// The same, and nil only if that is true now: `key(of:tenant:)` may return an absence that was cached.
    func currentKey(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey?

    /// The key that a submission has, whether or not it is sealed by now: a run that seals its files makes copies by it before
    /// anybody reads them. Nil if there is none.
    func recordedKey(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey?

    /// Whether a sealed submission may still have files in the clear, because it was not sealed from its beginning.
    func mayBeClear(_ submission: SubmissionID) async throws(SealingError) -> Bool

    /// Checks for readiness whether this process can get keys. Cached keys do not count.
    ///
    /// - Throws: `unknownKey`, with advice, if the newest key was wrapped by a key that this process does not have.
    func check() async throws(SealingError)
}
