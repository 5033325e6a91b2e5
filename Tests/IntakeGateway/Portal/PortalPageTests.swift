import Domain
import FoundationEssentials
import Gzip
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The portal in Debian's Chromium: by a link, through all that a developer does there, until the link ends.
@Suite(.timeLimit(.minutes(8)))
struct PortalPageTests {
    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    @Test func aDeveloperConnectsAProgram() async throws {
        let script = try BrowserScript("portal.py", python: await PageTests.python())
        var options = GatewayUnderTest.Options()
        options.allowsPrivateEndpoints = true
        try await GatewayUnderTest.run(options) { gateway in
            let receiver = try Receiver(gateway.group) { _ in
                HTTPResponse(status: 418, body: .bytes(Array("no coffee".utf8)))
            }
            let (endpoint, delivery) = try await Self.failedDelivery(gateway)
            let foreign = try await gateway.foreigner.send(
                "POST", "/v1/webhook-endpoints", json: #"{"url": "https://other.example/hook"}"#
            ).json()
            // Something for the log.
            #expect(try await gateway.client.send("POST", "/v1/submissions", json: "{}").status == 422)
            let link = try await TestPortalLink.make(gateway)
            let late = PortalLinkStore(pool: gateway.pool) { Timestamp(Date()).adding(.seconds(-7200)) }
            let expired = try #require(
                try await late.create(
                    NewPortalLink(tenant: "acme", lasting: .seconds(60)), by: AuditOrigin(actor: "operator:erna")))
            let told = [
                "link": link.url, "id": link.id, "expired": "/portal#\(expired.token.text)", "endpoint": endpoint,
                "delivery": delivery, "foreign": try #require(foreign["id"]?.string), "receiver": receiver.url,
                "token": GatewayUnderTest.token,
            ]
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)",
                ["/none/\(link.token)", "-", "-", String(decoding: try JSONEncoder().encode(told), as: UTF8.self)])
            #expect(seen.pictures.count > 10)
            // What was sent again waits for the notification service, with all of its tries anew.
            let rows = try await gateway.pool.query("select state from deliveries where id = \(delivery)::text::uuid")
            #expect(try rows.first?.decode("state", as: String.self) == "pending")
            let sent = receiver.arrivals.count
            #expect(sent == 1, "the sample")
            await receiver.stop()
        }
    }

    /// One that was given up after a try that was answered with a 503; the ids of its endpoint and its own.
    private static func failedDelivery(_ gateway: GatewayUnderTest) async throws -> (endpoint: String, delivery: String) {
        let made = try #require(
            try await WebhookEndpointStore(pool: gateway.pool).create(
                NewWebhookEndpoint(tenant: "acme", url: "https://acme.example/hook", name: "books"),
                by: AuditOrigin(actor: "operator:erna")))
        let endpoint = made.record.id.description
        try await gateway.pool.execute("update webhook_endpoints set contact_sealed = 'x' where id = \(endpoint)")
        let event = try await SampleOutcome.record(over: gateway.pool, tenant: "acme")
        let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: endpoint)
        #expect(try await PostgresDeliveryStore(pool: gateway.pool, keys: nil).plan([key]) == 1)
        let error = "The endpoint answered 503."
        let request = #"{"target": "https://acme.example/hook", "headers": {"webhook-id": "e-1"}, "size": 400}"#
        let response = #"{"address": "192.0.2.7", "headers": {"server": "nginx"}, "excerpt": "down for repairs", "size": 16}"#
        try await gateway.pool.execute(
            """
            update deliveries set state = 'given_up', attempts = 1, next_at = null, last_status = 503, last_error = \(error)
            """)
        try await gateway.pool.execute(
            """
            insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, status, error, request, response)
            select event_id, channel, endpoint, 1, now(), 31, 503, \(error), \(JSONText(request)), \(JSONText(response))
            from deliveries
            """)
        let listed = try await gateway.client.send("GET", "/v1/deliveries").json()["items"]?.array.first
        return (endpoint, try #require(listed?["id"]?.string))
    }

    // MARK: - Its files

    @Test func allLanguagesSayTheSame() {
        let english = Set(DeskPage.words(in: "en", of: .portal).keys)
        #expect(english.count > 100)
        for language in BrowserWords.languages { #expect(Set(DeskPage.words(in: language, of: .portal).keys) == english) }
    }

    /// Each text that a script names is there, and what is there is named.
    @Test func noTextIsMissing() throws {
        let own = BrowserFiles.all.filter { $0.key.hasPrefix("portal/") && $0.key.hasSuffix(".js") }
        #expect(own.count == 4)
        let source = own.map { String(decoding: $0.value.bytes, as: UTF8.self) }.joined()
        let words = Set(DeskPage.words(in: "en", of: .portal).keys)
        let said = Set(source.matches(of: /say\('([A-Za-z.]+[A-Za-z])'/).map { String($0.output.1) })
        #expect(said.count > 50)
        #expect(said.subtracting(words) == [])
        let columns = Set(source.matches(of: /\{ id: '([A-Za-z]+)', (?:of|show)/).map { "column.\($0.output.1)" })
        let fields = Set(source.matches(of: /\{ name: '([a-z]+)', (?:kind|required|most)/).map { "column.\($0.output.1)" })
        #expect(columns.count > 15 && fields.count > 6)
        // The address has words of its own.
        #expect(columns.union(fields).subtracting(words) == ["column.url"])
        for because in WebhookEndpointRecord.DisabledBecause.allCases { #expect(words.contains("because.\(because.rawValue)")) }
    }

    @Test func itIsSmallAndNamesWhatItNeeds() throws {
        let own = BrowserFiles.all.filter { $0.key.hasPrefix("portal/") }
        #expect(own.reduce(0) { $0 + (Gzip.compressed($1.value.bytes)?.count ?? $1.value.bytes.count) } < 40_000)
        let answer = DeskPage(.portal).show(try HTTPRequest(method: .get, path: "/portal", headers: [:]))
        guard case .bytes(let bytes) = answer.body else { throw Missing() }
        let markup = String(decoding: bytes, as: UTF8.self)
        #expect(answer.headers["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(answer.headers["Referrer-Policy"] == "no-referrer" && markup.contains(#""mark":"Docket-Portal""#))
        var (needed, next): (Set<String>, [String]) = ([], ["portal/app.js"])
        while let module = next.popLast() {
            guard needed.insert(module).inserted else { continue }
            let source = String(decoding: try #require(BrowserFiles.all[module]?.bytes, "\(module)"), as: UTF8.self)
            let folder = module.split(separator: "/")[0]
            for match in source.matches(of: /(?m)^import .* from '\.(\.?)\/(.*)'$/) {
                next.append(match.output.1.isEmpty ? "\(folder)/\(match.output.2)" : String(match.output.2))
            }
        }
        let loaded = markup.matches(of: /rel="modulepreload" href="\/assets\/[0-9a-f]+\/([^"]*)"/).map { String($0.output.1) }
        #expect(loaded.sorted() == needed.sorted())
    }

    private struct Missing: Error {}
}
