import Domain
import EventLoop
import HTTPServer
import Operations
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// `/v1/admin`: who may, where it is served, and what it does.
@Suite(.timeLimit(.minutes(5)))
struct AdminTests {
    private struct Ground {
        let gateway: GatewayUnderTest
        let olga: WireClient
        let key: String
    }

    private static func run(
        _ surface: OperationsConfiguration.Surface = .public, _ body: (Ground) async throws -> Void
    ) async throws {
        var options = GatewayUnderTest.Options()
        options.operations.surface = surface
        options.operations.address = try SocketAddress(ip: "127.0.0.1", port: 0)
        try await GatewayUnderTest.run(options) { gateway in
            let (key, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "ops", role: .operator), by: AuditOrigin(actor: "operator:erna"))
            try await body(
                Ground(gateway: gateway, olga: gateway.client.with(token: token.text), key: "key:\(key.prefix)"))
        }
    }

    private static let nothing = "019ae0d2-0000-7000-8000-000000000001"

    @Test func noTwoRoutesHaveOneName() {
        #expect(Set((Endpoint.all + Endpoint.admin).map(\.id)).count == Endpoint.all.count + Endpoint.admin.count)
    }

    @Test func operatorsHaveAListenerOfTheirOwnUnlessToldOtherwise() async throws {
        try await Self.run(.private) { ground in
            #expect(try await ground.olga.send("GET", "/v1/admin/status").status == 404)
            let address = try #require(ground.gateway.operators)
            let there = WireClient(address: address, loop: ground.gateway.loop, token: ground.olga.token)
            #expect(try await there.send("GET", "/v1/admin/status").status == 200)
            #expect(try await there.send("GET", "/health/live").status == 200)
        }
        try await Self.run(.off) { ground in
            #expect(ground.gateway.operators == nil)
            let answer = try await ground.olga.send("GET", "/v1/admin/status")
            #expect(answer.status == 404)
        }
    }

    @Test func aBrokenGlassShowsOneSubmissionAndIsInItsTenantsTrail() async throws {
        try await Self.run { ground in
            let draft = try await ground.gateway.draft()
            let other = try await ground.gateway.draft()
            let path = "/v1/submissions/\(draft)"
            #expect(try await ground.olga.send("GET", path).status == 403)
            let short = try await ground.olga.send(
                "POST", "/v1/admin/glass", json: #"{"submission": "\#(draft)", "reason": "x"}"#)
            #expect(short.status == 422 || short.status == 400)
            let broken = try await ground.olga.send(
                "POST", "/v1/admin/glass", json: #"{"submission": "\#(draft)", "reason": "case 4711, unreadable file"}"#)
            #expect(broken.status == 201)
            #expect(try broken.json()["tenant"]?.string == "acme")
            #expect(try await ground.olga.send("GET", path).status == 200)
            #expect(try await ground.olga.send("GET", "/v1/submissions/\(other)").status == 403)
            // It shows, and lets do nothing.
            #expect(try await ground.olga.send("DELETE", path).status == 403)
            #expect(try await ground.olga.send("GET", "/v1/submissions").status == 403)
            let trail = try await ground.gateway.client.send("GET", "/v1/audit?action=glass.break")
            let entry = try #require(try trail.json()["items"]?.array.first)
            #expect(entry["actor"]?.string == ground.key && entry["note"]?.string == "case 4711, unreadable file")
            #expect(entry["submission"]?.string == "\(draft)")
        }
    }

    @Test func stagesArePausedAndResumedInOnesOwnName() async throws {
        try await Self.run { ground in
            let body = #"{"stage": "normalization", "reason": "disk"}"#
            #expect(try await ground.olga.send("POST", "/v1/admin/pauses", json: body).status == 201)
            #expect(try await ground.olga.send("POST", "/v1/admin/pauses", json: body).status == 200)
            let listed = try await ground.olga.send("GET", "/v1/admin/pauses").json()["items"]?.array ?? []
            #expect(listed.count == 1 && listed[0]["by"]?.string == ground.key && listed[0]["reason"]?.string == "disk")
            #expect(try await ground.olga.send("DELETE", "/v1/admin/pauses/normalization").status == 204)
            #expect(try await ground.olga.send("DELETE", "/v1/admin/pauses/normalization").status == 404)
            let acts = try await AuditStore(pool: ground.gateway.pool).entries(tenant: "ops", limit: 10)
            #expect(acts.map(\.act.action).filter { $0.hasPrefix("stage.") } == ["stage.resume", "stage.pause"])
        }
    }

    @Test func keysAreMadeListedAndRevokedOnceConfirmed() async throws {
        try await Self.run { ground in
            let body = #"{"tenant": "acme", "role": "auditor", "name": "books""#
            for reason in ["", #", "reason": "why""#] {
                let refused = try await ground.olga.send("POST", "/v1/admin/keys", json: "\(body)\(reason)}")
                #expect(refused.status == 422 && refused.text.contains("/reason"), "\(refused.text)")
            }
            let made = try await ground.olga.send(
                "POST", "/v1/admin/keys", json: "\(body), \"reason\": \"a yearly look\"}")
            #expect(made.status == 201)
            let acts = try await AuditStore(pool: ground.gateway.pool).entries(tenant: "acme", limit: 10).map(\.act)
            #expect(acts.contains { $0.action == "key.create" && $0.note == "auditor: a yearly look" })
            let prefix = try #require(try made.json()["prefix"]?.string)
            #expect(try made.json()["key"]?.string?.hasPrefix("dk_\(prefix)_") == true)
            let listed = try await ground.olga.send("GET", "/v1/admin/keys?tenant=acme").json()["items"]?.array ?? []
            #expect(listed.count == 1 && listed[0]["key"] == nil && listed[0]["createdBy"]?.string == ground.key)
            try await Self.confirmed(ground, "DELETE", "/v1/admin/keys/\(prefix)") {
                let answer = try $0.json()
                #expect(answer["state"]?.string == "revoked")
            }
        }
    }

    @Test func aTestKeyIsOfTheSandboxWhichNobodyNamesAsATenant() async throws {
        try await Self.run { ground in
            func make(_ tenant: String, _ test: String) async throws -> WireResponse {
                let body = #"{"tenant": "\#(tenant)", "role": "backend", "reason": "to try it out"\#(test)}"#
                return try await ground.olga.send("POST", "/v1/admin/keys", json: body)
            }
            #expect(try await make("acme", #", "test": true"#).json()["tenant"]?.string == "acme.test")
            #expect(try await make("acme", #", "test": false"#).json()["tenant"]?.string == "acme")
            let refusals: [(tenant: String, test: String)] = [
                ("acme.test", ""), ("acme.test", #", "test": true"#), (String(repeating: "a", count: 60), #", "test": true"#),
            ]
            for refusal in refusals {
                let refused = try await make(refusal.tenant, refusal.test)
                #expect(refused.status == 422 && refused.text.contains("/tenant"), "\(refused.text)")
            }
        }
    }

    @Test func holdsKeepFromErasureUntilTheyAreReleased() async throws {
        try await Self.run { ground in
            let draft = try await ground.gateway.draft()
            let of = #"{"submission": "\#(draft)"}"#
            let held = try await ground.olga.send("POST", "/v1/admin/holds", json: of)
            #expect(held.status == 201)
            let hold = try #require(try held.json()["id"]?.string)
            try await Self.confirmed(ground, "POST", "/v1/admin/erasures", json: of) {
                let answer = try $0.json()
                #expect(answer["items"]?.array.first?["outcome"]?.string == "kept")
            }
            try await Self.confirmed(ground, "DELETE", "/v1/admin/holds/\(hold)") {
                let answer = try $0.json()
                #expect(answer["releasedBy"]?.string == ground.key)
            }
            try await Self.confirmed(ground, "POST", "/v1/admin/erasures", json: of) {
                let answer = try $0.json()
                #expect(answer["items"]?.array.first?["outcome"]?.string == "erased")
                #expect(answer["items"]?.array.first?["by"]?.string == ground.key)
            }
            let erased = try await ground.olga.send("GET", "/v1/admin/erasures?tenant=acme").json()["items"]?.array ?? []
            #expect(erased.first?["submission"]?.string == "\(draft)")
        }
    }

    private static func send(
        _ client: WireClient, _ method: String, _ path: String, _ json: String?, _ headers: [(String, String)] = []
    ) async throws -> WireResponse {
        guard let json else { return try await client.send(method, path, headers: headers) }
        return try await client.send(method, path, json: json, headers: headers)
    }

    /// Asked first, and nothing done; then done.
    private static func confirmed(
        _ ground: Ground, _ method: String, _ path: String, json: String? = nil, _ check: (WireResponse) throws -> Void
    ) async throws {
        let asked = try await Self.send(ground.olga, method, path, json)
        #expect(asked.status == 428, "\(asked.text.prefix(300))")
        let token = try #require(try asked.json()["token"]?.string)
        let done = try await Self.send(ground.olga, method, path, json, [("Docket-Confirmation", token)])
        #expect(done.status == 200, "\(done.text.prefix(300))")
        try check(done)
    }

    @Test func whatHappenedIsFoundByItsId() async throws {
        try await Self.run { ground in
            let draft = try await ground.gateway.draft()
            let found = try await ground.olga.send("GET", "/v1/admin/search?q=\(draft)").json()["items"]?.array ?? []
            #expect(found.map { $0["kind"]?.string } == ["submission"] && found[0]["tenant"]?.string == "acme")
            let story = try await ground.olga.send("GET", "/v1/admin/stories/\(draft)").json()
            #expect(story["state"]?.string == "draft" && story["lines"]?.array.isEmpty == false)
            #expect(try await ground.olga.send("GET", "/v1/admin/stories/\(Self.nothing)").status == 404)
            #expect(try await ground.olga.send("GET", "/v1/admin/search").status == 400)
        }
    }
}
