import Domain
import HTTPServer
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Accepts keys that operators made for back ends (`docket keys`).
///
/// The database's answer about a key is cached for five seconds: a revoked key may work that much longer.
final class KeyAuthenticator: Sendable {
    static let freshness = Duration.seconds(5)
    /// The maximum of cached prefixes, including unknown ones.
    private static let capacity = 10_000

    private struct Known {
        /// Nil for an unknown prefix.
        let key: APIKey?
        let digest: [UInt8]
        let readAt: Timestamp

        /// Compared also where there is no key: guessing prefixes takes as long as guessing secrets.
        func key(of token: OpaqueToken) -> APIKey? { token.matches(digest) ? key : nil }
    }

    private let store: APIKeyStore
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let known = Mutex<[String: Known]>([:])

    init(_ store: APIKeyStore, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
        (self.store, self.logger, self.now) = (store, logger, now)
    }

    func principal(of token: OpaqueToken) async throws(Problem) -> Principal {
        let key = try await key(of: token)
        return Principal(
            tenant: key.tenant, actor: key.actor, permissions: key.role.permissions, expiresAt: key.expiresAt)
    }

    /// The key of this secret, if it is valid.
    func key(of token: OpaqueToken) async throws(Problem) -> APIKey {
        let (entry, isFresh) = try await entry(token.prefix)
        guard let key = entry.key(of: token) else {
            throw .unauthenticated("This key is not known here. Check it, or ask for a new one.")
        }
        try check(key)
        if isFresh { await noteUse(key) }
        return key
    }

    /// The key of this prefix, if it is still valid. The caller has shown its secret before.
    func active(_ prefix: String) async throws(Problem) -> APIKey {
        let (entry, isFresh) = try await entry(prefix)
        guard let key = entry.key else { throw .unauthenticated("The key that you signed in with is gone. Use another one.") }
        try check(key)
        if isFresh { await noteUse(key) }
        return key
    }

    /// The key of this secret where it is over; nil for one that is valid, and for a secret that is none of ours.
    func ended(_ token: OpaqueToken) async -> APIKey? {
        guard let (entry, _) = try? await entry(token.prefix), let key = entry.key(of: token), key.status(at: now()) != .active
        else { return nil }
        return key
    }

    private func check(_ key: APIKey) throws(Problem) {
        switch key.status(at: now()) {
        case .active: break
        case .revoked: throw .unauthenticated("This key was revoked. Use another one.")
        case .expired: throw .unauthenticated("This key has expired. Use another one.")
        }
    }

    private func entry(_ prefix: String) async throws(Problem) -> (entry: Known, isFresh: Bool) {
        let now = now()
        if let entry = known.withLock({ $0[prefix] }), entry.readAt.adding(Self.freshness) > now, entry.readAt <= now {
            return (entry, false)
        }
        do throws(StoreError) {
            let found = try await store.key(prefix)
            let entry = Known(key: found?.key, digest: found?.digest ?? [UInt8](repeating: 0, count: 32), readAt: now)
            known.withLock { known in
                if known.count >= Self.capacity { known.removeAll() }
                known[prefix] = entry
            }
            return (entry, true)
        } catch {
            logger.warning("keys cannot be looked up", ["detail": .string(error.detail)])
            throw Problem(error)
        }
    }

    /// A failure to record the use does not deny access.
    private func noteUse(_ key: APIKey) async {
        do throws(StoreError) {
            try await store.noteUse(of: key.prefix)
        } catch {
            logger.notice("the use of a key is not noted", ["key": .string(key.prefix), "detail": .string(error.detail)])
        }
    }
}

extension APIKey {
    /// The name in the audit trail.
    var actor: String { "key:\(prefix)" }
}
