import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `/desk/session`: the signed-in person, signing in, and signing out.
struct DeskHandlers: Sendable {
    let gateway: GatewayServices

    var desk: DeskSessions { gateway.desk }

    func show(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await answering(request) {
            if let session = try await desk.session(of: request, isUse: false) {
                return .resource(DeskResource(session, idle: desk.limits.idle))
            }
            guard let development = desk.development, try await !development.isOver() else { throw whoAreYou }
            return .resource(DeskResource(development: try await development.authenticate(request)))
        }
    }

    /// `{"key": "dk_…"}`
    func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await answering(request) {
            try PageRequest(request, links: gateway.links).checkOrigin()
            // A form of another site can send text that reads like JSON, but not say that it is JSON.
            guard request.headers.contains("content-type") else { throw HTTPRequest.noJSON }
            var object = try await request.jsonObject()
            let text = object.requiredString("key", maximum: 100)
            try object.finish()
            guard let token = text.flatMap({ OpaqueToken($0) }), token.kind == .key else {
                throw Problem.unauthenticated("This is no key. It begins with “dk_”; check that all of it was copied.")
            }
            let key = try await desk.keys.key(of: token)
            guard key.role != .person else { throw Problem.forbidden("The key's role may do nothing at the desk.") }
            let end = gateway.now().adding(desk.limits.lifetime)
            let new = NewDeskSession(
                tenant: key.tenant, actor: key.actor, name: key.name ?? key.prefix, roles: [key.role.rawValue], means: .key,
                key: key.prefix, endsAt: key.expiresAt.map { min($0, end) } ?? end)
            let secret = OpaqueToken(.session)
            let session = try await desk.store.open(
                new, as: secret, replacing: try? desk.cookies.token(.session, of: request),
                by: AuditOrigin(actor: key.actor, address: request.client?.text))
            note("somebody signed in at the desk", session, request)
            desk.signIns.series(["key", "signed-in"]).increment()
            var answer = HTTPResponse.resource(DeskResource(session, idle: desk.limits.idle))
            answer.headers.add("Set-Cookie", desk.cookies.setting(session: secret))
            return answer
        }
    }

    func signOut(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await answering(request) {
            try PageRequest(request, links: gateway.links).checkOrigin()
            var address: String?
            if let token = try desk.cookies.token(.session, of: request) {
                try PageRequest(request, links: gateway.links).check()
                if let (session, sealed) = try await desk.store.end(token, from: request.client?.text) {
                    note("somebody signed out at the desk", session, request)
                    address = try await signOutURL(session, sealed, request)
                }
            }
            var answer = HTTPResponse.resource(SignedOutResource(signOutAt: address))
            answer.headers.add("Set-Cookie", desk.cookies.endingSession)
            return answer
        }
    }

    // MARK: - What each of them does

    /// The issuer's page that ends its own session, so that the next sign-in at this browser asks who the person is.
    private func signOutURL(_ session: DeskSession, _ sealed: [UInt8]?, _ request: HTTPRequest) async throws -> String? {
        guard let issuer = desk.renewal?.issuer, let sealed,
            let tokens = try await desk.safe.open(sealed, of: session.prefix)
        else { return nil }
        return await issuer.signOutURL(tokens, returningTo: "\(gateway.links.absolute(for: request).base)/desk")
    }

    func note(_ message: String, _ session: DeskSession, _ request: HTTPRequest) {
        gateway.logger.info(
            message,
            [
                "request_id": .string(request.id), "tenant": .string(session.tenant?.rawValue ?? "-"),
                "session": .string(session.prefix), "means": .string(session.means.rawValue),
            ])
    }

    /// The problem that tells a client how to sign in.
    private var whoAreYou: Problem {
        var problem = Problem.unauthenticated("You are not signed in at the desk. `signIn` says how to.")
        problem.extensions["signIn"] = ["openid": desk.renewal == nil ? .null : "/desk/sign-in", "key": true]
        return problem
    }

    /// Runs `body` within the limits of the client's address, and converts errors to problems.
    func answering(
        _ request: HTTPRequest, _ handle: @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await ErrorBoundary(logger: gateway.logger).run(request) {
            let ticket = try gateway.admission.enter(request)
            defer { withExtendedLifetime(ticket) {} }
            return try await handle()
        }
    }
}
