import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `/desk/sign-in` and `/desk/signed-in`: redirects to the issuer and back.
struct OpenIDHandlers: Sendable {
    let gateway: GatewayServices

    /// How long a person may take at the issuer.
    static let lifetime = Duration.seconds(600)

    private var desk: DeskSessions { gateway.desk }

    /// `?return=/desk/…`
    func begin(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await DeskHandlers(gateway: gateway).answering(request) {
            guard let issuer = desk.renewal?.issuer else {
                throw Problem(
                    .notFound,
                    detail: "Nobody signs in by OpenID Connect here: DOCKET_DESK_ISSUER is not set. Sign in with a key.")
            }
            let place = request.query.values(for: "return")
            let path = (place.count == 1 ? ReturnPath(place[0]) : nil) ?? .desk
            let token = OpaqueToken(.signIn)
            return try await telling(request) {
                let url = try await issuer.signInURL(SignInSecrets(token), returningTo: try callback(request))
                try await desk.store.beginSignIn(token, returningTo: path.text, lasting: Self.lifetime)
                return redirect(url, cookies: [desk.cookies.setting(signIn: token, lifetime: Self.lifetime)])
            }
        }
    }

    /// `?code=…&state=…`, or `?error=…&state=…`
    func finish(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await DeskHandlers(gateway: gateway).answering(request) {
            try await telling(request) {
                let (path, identity, answer) = try await identity(request)
                let (session, secret) = try await open(identity, answer, request)
                DeskHandlers(gateway: gateway).note("somebody signed in at the desk", session, request)
                desk.signIns.series(["openid", "signed-in"]).increment()
                return redirect(
                    gateway.links.base + path.text,
                    cookies: [desk.cookies.setting(session: secret), desk.cookies.endingSignIn])
            }
        }
    }

    /// The identity of the person who returns from the issuer, and the page to go on with.
    private func identity(_ request: HTTPRequest) async throws -> (ReturnPath, DeskIdentity, TokenAnswer) {
        guard let issuer = desk.renewal?.issuer else { throw SignInFailure(.issuer, "DOCKET_DESK_ISSUER is not set") }
        // Whatever comes of it: it was begun once, and is used once.
        guard let token = try? desk.cookies.token(.signIn, of: request), let path = try await desk.store.endSignIn(token) else {
            throw SignInFailure(.expired, "this browser has begun no sign-in, or too long ago")
        }
        let secrets = SignInSecrets(token)
        let code = try AuthorizationAnswer.code(
            in: request.query, for: secrets, issuer: issuer.configuration.issuer,
            namesItself: try await issuer.directory.metadata().namesItself)
        let answer = try await issuer.tokens(forCode: code, secrets, returnedTo: try callback(request))
        guard let idToken = answer.idToken else { throw SignInFailure(.issuer, "the issuer gave no identity token") }
        return (ReturnPath(path) ?? .desk, try await issuer.identity(idToken, nonce: secrets.nonce), answer)
    }

    private func open(
        _ identity: DeskIdentity, _ answer: TokenAnswer, _ request: HTTPRequest
    ) async throws -> (DeskSession, OpaqueToken) {
        let (now, secret) = (gateway.now(), OpaqueToken(.session))
        let kept = KeptTokens(id: answer.idToken, refresh: answer.refreshToken)
        let tokens = DeskTokens(
            sealed: try await desk.safe.seal(kept, for: secret.prefix),
            vouchedUntil: kept.refresh == nil ? nil : answer.vouchedUntil(from: now))
        let new = NewDeskSession(
            tenant: identity.tenant, actor: identity.actor, name: identity.name, roles: identity.roles.map(\.rawValue),
            means: .openid, endsAt: now.adding(desk.limits.lifetime), tokens: tokens)
        let session = try await desk.store.open(
            new, as: secret, replacing: try? desk.cookies.token(.session, of: request),
            by: AuditOrigin(actor: identity.actor, address: request.client?.text))
        return (session, secret)
    }

    // MARK: - How a browser is answered

    /// Shows the fault on the page in general words, and logs the details.
    private func telling(
        _ request: HTTPRequest, _ handle: @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        do {
            return try await handle()
        } catch let failure as SignInFailure {
            desk.signIns.series(["openid", failure.trouble.rawValue]).increment()
            gateway.logger.warning(
                "somebody was not signed in at the desk",
                [
                    "request_id": .string(request.id), "trouble": .string(failure.trouble.rawValue),
                    "detail": .string(failure.detail),
                ])
            return redirect(gateway.links.base + failure.trouble.path, cookies: [desk.cookies.endingSignIn])
        }
    }

    private func redirect(_ url: String, cookies: [String]) -> HTTPResponse {
        var answer = HTTPResponse(status: 302, headers: HTTPResponse.privateHeaders.merging(["Location": url]))
        for cookie in cookies { answer.headers.add("Set-Cookie", cookie) }
        return answer
    }

    /// The address to which the issuer redirects the browser.
    private func callback(_ request: HTTPRequest) throws(SignInFailure) -> String {
        let base = gateway.links.absolute(for: request).base
        guard !base.isEmpty else {
            throw SignInFailure(.issuer, "nobody knows by which host this gateway is reached: set DOCKET_PUBLIC_URL")
        }
        return "\(base)/desk/signed-in"
    }
}
