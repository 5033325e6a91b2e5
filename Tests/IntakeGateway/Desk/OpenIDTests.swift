import Domain
import EventLoop
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeGateway

/// Signing in at an issuer's page, against a server that others wrote.
@Suite(.timeLimit(.minutes(5)))
struct OpenIDTests {
    /// Where a browser stands: its cookies by name.
    fileprivate struct Browser {
        let gateway: GatewayUnderTest
        var cookies: [String: String] = [:]
        private static let host = "127.0.0.1:8080"

        mutating func send(
            _ method: String, _ path: String, headers: [(String, String)] = []
        ) async throws -> WireResponse {
            let field = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let answer = try await gateway.client.addressing(Self.host).send(
                method, path, headers: headers + (field.isEmpty ? [] : [("Cookie", field)]))
            for cookie in answer.cookies { cookies[cookie.name] = cookie.value.isEmpty ? nil : cookie.value }
            return answer
        }

        /// Goes to the issuer; returns its address.
        mutating func leave(to path: String = "/desk/queue?journey=identity") async throws -> String {
            let answer = try await send("GET", "/desk/sign-in?return=\(FormText.encoded(path))")
            guard answer.status == 302, let url = answer.headers["location"] else { throw UnexpectedAnswer(answer) }
            return url
        }

        mutating func comeBack(_ query: String) async throws -> String? {
            let answer = try await send("GET", "/desk/signed-in\(query)", headers: [("Sec-Fetch-Site", "cross-site")])
            #expect(answer.status == 302 && answer.headers["cache-control"] == "private, no-store")
            return answer.headers["location"]
        }

        mutating func signIn(as user: String, _ issuer: TestIssuer) async throws {
            let back = try await issuer.answer(try await leave(), as: user, by: gateway.client)
            #expect(try await comeBack(back)?.hasPrefix("/desk/queue") == true)
        }

        mutating func session() async throws -> TestJSON? {
            let answer = try await send("GET", "/desk/session", headers: [("Sec-Fetch-Site", "same-origin")])
            return answer.status == 200 ? try answer.json() : nil
        }

        mutating func signOut() async throws -> WireResponse {
            try await send("DELETE", "/desk/session", headers: [("Docket-Desk", "1"), ("Sec-Fetch-Site", "same-origin")])
        }
    }

    @Test func whoTheIssuerKnowsIsSignedInAndOut() async throws {
        try await TestIssuer.run { issuer in
            try await GatewayUnderTest.run(issuer.options()) { gateway in
                var browser = Browser(gateway: gateway)
                let url = try await browser.leave()
                #expect(url.hasPrefix("\(issuer.address)/oauth2/authorize?response_type=code&client_id=docket&"))
                #expect(
                    url.contains("code_challenge_method=S256")
                        && url.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fdesk%2Fsigned-in"))
                let back = try await issuer.answer(url, as: "mia", by: gateway.client)
                #expect(try await browser.comeBack(back) == "/desk/queue?journey=identity")
                #expect(browser.cookies.keys.sorted() == ["docket-desk"])
                let session = try #require(try await browser.session())
                #expect(session["name"]?.string == "Mia Kuhn" && session["actor"]?.string == "user:mia")
                #expect(session["tenant"]?.string == "acme" && session["role"]?.string == "reviewer")
                #expect(session["signedInBy"]?.string == "openid")
                #expect(try await browser.send("GET", "/v1/submissions").status == 200)
                #expect(try await browser.send("GET", "/v1/audit").status == 403)

                // Whoever has seen the way back cannot go it again, in this browser or in another.
                var old = browser
                #expect(try await old.comeBack(back) == "/desk?trouble=expired")
                var stranger = Browser(gateway: gateway)
                #expect(try await stranger.comeBack(back) == "/desk?trouble=expired")
                #expect(try await stranger.session() == nil)
                #expect(try await browser.session() != nil)

                let out = try await browser.signOut()
                let address = try #require(try out.json()["signOutAt"]?.string)
                #expect(address.hasPrefix("\(issuer.address)/oauth2/end_session?id_token_hint=eyJ"))
                #expect(address.hasSuffix("&client_id=docket&post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fdesk"))
                #expect(try await old.session() == nil)
                let acts = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 9).map(\.act)
                #expect(acts.contains { $0.action == "desk.sign-out" && $0.origin.actor == "user:mia" })
                #expect(acts.contains { $0.action == "desk.sign-in" && $0.origin.actor == "user:mia" && $0.note == "openid" })
            }
        }
    }

    @Test func whoeverIsNotLetInIsToldWhy() async throws {
        try await TestIssuer.run { issuer in
            try await GatewayUnderTest.run(issuer.options()) { gateway in
                for (user, trouble) in [(nil, "refused"), ("ann", "no-role"), ("nobody", "no-role")] as [(String?, String)] {
                    var browser = Browser(gateway: gateway)
                    var back = try await issuer.answer(try await browser.leave(), as: user, by: gateway.client)
                    // This server names no state beside an error.
                    if user == nil { back += "&state=\(try browser.secrets().state)" }
                    #expect(try await browser.comeBack(back) == "/desk?trouble=\(trouble)")
                    #expect(browser.cookies.isEmpty)
                }
                #expect(try await gateway.count("desk_sessions") == 0)
                #expect(try await gateway.count("desk_sign_ins") == 0)
            }
        }
    }

    /// What another browser has begun, another issuer has answered, or somebody has changed.
    @Test func answersToOthersAreRefused() async throws {
        try await TestIssuer.run { issuer in
            try await GatewayUnderTest.run(issuer.options()) { gateway in
                func trouble(_ change: (String, Browser) throws -> String) async throws -> String? {
                    var browser = Browser(gateway: gateway)
                    let back = try await issuer.answer(try await browser.leave(), as: "mia", by: gateway.client)
                    return try await browser.comeBack(try change(back, browser))
                }
                #expect(try await trouble { back, _ in back + "0" } == "/desk?trouble=expired")
                #expect(try await trouble { back, _ in back + "&state=0" } == "/desk?trouble=issuer")
                #expect(try await trouble { back, _ in back + "&iss=https://stranger.example" } == "/desk?trouble=issuer")
                #expect(
                    try await trouble { back, _ in back + "&iss=\(FormText.encoded(issuer.address))" }
                        == "/desk/queue?journey=identity")
                #expect(
                    try await trouble { _, browser in "?code=invented&state=\(try browser.secrets().state)" }
                        == "/desk?trouble=expired")
                // Somebody's own code, in a browser that has left for the issuer itself: PKCE and nonce are that browser's.
                var (thief, victim) = (Browser(gateway: gateway), Browser(gateway: gateway))
                let stolen = try await issuer.answer(try await thief.leave(), as: "otto", by: gateway.client)
                _ = try await victim.leave()
                let code = stolen.drop { $0 == "?" }.split(separator: "&").first { $0.hasPrefix("code=") }
                let forged = "?\(try #require(code))&state=\(try victim.secrets().state)"
                #expect(try await victim.comeBack(forged) == "/desk?trouble=expired")
            }
        }
    }

    /// A role that the issuer has taken away is gone here, too, and so is who has none left.
    @Test func theIssuerIsAskedAnewUntilItSaysNo() async throws {
        let time = Mutex(Timestamp.now)
        try await TestIssuer.run(vouching: 600) { issuer in
            var options = issuer.options(now: { time.withLock { $0 } })
            options.desk.idle = .seconds(7200)
            try await GatewayUnderTest.run(options) { gateway in
                func vouchedUntil() async throws -> Timestamp {
                    let rows = try await gateway.pool.query(
                        "select (extract(epoch from min(vouched_until)) * 1000)::bigint as until from desk_sessions")
                    return Timestamp(millisecondsSinceEpoch: try #require(try rows.first?.decode("until", as: Int64.self)))
                }
                var (mia, otto) = (Browser(gateway: gateway), Browser(gateway: gateway))
                try await mia.signIn(as: "mia", issuer)
                try await otto.signIn(as: "otto", issuer)
                let first = try await vouchedUntil()
                try await issuer.change("mia", to: #"{"tenant": "acme", "roles": ["auditor"]}"#, by: gateway.client)
                try await issuer.change("otto", to: #"{"tenant": "acme", "roles": ["editor"]}"#, by: gateway.client)
                #expect(try await mia.session()?["role"]?.string == "reviewer")
                time.withLock { $0 = first.adding(.seconds(60)) }
                #expect(try await mia.send("GET", "/v1/audit").status == 200)
                #expect(try await mia.session()?["role"]?.string == "auditor")
                #expect(try await otto.send("GET", "/v1/audit").status == 401)
                #expect(try await gateway.count("desk_sessions") == 1)
                let second = try await vouchedUntil()
                #expect(second == first.adding(.seconds(3660)))
                // Nothing of the issuer's can be read in the database.
                let rows = try await gateway.pool.query("select encode(tokens, 'escape') as kept from desk_sessions")
                #expect(try rows.first?.decode("kept", as: String.self).contains("eyJ") == false)

                try await issuer.lockOut("mia", by: gateway.client)
                #expect(try await mia.send("GET", "/v1/submissions").status == 200)
                time.withLock { $0 = second }
                let answer = try await mia.send("GET", "/v1/submissions")
                #expect(answer.status == 401 && answer.problem == "unauthenticated")
                #expect(try await gateway.count("desk_sessions") == 0)
                let acts = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 20).map(\.act)
                let ends = acts.filter { $0.action == "desk.sign-out" && $0.basis == .policy }
                #expect(ends.map(\.origin.actor) == ["user:mia", "user:otto"] && ends.map(\.note) == ["expired", "no-role"])
            }
        }
    }

    @Test func anIssuerOutOfReachSignsNobodyInAndEndsNothingAtOnce() async throws {
        let time = Mutex(Timestamp.now)
        let options = try await issuerThatIsGone(now: { time.withLock { $0 } })
        try await GatewayUnderTest.run(options) { gateway in
            var browser = Browser(gateway: gateway)
            let answer = try await browser.send("GET", "/desk/sign-in")
            #expect(answer.status == 302 && answer.headers["location"] == "/desk?trouble=issuer")
            // One that the issuer has vouched for until now.
            let (store, secret, now) = (DeskSessionStore(pool: gateway.pool), OpaqueToken(.session), time.withLock { $0 })
            let safe = TokenSafe { () async throws(StoreError) in
                try await KeyStore(pool: gateway.pool, keys: gateway.keys).key(for: .desk)
            }
            let tokens = DeskTokens(
                sealed: try await safe.seal(KeptTokens(id: nil, refresh: "r"), for: secret.prefix), vouchedUntil: now)
            _ = try await store.open(
                NewDeskSession(
                    tenant: "acme", actor: "user:mia", name: "Mia", roles: ["reviewer"], means: .openid,
                    endsAt: now.adding(.seconds(40_000)), tokens: tokens),
                as: secret, by: AuditOrigin(actor: "user:mia"))
            browser.cookies = ["docket-desk": secret.text]
            #expect(try await browser.send("GET", "/v1/submissions").status == 200)
            time.withLock { $0 = now.adding(SessionRenewal.grace) }
            #expect(try await browser.send("GET", "/v1/submissions").status == 503)
            #expect(try await gateway.count("desk_sessions") == 1)
        }
    }

    private func issuerThatIsGone(now: @escaping @Sendable () -> Timestamp) async throws -> GatewayUnderTest.Options {
        var options = GatewayUnderTest.Options(now: now)
        options.desk.openID = OpenIDConfiguration(issuer: "http://127.0.0.1:\(try await FreePorts.one())", client: "docket")
        return options
    }

    /// A program that is used as browsers are: it keeps cookies and follows redirects by itself.
    @Test func aClientThatOthersWroteSignsIn() async throws {
        try await TestIssuer.run { issuer in
            try await GatewayUnderTest.run(issuer.options()) { gateway in
                let result = try await Program.run(issuer.python, ["-c", Self.visit, "http://\(gateway.address)"])
                #expect(result.status.isSuccess && result.text.contains("signed out"), "\(result.text)\(result.complaints)")
            }
        }
    }

    private static let visit = """
        import sys
        import httpx

        gateway = sys.argv[1]
        browser = httpx.Client(base_url=gateway)
        first = browser.get("/desk/session")
        assert first.status_code == 401, first.text
        left = browser.get(first.json()["signIn"]["openid"], params={"return": "/desk/me"})
        assert left.status_code == 302, left.text
        back = httpx.post(left.headers["location"], data={"sub": "otto"})
        assert back.status_code == 302, back.text
        home = browser.get(back.headers["location"])
        assert home.headers["location"] == "/desk/me", home.headers
        page = {"Sec-Fetch-Site": "same-origin"}
        session = browser.get("/desk/session", headers=page).json()
        assert session["role"] == "auditor" and session["name"] == "otto", session
        assert browser.get("/v1/audit", headers=page).status_code == 200
        assert browser.get("/v1/audit", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert browser.delete("/desk/session", headers=page).status_code == 403
        out = browser.delete("/desk/session", headers={**page, "Docket-Desk": "1"})
        assert out.status_code == 200 and not browser.cookies, (out.text, browser.cookies)
        bye = httpx.get(out.json()["signOutAt"])
        assert bye.status_code == 200, bye.text
        assert browser.get("/v1/audit", headers=page).status_code == 401
        print("signed out")
        """
}

extension OpenIDTests.Browser {
    /// What the browser's cookie stands for.
    fileprivate func secrets() throws -> SignInSecrets {
        SignInSecrets(try #require(cookies["docket-desk-sign-in"].flatMap { OpaqueToken($0) }))
    }
}
