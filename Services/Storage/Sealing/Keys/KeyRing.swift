import Crypto
import Shared

/// Several providers: one wraps, and each unwraps what it has wrapped. So an installation moves from one to another while it
/// runs.
struct KeyRing: KeyProvider {
    private let current: any KeyProvider
    private let others: [any KeyProvider]

    init(_ current: any KeyProvider, others: [any KeyProvider]) { (self.current, self.others) = (current, others) }

    func owns(_ name: String) -> Bool { current.owns(name) || others.contains { $0.owns(name) } }

    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey {
        try await current.wrap(key, of: tenant)
    }

    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes {
        guard let owner = current.owns(wrapped.by) ? current : others.first(where: { $0.owns(wrapped.by) }) else {
            throw SealingError(
                .unknownKey,
                "no provider of keys is configured for the key “\(wrapped.by)”; set \(KeyNames.variable(of: wrapped.by))")
        }
        return try await owner.unwrap(wrapped, of: tenant)
    }

    func rewrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> WrappedKey? {
        if current.owns(wrapped.by) { return try await current.rewrap(wrapped, of: tenant) }
        return try await current.wrap(try await unwrap(wrapped, of: tenant), of: tenant)
    }

    func check() async throws(SealingError) { try await current.check() }
}
