import Domain
import FoundationEssentials
import HTTPServer
import PostgresStore
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// Development mode: open to whoever works on this machine, and to nobody's page.
@Suite(.timeLimit(.minutes(1)))
struct DevelopmentTests {
    private static let endpoint = #"{"url": "https://stranger.example/hook"}"#

    @Test func everybodyOnThisMachineIsTheStandardTenant() async throws {
        try await GatewayUnderTest.run(.init(isDevelopment: true)) { gateway in
            let anybody = gateway.client.addressing("localhost:8080")
            let id = try await gateway.draft(as: anybody)
            #expect(try await anybody.send("GET", "/v1/submissions/\(id)").status == 200)
        }
    }

    /// What a browser sends for any page without asking makes nothing.
    @Test func noPageMakesAnEndpoint() async throws {
        try await GatewayUnderTest.run(.init(isDevelopment: true)) { gateway in
            let browser = gateway.client.addressing("127.0.0.1:8080")
            let path = "/v1/webhook-endpoints"
            let body = Array(Self.endpoint.utf8)
            let requests: [([(String, String)], Int)] = [
                ([("Origin", "https://stranger.example"), ("Content-Type", "text/plain")], 403),
                ([("Origin", "https://stranger.example"), ("Content-Type", "application/json")], 403),
                ([("Origin", "null"), ("Content-Type", "application/json")], 403),
                ([("Sec-Fetch-Site", "cross-site"), ("Content-Type", "application/json")], 403),
                ([("Content-Type", "text/plain")], 415), ([("Content-Type", "application/x-www-form-urlencoded")], 415),
                ([("Content-Type", "multipart/form-data; boundary=x")], 415), ([], 415),
            ]
            for (headers, status) in requests {
                let answer = try await browser.send("POST", path, headers: headers, body: body)
                #expect(answer.status == status && answer.problem != nil, "\(headers): \(answer.status) \(answer.text)")
            }
            // A name of the page's own that has come to stand for this machine.
            let rebound = gateway.client.addressing("rebound.example:8080")
            let answer = try await rebound.send(
                "POST", path, json: Self.endpoint, headers: [("Origin", "http://rebound.example:8080")])
            #expect(answer.status == 403 && answer.problem == "forbidden")
            #expect(try await rebound.send("GET", "/v1/submissions").status == 403)
            #expect(try await browser.send("GET", path).json()["items"]?.array.isEmpty == true)
            // And its developer does.
            #expect(try await browser.send("POST", path, json: Self.endpoint).status == 201)
        }
    }

    @Test func itEndsWhenThereIsAKey() async throws {
        try await TestDatabase.runMigrated { database in
            let store = APIKeyStore(pool: database.pool)
            let time = Mutex(Timestamp(Date()))
            let development = DevelopmentAuthenticator(
                origins: [], logger: .silent, now: { time.withLock { $0 } }, hasKeys: store.hasActive)
            #expect(try await development.isOver() == false)
            let origin = AuditOrigin(actor: "operator:erna")
            let (key, _) = try await store.create(NewAPIKey(tenant: "acme", role: .backend), by: origin)
            time.withLock { $0 = $0.adding(.milliseconds(4999)) }
            #expect(try await development.isOver() == false)
            time.withLock { $0 = $0.adding(.milliseconds(1)) }
            #expect(try await development.isOver())
            _ = try await store.revoke(key.prefix, by: origin)
            time.withLock { $0 = $0.adding(.seconds(5)) }
            #expect(try await development.isOver() == false)
        }
    }

    @Test func withAKeyAStrangerIsToldToSendIt() async throws {
        try await GatewayUnderTest.run(.init(isDevelopment: true)) { gateway in
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            let stranger = gateway.client.addressing("127.0.0.1")
            let refused = try await stranger.send("GET", "/v1/submissions")
            #expect(refused.status == 401 && refused.problem == "unauthenticated")
            #expect(refused.headers["www-authenticate"] == "Bearer")
            #expect(try refused.json()["detail"]?.string?.contains("Development mode has ended") == true)
            // Whoever has it comes in by any host.
            #expect(try await gateway.client.with(token: token.text).send("GET", "/v1/submissions").status == 200)
        }
    }

    // MARK: - The rules

    private static func request(
        host: String? = "localhost:8080", origin: String? = nil, site: String? = nil, type: String? = "application/json",
        method: HTTPMethod = .post, hasBody: Bool = true, isResumable: Bool = false
    ) -> DevelopmentRequest {
        DevelopmentRequest(
            host: host, origin: origin, fetchSite: site, method: method, contentType: type, hasBody: hasBody,
            isResumable: isResumable)
    }

    private static func verdict(_ request: DevelopmentRequest, _ named: Set<String> = []) -> Int {
        do throws(Problem) {
            try request.check(named)
            return 200
        } catch {
            return error.status
        }
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "localhost:1", "127.0.0.1", "127.0.0.1:65535", "127.1.2.3:80", "[::1]", "[::1]:8080",
    ])
    func loopbackHostsAreAnswered(host: String) { #expect(Self.verdict(Self.request(host: host)) == 200) }

    @Test(arguments: [
        nil, "", "localhost.example", "localhost.", "a.localhost", "127.0.0.1.example", "128.0.0.1", "0.0.0.0", "127.1",
        "0x7f.0.0.1",
        "192.168.0.1:8080", "[::]", "[::2]:80", "::1", "[::1", "::1]", "localhost:80:80", "localhost:x", "[fe80::1]:8080",
        "intake-gateway:8080", "localhost@example",
    ])
    func otherHostsAreNot(host: String?) { #expect(Self.verdict(Self.request(host: host)) == 403) }

    @Test(arguments: [
        ("http://localhost:8080", nil, 200), ("https://localhost:8080", "same-origin", 200), (nil, "same-origin", 200),
        (nil, "none", 200), (nil, nil, 200), ("http://named.example", "cross-site", 200), ("http://localhost:3000", nil, 403),
        ("http://localhost", nil, 403), ("http://127.0.0.1:8080", nil, 403), ("null", nil, 403), ("", nil, 403),
        ("file://localhost:8080", nil, 403), (nil, "cross-site", 403), (nil, "same-site", 403), (nil, "Cross-Site", 403),
        ("http://localhost:8080", "cross-site", 403), ("https://named.example", "cross-site", 403),
    ])
    func onlyPagesOfTheGatewaysOwnOriginAreAnswered(origin: String?, site: String?, status: Int) {
        let named: Set = ["http://named.example"]
        #expect(Self.verdict(Self.request(origin: origin, site: site, method: .get, hasBody: false), named) == status)
    }

    @Test(arguments: [
        ("application/json", true, false, 200), ("image/jpeg", true, false, 200), ("multipart/form-data", true, false, 200),
        ("text/plain", true, false, 415), ("Text/Plain; charset=utf-8", true, false, 415), ("", true, false, 415),
        ("application/x-www-form-urlencoded", true, false, 415), ("text/plain", true, true, 415), (nil, true, false, 415),
        (nil, true, true, 200), (nil, false, false, 200), ("text/plain", false, false, 200),
    ])
    func aBodySaysWhatItIs(type: String?, hasBody: Bool, isResumable: Bool, status: Int) {
        #expect(Self.verdict(Self.request(type: type, hasBody: hasBody, isResumable: isResumable)) == status)
    }
}
