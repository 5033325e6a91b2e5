import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeGateway

/// Sessions of the desk that a key has opened.
@Suite(.timeLimit(.minutes(1)))
struct DeskSessionTests {
    @Test func aKeyOpensASessionWhoseCookieIsGoodForTheAPI() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let (browser, key, _) = try await DeskBrowser.signedIn(gateway)
            let session = try await browser.send("GET", "/desk/session")
            #expect(session.status == 200)
            let told = try session.json()
            #expect(told["name"]?.string == "Mia Kuhn" && told["actor"]?.string == "key:\(key.prefix)")
            #expect(told["tenant"]?.string == "acme" && told["role"]?.string == "reviewer")
            #expect(told["permissions"]?.array.compactMap(\.string) == ["status", "read", "preview", "decide"])
            #expect(told["signedInBy"]?.string == "key")
            #expect(told["endsAt"]?.string != nil && told["idleEndsAt"]?.string != nil)
            // As its role says, in its tenant.
            #expect(try await browser.send("GET", "/v1/submissions/\(draft)").status == 200)
            #expect(try await browser.send("GET", "/v1/audit").status == 403)
            #expect(try await browser.send("POST", "/v1/submissions", json: #"{"journey": "identity"}"#).status == 403)
            let trail = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 10)
            let act = try #require(trail.first { $0.act.action == "desk.sign-in" }?.act)
            #expect(act.origin.actor == "key:\(key.prefix)" && act.note == "key")
        }
    }

    @Test func theCookieIsOutOfReachOfScriptsAndOtherSites() async throws {
        try await GatewayUnderTest.run { gateway in
            let (_, _, token) = try await DeskBrowser.signedIn(gateway)
            let answer = try await DeskBrowser(gateway: gateway).signIn(token.text)
            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("docket-desk=ds_") && cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
            #expect(answer.headers["cache-control"] == "private, no-store" && !answer.text.contains("ds_"))
            let secret = try #require(OpaqueToken(cookie.dropFirst(12).prefix { $0 != ";" }))
            let rows = try await gateway.pool.query("select s::text as row from desk_sessions s")
            for row in rows { #expect(try !row.decode("row", as: String.self).contains(secret.text.suffix(43))) }
            // In a header it is good for nothing.
            #expect(try await gateway.client.with(token: secret.text).send("GET", "/v1/submissions").status == 401)
        }
    }

    @Test func behindHTTPSTheCookieIsBoundToTheHost() {
        let cookies = SessionCookies(publicURL: "https://docket.example")
        let token = OpaqueToken(.session)
        #expect(
            cookies.setting(session: token)
                == "__Host-docket-desk=\(token.text); Path=/; HttpOnly; SameSite=Lax; Secure")
        #expect(cookies.endingSession.hasPrefix("__Host-docket-desk=; ") && cookies.endingSession.hasSuffix("; Max-Age=0"))
    }

    @Test func whoIsNotSignedInIsToldHowTo() async throws {
        try await GatewayUnderTest.run { gateway in
            var browser = DeskBrowser(gateway: gateway)
            let answer = try await browser.send("GET", "/desk/session")
            #expect(answer.status == 401 && answer.problem == "unauthenticated")
            #expect(try answer.json()["signIn"] == .object(["openid": .null, "key": .boolean(true)]))
            // Secrets that never were, of the right kind and of others.
            for kind in [OpaqueToken.Kind.session, .signIn, .key] {
                browser.cookie = "docket-desk=\(OpaqueToken(kind).text)"
                #expect(try await browser.send("GET", "/desk/session").status == 401)
                #expect(try await browser.send("GET", "/v1/submissions").status == 401)
            }
        }
    }

    @Test func onlyAKeyThatLetsSomebodyInOpensOne() async throws {
        try await GatewayUnderTest.run { gateway in
            let browser = DeskBrowser(gateway: gateway)
            let keys = APIKeyStore(pool: gateway.pool)
            let (key, token) = try await keys.create(
                NewAPIKey(tenant: "acme", role: .reviewer), by: AuditOrigin(actor: "operator:erna"))
            _ = try await keys.revoke(key.prefix, by: AuditOrigin(actor: "operator:erna"))
            for text in [token.text, OpaqueToken(.key).text, OpaqueToken(.link).text, "mia", GatewayUnderTest.token] {
                let answer = try await browser.signIn(text)
                #expect(answer.status == 401 && answer.cookie == nil)
            }
            #expect(try await browser.send("POST", "/desk/session", json: #"{"kee": 1}"#).status == 422)
            #expect(try await gateway.count("desk_sessions") == 0)
        }
    }

    /// A page of another site neither uses a session nor begins one.
    @Test func otherSitesAreRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, _, token) = try await DeskBrowser.signedIn(gateway, .backend)
            let create = #"{"journey": "identity"}"#
            let (mark, own) = (("Docket-Desk", "1"), ("Sec-Fetch-Site", "same-origin"))
            for headers in [
                [], [mark], [own], [mark, ("Sec-Fetch-Site", "cross-site")], [mark, ("Sec-Fetch-Site", "same-site")],
                [mark, ("Sec-Fetch-Site", "none")], [mark, ("Origin", "https://stranger.example")], [mark, ("Origin", "null")],
                [("Docket-Desk", "0"), own],
            ] {
                let answer = try await browser.plain("POST", "/v1/submissions", json: create, headers: headers)
                #expect(answer.status == 403 && answer.problem == "forbidden", "\(headers)")
                #expect(try await browser.plain("DELETE", "/desk/session", headers: headers).status == 403, "\(headers)")
            }
            for site in ["cross-site", "same-site"] {
                let headers = [("Sec-Fetch-Site", site)]
                #expect(try await browser.plain("GET", "/v1/submissions", headers: headers).status == 403)
                #expect(try await browser.plain("GET", "/v1/events", headers: headers).status == 403)
                #expect(try await DeskBrowser(gateway: gateway).signInFrom(site, token.text).status == 403)
            }
            #expect(try await gateway.count("submissions") == 0)
            // By one header or the other, a page of our own.
            for site in [own, ("Origin", "http://gateway.test")] {
                #expect(try await browser.plain("POST", "/v1/submissions", json: create, headers: [mark, site]).status == 201)
            }
            #expect(try await browser.plain("GET", "/v1/submissions").status == 200)
        }
    }

    @Test func signingOutEndsItEverywhere() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, key, _) = try await DeskBrowser.signedIn(gateway)
            let answer = try await browser.send("DELETE", "/desk/session")
            #expect(answer.status == 200 && answer.text == #"{"signOutAt":null}"#)
            #expect(answer.headers["set-cookie"] == "docket-desk=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
            #expect(try await browser.send("GET", "/v1/submissions").status == 401)
            #expect(try await browser.send("DELETE", "/desk/session").status == 200)
            #expect(try await gateway.count("desk_sessions") == 0)
            let trail = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 10)
            let acts = trail.map(\.act).filter { $0.action == "desk.sign-out" }
            #expect(acts.count == 1 && acts.first?.origin.actor == "key:\(key.prefix)")
        }
    }

    /// What somebody else has begun in a browser ends when its user signs in.
    @Test func signingInBeginsANewSessionAndEndsTheOldOne() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, _, token) = try await DeskBrowser.signedIn(gateway)
            var again = browser
            again.cookie = try await browser.signIn(token.text).cookie
            #expect(again.cookie != browser.cookie)
            #expect(try await browser.send("GET", "/desk/session").status == 401)
            #expect(try await again.send("GET", "/desk/session").status == 200)
        }
    }

    @Test func aSessionEndsUnusedAndAtItsTime() async throws {
        let start = Timestamp.now
        let time = Mutex(start)
        var options = GatewayUnderTest.Options(now: { time.withLock { $0 } })
        options.desk.idle = .seconds(600)
        options.desk.lifetime = .seconds(3600)
        try await GatewayUnderTest.run(options) { gateway in
            func pass(_ seconds: Int64) { time.withLock { $0 = $0.adding(.seconds(seconds)) } }
            let (browser, _, _) = try await DeskBrowser.signedIn(gateway)
            pass(599)
            #expect(try await browser.send("GET", "/v1/submissions").status == 200)
            pass(599)
            #expect(try await browser.send("GET", "/desk/session").status == 200)
            // Looking whether it is there is no use of it.
            pass(1)
            #expect(try await browser.send("GET", "/desk/session").status == 401)
            let (other, _, _) = try await DeskBrowser.signedIn(gateway)
            for _ in 0..<7 {
                pass(500)
                #expect(try await other.send("GET", "/v1/submissions").status == 200)
            }
            pass(100)
            #expect(try await other.send("GET", "/v1/submissions").status == 401)
            let store = DeskSessionStore(pool: gateway.pool) { time.withLock { $0 } }
            #expect(try await store.purge(limit: 10, idle: .seconds(600)) == 2)
            #expect(try await gateway.count("desk_sessions") == 0)
        }
    }

    @Test func aSessionLastsNoLongerThanItsKey() async throws {
        let time = Mutex(Timestamp.now)
        try await GatewayUnderTest.run(.init(now: { time.withLock { $0 } })) { gateway in
            let (browser, _, _) = try await DeskBrowser.signedIn(gateway, expiresAt: time.withLock { $0.adding(.seconds(60)) })
            time.withLock { $0 = $0.adding(.seconds(60)) }
            #expect(try await browser.send("GET", "/v1/submissions").status == 401)
            let (other, key, _) = try await DeskBrowser.signedIn(gateway)
            _ = try await APIKeyStore(pool: gateway.pool).revoke(key.prefix, by: AuditOrigin(actor: "operator:erna"))
            time.withLock { $0 = $0.adding(KeyAuthenticator.freshness) }
            let answer = try await other.send("GET", "/v1/submissions")
            #expect(answer.status == 401 && answer.text.contains("revoked"))
            let acts = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 10).map(\.act)
            #expect(acts.contains { $0.action == "desk.sign-out" && $0.basis == .policy && $0.note == "key" })
        }
    }

    /// Whoever listens for hours does nothing by it.
    @Test func aStreamIsNoUseOfASession() async throws {
        let time = Mutex(Timestamp.now)
        try await GatewayUnderTest.run(.init(now: { time.withLock { $0 } })) { gateway in
            let (browser, _, _) = try await DeskBrowser.signedIn(gateway)
            let before = try await browser.send("GET", "/desk/session").json()["idleEndsAt"]
            time.withLock { $0 = $0.adding(.seconds(300)) }
            let stream = try await browser.plain("GET", "/v1/events", headers: [("Accept", "text/event-stream")])
            #expect(stream.status == 200)
            #expect(try await browser.send("GET", "/desk/session").json()["idleEndsAt"] == before)
            #expect(try await browser.send("GET", "/v1/submissions").status == 200)
            #expect(try await browser.send("GET", "/desk/session").json()["idleEndsAt"] != before)
        }
    }

    @Test func inDevelopmentNobodyHasToSignIn() async throws {
        try await GatewayUnderTest.run(.init(isDevelopment: true)) { gateway in
            let anybody = gateway.client.addressing("localhost:8080")
            let old = [("Cookie", "docket-desk=\(OpaqueToken(.session).text)")]
            for headers in [[], old] {
                let answer = try await anybody.send("GET", "/desk/session", headers: headers)
                let told = try answer.json()
                #expect(told["actor"]?.string == "development" && told["role"]?.string == "backend")
                #expect(told["signedInBy"]?.string == "development" && told["endsAt"] == .null)
                #expect(try await anybody.send("GET", "/v1/submissions", headers: headers).status == 200)
            }
            #expect(try await gateway.client.addressing("docket.example").send("GET", "/desk/session").status == 403)
        }
    }
}

extension DeskBrowser {
    fileprivate func signInFrom(_ site: String, _ key: String) async throws -> WireResponse {
        try await plain("POST", "/desk/session", json: #"{"key": "\#(key)"}"#, headers: [("Sec-Fetch-Site", site)])
    }
}
