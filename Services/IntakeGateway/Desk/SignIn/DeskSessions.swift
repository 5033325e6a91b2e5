import Domain
import HTTPServer
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry

/// Believes the cookies of those who have signed in at the desk.
///
/// Nothing of a session is remembered here: one that was ended is refused from then on. Its key counts as it does by itself, so that
/// the session is over as soon as the key is.
struct DeskSessions: Sendable {
    let store: DeskSessionStore
    let keys: KeyAuthenticator
    let limits: DeskConfiguration
    let cookies: SessionCookies
    let links: Links
    /// Where nobody has to sign in.
    let development: DevelopmentAuthenticator?
    let safe: TokenSafe
    /// Nil where a key alone signs in.
    let renewal: SessionRenewal?
    let signIns: Counter
    let logger: Logger
    let now: @Sendable () -> Timestamp

    /// The session that a request came with, if it still counts.
    ///
    /// What is no use keeps none alive: what goes on by itself, such as a stream of events.
    ///
    /// Throws ``Problem``: `forbidden` for what no page of ours has sent, `unauthenticated` once its key is over.
    func session(of request: HTTPRequest, isUse: Bool) async throws(Problem) -> DeskSession? {
        guard let token = try cookies.token(.session, of: request), let found = try await stored(token) else { return nil }
        let now = now()
        guard found.isAlive(at: now, idle: limits.idle) else { return nil }
        try PageRequest(request, links: links).check()
        let session = try await vouched(found)
        if isUse, !request.isFollowing { await noteUse(session, at: now) }
        return session
    }

    /// What runs for it.
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

    /// The session, if whoever let its holder in would do so again.
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

    /// It is refused whether its row is gone or not.
    func end(_ session: DeskSession, because note: String) async {
        do throws(StoreError) {
            try await store.end(session, because: note)
        } catch {
            logger.notice("a session that is over was not removed", ["detail": .string(error.detail)])
        }
    }

    /// Often enough that nobody is sent away who was there a moment ago. Whether it can be noted or not, they are let in.
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
    /// Those that are known here.
    var knownRoles: [Role] { roles.compactMap(Role.init(rawValue:)) }

    var permissions: Set<Permission> { knownRoles.reduce(into: []) { $0.formUnion($1.permissions) } }
}

extension HTTPRequest {
    /// Whether a browser sends it by itself, to go on listening.
    fileprivate var isFollowing: Bool { headers["accept"]?.hasBytes(atStart: "text/event-stream") ?? false }
}
