import Domain
import HTTPServer
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// Verifies the session cookies of the desk.
///
/// Sessions are not cached: an ended one is refused at once. A session that a key has opened ends together with the key.
struct DeskSessions: Sendable {
    let store: DeskSessionStore
    let keys: KeyAuthenticator
    let limits: DeskConfiguration
    let cookies: SessionCookies
    let links: Links
    /// Set for development, where nobody has to sign in.
    let development: DevelopmentAuthenticator?
    let safe: TokenSafe
    /// Nil if people sign in with a key only.
    let renewal: SessionRenewal?
    let signIns: Counter
    let logger: Logger
    let now: @Sendable () -> Timestamp

    /// The valid session of a request.
    ///
    /// `isUse`: the request counts as a use, which keeps the session alive. Requests that repeat by themselves, such as a
    /// stream of events, never do.
    ///
    /// Throws ``Problem``: `forbidden` for a request of another site's page, `unauthenticated` once its key has ended.
    func session(of request: HTTPRequest, isUse: Bool) async throws(Problem) -> DeskSession? {
        guard let token = try cookies.token(.session, of: request), let found = try await stored(token) else { return nil }
        let now = now()
        guard found.isAlive(at: now, idle: limits.idle) else { return nil }
        try PageRequest(request, links: links).check()
        let session = try await vouched(found)
        if isUse, !request.isFollowing { await noteUse(session, at: now) }
        return session
    }

    /// Its background components.
    var components: [any ServiceComponent] { (renewal?.issuer.keys).map { [$0] } ?? [] }

    func principal(of session: DeskSession) throws(Problem) -> Principal {
        guard let tenant = session.tenant else {
            throw Problem(.forbidden, detail: "Your sign-in belongs to no tenant, and this is about one.")
        }
        return Principal(tenant: tenant, actor: session.actor, permissions: session.permissions, expiresAt: session.endsAt)
    }

    private func stored(_ token: OpaqueToken) async throws(Problem) -> DeskSession? {
        do throws(StoreError) {
            return try await store.session(token)
        } catch {
            logger.warning("sessions cannot be looked up", ["detail": .string(error.detail)])
            throw Problem(error)
        }
    }

    /// The session, if the key or the issuer still vouches for its holder.
    private func vouched(_ session: DeskSession) async throws(Problem) -> DeskSession {
        switch session.means {
        case .key:
            do throws(Problem) {
                _ = try await keys.active(session.key ?? "")
                return session
            } catch {
                if error.status == 401 { await end(session, because: "key") }
                throw error
            }
        case .openid: return try await renewed(session)
        }
    }

    private func renewed(_ session: DeskSession) async throws(Problem) -> DeskSession {
        do {
            switch try await renewal?.outcome(of: session) ?? .over("no issuer") {
            case .vouched(let session): return session
            case .over(let why):
                await end(session, because: why)
                throw Problem.sessionOver
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            logger.warning("a session cannot be renewed", ["error": .string("\(error)")])
            throw .unavailable
        }
    }

    /// Ends a session. It is refused even if its row cannot be removed.
    func end(_ session: DeskSession, because note: String) async {
        do throws(StoreError) {
            try await store.end(session, because: note)
        } catch {
            logger.notice("a session that is over was not removed", ["detail": .string(error.detail)])
        }
    }

    /// Notes the use of a session, often enough that an active one does not expire. A failure is only logged: the request
    /// goes on.
    private func noteUse(_ session: DeskSession, at now: Timestamp) async {
        let pause = min(.seconds(60), limits.idle / 10)
        guard session.usedAt.adding(pause) <= now else { return }
        do throws(StoreError) {
            try await store.noteUse(of: session.prefix)
        } catch {
            logger.notice("the use of a session is not noted", ["detail": .string(error.detail)])
        }
    }
}

extension DeskSession {
    /// The session's roles that this version knows.
    var knownRoles: [Role] { roles.compactMap(Role.init(rawValue:)) }

    var permissions: Set<Permission> { knownRoles.reduce(into: []) { $0.formUnion($1.permissions) } }
}

extension HTTPRequest {
    /// Whether a browser sends the request by itself, to follow events.
    fileprivate var isFollowing: Bool { headers["accept"]?.hasBytes(atStart: "text/event-stream") ?? false }
}
