import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Testing

@testable import IntakeGateway

/// The portal of a tenant's developers: who comes, how far, and until when.
@Suite(.timeLimit(.minutes(1)))
struct PortalTests {
    @Test func aLinkOpensItForEndpointsAndDeliveriesAlone() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let (browser, link, _) = try await PortalBrowser.opened(gateway)
            #expect(link.url.hasSuffix("/portal#\(link.token)") && link.token.hasPrefix("dp_"))
            let session = try await browser.send("GET", "/portal/session")
            let told = try session.json()
            #expect(session.status == 200 && !session.text.contains("dp_"))
            #expect(told["tenant"]?.string == "acme" && told["name"]?.string == "jane" && told["test"] == nil)
            #expect(told["journeys"]?.array.contains { $0["id"]?.string == "identity" } == true)
            #expect(told["events"]?.array.compactMap(\.string) == EndpointHandlers.eventTypes)
            let made = try await browser.send("POST", "/v1/webhook-endpoints", json: #"{"url": "https://acme.example/hook"}"#)
            #expect(made.status == 201)
            #expect(try made.json()["createdBy"]?.string == "portal:\(link.id)")
            #expect(try await browser.send("GET", "/v1/deliveries").status == 200)
            for (method, path, body) in [
                ("GET", "/v1/submissions", nil), ("GET", "/v1/submissions/\(draft)", nil), ("GET", "/v1/audit", nil),
                ("GET", "/v1/events", nil), ("GET", "/v1/journeys", nil), ("GET", "/v1/portal-links", nil),
                ("POST", "/v1/portal-links", "{}"), ("POST", "/v1/submissions", #"{"journey": "identity"}"#),
                ("POST", "/v1/submissions/\(draft)/links", #"{"purpose": "status"}"#),
            ] {
                #expect(try await browser.send(method, path, json: body).status == 403, "\(method) \(path)")
            }
            let acts = try await AuditStore(pool: gateway.pool).entries(tenant: "acme", limit: 50).map(\.act)
            #expect(acts.contains { $0.action == "portal-link.create" && $0.origin.actor.hasPrefix("key:") && $0.note == "jane" })
            #expect(acts.contains { $0.action == "portal-link.open" && $0.origin.actor == "portal:\(link.id)" })
            #expect(acts.contains { $0.action == "webhook-endpoint.create" && $0.origin.actor == "portal:\(link.id)" })
        }
    }

    /// Mails to persons and what the installation's own endpoint was told are the tenant's alone.
    @Test func onlyDeliveriesToTheTenantsEndpointsAreSeenAndSentAgain() async throws {
        try await GatewayUnderTest.run { gateway in
            _ = try await gateway.page(try await gateway.document(try await gateway.draft()))
            let (browser, _, _) = try await PortalBrowser.opened(gateway)
            let own = WebhookEndpointID.random().description
            for (channel, endpoint) in [("webhook", own), ("webhook", "installation"), ("mail", "person"), ("callout", own)] {
                try await gateway.pool.execute(
                    """
                    insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, attempts)
                    select id, \(channel), \(endpoint), tenant, submission_id, sequence, 'given_up', 3 from events
                    where tenant = 'acme' order by position limit 1
                    """)
            }
            let all = try await gateway.client.send("GET", "/v1/deliveries").json()["items"]?.array ?? []
            let seen = try await browser.send("GET", "/v1/deliveries").json()["items"]?.array ?? []
            #expect(all.count == 4 && seen.compactMap { $0["endpoint"]?.string } == [own])
            let known = Set(seen.compactMap { $0["id"]?.string })
            for id in all.compactMap({ $0["id"]?.string }) {
                let status = known.contains(id) ? 200 : 404
                #expect(try await browser.send("GET", "/v1/deliveries/\(id)").status == status)
                let again = try await browser.send("POST", "/v1/deliveries/\(id)/retry", json: "{}").status
                #expect(again == (status == 200 ? 202 : 404))
            }
        }
    }

    /// Another tenant's are not there, whatever is known of them.
    @Test func anotherTenantsEndpointsAreOutOfReach() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, _, _) = try await PortalBrowser.opened(gateway)
            let foreign = try await gateway.foreigner.send(
                "POST", "/v1/webhook-endpoints", json: #"{"url": "https://other.example/hook"}"#)
            let path = try #require(foreign.headers["location"])
            #expect(try await browser.send("GET", "/v1/webhook-endpoints").text == #"{"items":[]}"#)
            for (method, more, body) in [
                ("GET", "", nil), ("PATCH", "", "{}"), ("DELETE", "", nil), ("POST", "/rotate", "{}"), ("POST", "/test", "{}"),
                ("POST", "/recover", #"{"since": "2026-01-01T00:00:00Z"}"#),
            ] {
                let answer = try await browser.send(method, path + more, json: body)
                #expect([404, 409].contains(answer.status), "\(method) \(more): \(answer.text)")
            }
            let still = try await gateway.foreigner.send("GET", path).json()
            #expect(still["state"]?.string == "enabled" && still["url"]?.string == "https://other.example/hook")
        }
    }

    @Test func theCookieIsOutOfReachOfScriptsAndOtherSites() async throws {
        try await GatewayUnderTest.run { gateway in
            let link = try await TestPortalLink.make(gateway, lifetime: 120)
            let nobody = PortalBrowser(gateway: gateway)
            let answer = try await nobody.open(link.token)
            let cookie = try #require(answer.headers["set-cookie"])
            #expect(cookie.hasPrefix("docket-portal=\(link.token); Path=/; HttpOnly; SameSite=Strict; Max-Age=1"), "\(cookie)")
            #expect(answer.headers["cache-control"] == "private, no-store")
            let rows = try await gateway.pool.query("select l::text as row from portal_links l")
            for row in rows { #expect(try !row.decode("row", as: String.self).contains(link.token.suffix(43))) }
            // In a header it is good for nothing, nor is it a person's link or a session of the desk.
            #expect(try await gateway.client.with(token: link.token).send("GET", "/v1/webhook-endpoints").status == 401)
            #expect(try await gateway.client.with(token: nil).send("GET", "/u/\(link.token)").status == 404)
            let desk = [("Cookie", "docket-desk=\(link.token)"), ("Docket-Desk", "1")]
            #expect(try await gateway.client.with(token: nil).send("GET", "/v1/webhook-endpoints", headers: desk).status == 401)
        }
    }

    @Test func otherSitesNeitherUseItNorOpenIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, link, _) = try await PortalBrowser.opened(gateway)
            let body = #"{"url": "https://acme.example/hook"}"#
            let (mark, own) = (("Docket-Portal", "1"), ("Sec-Fetch-Site", "same-origin"))
            // Without its mark the cookie is none; with it, the page has to be ours.
            for (headers, status) in [
                ([], 401), ([own], 401), ([("Docket-Desk", "1"), own], 401), ([mark], 403), ([("Docket-Portal", "0"), own], 403),
                ([mark, ("Sec-Fetch-Site", "cross-site")], 403), ([mark, ("Sec-Fetch-Site", "same-site")], 403),
                ([mark, ("Origin", "https://stranger.example")], 403), ([mark, ("Origin", "null")], 403), ([mark, own], 201),
            ] {
                let answer = try await browser.plain("POST", "/v1/webhook-endpoints", json: body, headers: headers)
                #expect(answer.status == status, "\(headers)")
            }
            let foreign = [mark, ("Sec-Fetch-Site", "cross-site")]
            #expect(try await browser.plain("GET", "/v1/webhook-endpoints", headers: foreign).status == 403)
            #expect(try await browser.plain("DELETE", "/portal/session", headers: [own]).status == 403)
            let nobody = PortalBrowser(gateway: gateway)
            let opening = #"{"link": "\#(link.token)"}"#
            let site = [("Sec-Fetch-Site", "cross-site")]
            #expect(try await nobody.plain("POST", "/portal/session", json: opening, headers: site).status == 403)
        }
    }

    /// Whoever is at the desk as well acts as one of the two, and never with both rights.
    @Test func theDeskAndThePortalDoNotMix() async throws {
        try await GatewayUnderTest.run { gateway in
            let (desk, _, _) = try await DeskBrowser.signedIn(gateway, .backend)
            var (browser, _, _) = try await PortalBrowser.opened(gateway)
            browser.cookie = [browser.cookie, desk.cookie].compactMap { $0 }.joined(separator: "; ")
            #expect(try await browser.send("GET", "/v1/submissions").status == 403)
            #expect(try await browser.plain("GET", "/v1/submissions", headers: [("Docket-Desk", "1")]).status == 200)
            browser.cookie = desk.cookie
            #expect(try await browser.send("GET", "/v1/webhook-endpoints").status == 401)
        }
    }

    @Test func aLinkEndsByItselfByAWishAndWithItsKey() async throws {
        let time = Mutex(Timestamp.now)
        try await GatewayUnderTest.run(.init(now: { time.withLock { $0 } })) { gateway in
            func ended(_ browser: PortalBrowser, _ link: TestPortalLink, _ reason: String) async throws {
                for answer in [
                    try await browser.send("GET", "/v1/webhook-endpoints"), try await browser.send("GET", "/portal/session"),
                    try await browser.open(link.token),
                ] {
                    #expect(answer.status == 410 && answer.problem == "link-ended")
                    #expect(try answer.json()["reason"]?.string == reason)
                }
            }
            let (revoked, one, _) = try await PortalBrowser.opened(gateway)
            #expect(try await gateway.foreigner.send("DELETE", "/v1/portal-links/\(one.id)").status == 404)
            #expect(try await revoked.send("GET", "/v1/webhook-endpoints").status == 200)
            #expect(try await gateway.client.send("DELETE", "/v1/portal-links/\(one.id)").status == 204)
            try await ended(revoked, one, "revoked")

            let (orphan, other, key) = try await PortalBrowser.opened(gateway)
            _ = try await APIKeyStore(pool: gateway.pool).revoke(key.prefix, by: AuditOrigin(actor: "operator:erna"))
            try await ended(orphan, other, "revoked")

            time.withLock { $0 = $0.adding(.seconds(1)) }
            let (late, last, _) = try await PortalBrowser.opened(gateway, lifetime: 60)
            time.withLock { $0 = $0.adding(.seconds(60)) }
            try await ended(late, last, "expired")
            let listed = try await gateway.client.send("GET", "/v1/portal-links").json()["items"]?.array ?? []
            #expect(
                listed.compactMap { $0["state"]?.string } == ["expired", "revoked", "revoked"], "also of a key that is over")
            #expect(listed.allSatisfy { $0["token"] == nil && $0["url"] == nil })
        }
    }

    @Test func leavingTakesTheCookieAndNotTheLink() async throws {
        try await GatewayUnderTest.run { gateway in
            let (browser, link, _) = try await PortalBrowser.opened(gateway)
            let answer = try await browser.send("DELETE", "/portal/session")
            #expect(answer.status == 204)
            #expect(answer.headers["set-cookie"] == "docket-portal=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
            #expect(try await PortalBrowser(gateway: gateway).send("GET", "/portal/session").status == 401)
            #expect(try await PortalBrowser(gateway: gateway).open(link.token).status == 200)
        }
    }

    @Test func whatIsNoLinkOpensNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            let nobody = PortalBrowser(gateway: gateway)
            let person = try await TestLink.make(gateway, try await gateway.draft())
            let others = [OpaqueToken(.portal).text, OpaqueToken(.key).text, String(person.url.dropFirst("/u/".count)), "jane"]
            for text in others { #expect(try await nobody.open(text).status == 401, "\(text)") }
            #expect(try await nobody.send("POST", "/portal/session", json: #"{"lnk": 1}"#).status == 422)
            for body in [#"{"lifetime": 59}"#, #"{"lifetime": 43201}"#, #"{"name": ""}"#, #"{"role": "backend"}"#] {
                #expect(try await gateway.client.send("POST", "/v1/portal-links", json: body).status == 422, "\(body)")
            }
        }
    }

    @Test func theSameRequestMakesTheSameLinkAndThereAreOnlySoMany() async throws {
        try await GatewayUnderTest.run { gateway in
            func make(_ key: String?) async throws -> WireResponse {
                try await gateway.client.send(
                    "POST", "/v1/portal-links",
                    headers: [("Content-Type", "application/json")] + (key.map { [("Idempotency-Key", $0)] } ?? []),
                    body: Array("{}".utf8))
            }
            let (first, again) = (try await make("a"), try await make("a"))
            #expect(try first.json()["token"] == again.json()["token"] && first.status == 201)
            for _ in 1..<PortalLinkStore.limit { #expect(try await make(nil).status == 201) }
            let refused = try await make(nil)
            #expect(refused.status == 429 && refused.problem == "too-many-links")
            #expect(try refused.json()["limit"]?.integer == PortalLinkStore.limit)
        }
    }

    @Test func linksAreForgottenLongAfterTheyExpired() async throws {
        try await TestDatabase.runMigrated { database in
            let start = Timestamp(millisecondsSinceEpoch: 1_800_000_000_000)
            func store(_ later: Duration) -> PortalLinkStore { PortalLinkStore(pool: database.pool) { start.adding(later) } }
            let new = NewPortalLink(tenant: "acme", name: "jane", lasting: .seconds(60))
            var tokens: [OpaqueToken] = []
            for _ in 1...3 {
                let made = try await store(.zero).create(new, by: AuditOrigin(actor: "operator:erna"))
                tokens.append(try #require(made).token)
            }
            let end = Duration.seconds(60) + PortalLinkStore.remembrance
            #expect(try await store(end).purge(limit: 10) == 0)
            // Until then its holder is told that it has expired.
            #expect(try await store(end).link(tokens[0])?.status(at: start.adding(end)) == .expired)
            #expect(try await store(end + .seconds(1)).purge(limit: 2) == 2)
            #expect(try await store(end + .seconds(1)).purge(limit: 10) == 1)
            #expect(try await store(end).links(of: "acme").isEmpty)
            #expect(try await store(end).link(tokens[0]) == nil)
        }
    }

    @Test func aSandboxHasAPortalOfItsOwn() async throws {
        try await GatewayUnderTest.run { gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme.test", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            let link = try await TestPortalLink.make(gateway, as: gateway.client.with(token: token.text))
            let told = try await PortalBrowser(gateway: gateway).open(link.token).json()
            #expect(told["tenant"]?.string == "acme.test" && told["test"]?.boolean == true)
        }
    }
}
