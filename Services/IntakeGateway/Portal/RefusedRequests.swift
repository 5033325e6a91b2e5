import Domain
import HTTPServer
import PostgresStore
import Shared
import Synchronization
import Telemetry

/// Counts what the tenants' own programs are refused, for their developers to see why something does not work. Persons, reviewers and
/// who comes by a link are no programs: nothing is noted of them.
///
/// What was counted is written every few seconds, and before it is read. A gateway that dies forgets what it had not written.
final class RefusedRequests: Sendable {
    /// Different ones that wait to be written; more are not counted.
    static let capacity = 2000
    static let interval = Duration.seconds(5)

    private let store: RefusedRequestStore
    private let keys: KeyAuthenticator
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let waiting = Mutex<[RefusedRequest: Int]>([:])

    init(
        _ store: RefusedRequestStore, keys: KeyAuthenticator, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.keys, self.logger, self.now) = (store, keys, logger, now)
    }

    /// Looks at who cannot come in. Only of a key that was revoked or has expired it is known whose program that is, for its secret is
    /// right; of all others nothing is noted.
    func watchingArrival<Comer>(
        _ request: HTTPRequest, _ endpoint: Endpoint, _ identify: () async throws(Problem) -> Comer
    ) async throws(Problem) -> Comer {
        do throws(Problem) {
            return try await identify()
        } catch {
            if error.status == 401, let header = request.headers["authorization"],
                let token = BearerToken(authorization: header).flatMap({ OpaqueToken($0.value) }), token.kind == .key,
                let key = await keys.ended(token)
            {
                note(error, Principal(tenant: key.tenant, actor: key.actor, permissions: key.role.permissions), endpoint)
            }
            throw error
        }
    }

    /// Looks at what a request ends with.
    func watching(
        _ principal: Principal, _ endpoint: Endpoint, _ handle: () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do {
            return try await handle()
        } catch {
            if let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem
                ?? (error as? StoreError).map({ Problem($0) })
            {
                note(problem, principal, endpoint)
            }
            throw error
        }
    }

    private func note(_ problem: Problem, _ principal: Principal, _ endpoint: Endpoint) {
        guard let request = Self.request(problem, principal, endpoint, at: now()) else { return }
        waiting.withLock { waiting in
            guard waiting[request] != nil || waiting.count < Self.capacity else { return }
            waiting[request, default: 0] = waiting[request, default: 0] + 1
        }
    }

    /// What is noted of it; nil for what is nothing of a tenant's program, and for a question before something is destroyed.
    static func request(
        _ problem: Problem, _ principal: Principal, _ endpoint: Endpoint, at now: Timestamp
    ) -> RefusedRequest? {
        guard principal.isTenant, problem.status >= 400, problem.status != 428 else { return nil }
        let minute = now.millisecondsSinceEpoch - now.millisecondsSinceEpoch % 60_000
        return RefusedRequest(
            tenant: principal.tenant, minute: Timestamp(millisecondsSinceEpoch: minute),
            actor: PortalLinkHandlers.key(of: principal).map { "key:\($0)" } ?? "token", operation: endpoint.id,
            status: problem.status, problem: problem.type.split(at: "/").last.map(String.init) ?? "about:blank")
    }

    /// The newest of a tenant, with those that this gateway has just counted.
    func latest(of tenant: TenantID, limit: Int) async throws(StoreError) -> [(request: RefusedRequest, count: Int)] {
        await flush()
        return try await store.requests(of: tenant, limit: limit)
    }

    /// Writes what waits; what cannot be written waits on.
    func flush() async {
        let counts = waiting.withLock { waiting in
            let counts = waiting
            waiting = [:]
            return counts
        }
        guard !counts.isEmpty else { return }
        do throws(StoreError) {
            try await store.add(counts)
        } catch {
            waiting.withLock { waiting in
                let room = max(0, Self.capacity - waiting.count)
                waiting.merge(counts.prefix(room).map { ($0.key, $0.value) }) { $0 + $1 }
            }
            logger.warning("refused requests wait to be counted", ["detail": .string(error.detail)])
        }
    }

    func purge(limit: Int) async throws(StoreError) -> Int { try await store.purge(limit: limit) }
}
