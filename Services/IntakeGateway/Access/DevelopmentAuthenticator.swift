import Domain
import HTTPServer
import Shared
import Synchronization
import Telemetry

/// Treats every caller who names a loopback host as one tenant, for development without tokens. It ends as soon as a key
/// exists.
final class DevelopmentAuthenticator: Authenticator {
    /// The actor of every caller.
    static let actor = "development"
    /// How long an answer of the database about keys is valid.
    static let freshness = KeyAuthenticator.freshness

    private let origins: Set<String>
    private let hasKeys: @Sendable () async throws(StoreError) -> Bool
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let known = Mutex<(hasKeys: Bool, readAt: Timestamp)?>(nil)

    /// `origins` may call beside the gateway's own pages. `hasKeys` tells whether a valid key exists.
    init(
        origins: Set<String>, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        hasKeys: @escaping @Sendable () async throws(StoreError) -> Bool
    ) {
        (self.origins, self.hasKeys, self.logger, self.now) = (origins, hasKeys, logger, now)
    }

    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        try DevelopmentRequest(request).check(origins)
        guard try await !isOver() else {
            throw .unauthenticated(
                "Development mode has ended, for there is an API key: send it as “Authorization: Bearer KEY”, or revoke it (“docket keys list”)."
            )
        }
        // Whoever develops runs the installation as well.
        let permissions = Role.backend.permissions.union(Role.operator.permissions)
        return Principal(tenant: .standard, actor: Self.actor, permissions: permissions)
    }

    func isOver() async throws(Problem) -> Bool {
        let now = now()
        if let known = known.withLock({ $0 }), known.readAt.adding(Self.freshness) > now, known.readAt <= now {
            return known.hasKeys
        }
        do throws(StoreError) {
            let found = try await hasKeys()
            known.withLock { $0 = (found, now) }
            return found
        } catch {
            logger.warning("keys cannot be looked up", ["detail": .string(error.detail)])
            throw Problem(error)
        }
    }
}
