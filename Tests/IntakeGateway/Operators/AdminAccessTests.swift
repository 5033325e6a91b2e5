import Domain
import EventLoop
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Each route of operators with each role. What is expected stands here by itself, so that a change of the table of endpoints has to
/// be meant.
@Suite(.timeLimit(.minutes(5)))
struct AdminAccessTests {
    /// Whether it asks for a confirmation; nil for one that has no line here, and is for nobody until it has.
    private static func destroys(_ id: String) -> Bool? {
        switch id {
        case "adminStatus", "adminLag", "adminProcesses", "adminReconcile", "adminTopics", "adminJourneys", "adminStory",
            "adminSearch", "adminDeadLetters", "adminDeadLetter", "adminRetryDeadLetters", "adminPauses", "adminPause",
            "adminResume", "adminKeys", "adminCreateKey", "adminHolds", "adminHold", "adminRetention", "adminErasures",
            "adminAudit", "adminEndpoints", "adminDeliveries", "adminDelivery", "adminRetryDeliveries", "adminBreakGlass",
            "adminEmitAgain", "adminCreateEndpoint", "adminChangeEndpoint", "adminRotateEndpoint", "adminTestEndpoint",
            "adminRecoverEndpoint", "adminDescription", "adminTopicEvents", "adminTopicEvent", "adminWhatIf", "adminExports",
            "adminExport",
            "adminExportFiles", "adminExportFile", "adminExportEvidence", "adminCharts":
            false
        case "adminDiscardDeadLetters", "adminRevokeKey", "adminReleaseHold", "adminErase", "adminRemoveEndpoint",
            "adminRunRetention":
            true
        default: nil
        }
    }

    private struct Ask {
        let method: String
        let path: String
        let json: String?

        func send(_ client: WireClient, _ headers: [(String, String)] = []) async throws -> WireResponse {
            guard let json else { return try await client.send(method, path, headers: headers) }
            return try await client.send(method, path, json: json, headers: headers)
        }
    }

    /// Of things that never were, but for those that are destroyed.
    private static func ask(_ endpoint: Endpoint, _ ground: OperatorsGround) async throws -> Ask {
        let (path, json) = try await thing(endpoint.id, ground)
        let nothing = endpoint.pattern.split(separator: "/").map { part in
            !part.hasPrefix("{")
                ? String(part) : part == "{stage}" ? "validation" : part == "{key}" ? "0123456789ab" : "\(SubmissionID.random())"
        }.reduce("") { "\($0)/\($1)" }
        return Ask(
            method: endpoint.method.rawValue, path: path ?? nothing, json: endpoint.body == nil ? nil : json ?? "{}")
    }

    private static func thing(_ id: String, _ ground: OperatorsGround) async throws -> (path: String?, json: String?) {
        switch id {
        case "adminDiscardDeadLetters":
            let event = try await ground.parked().event
            return (nil, #"{"ids": ["\#(event)"]}"#)
        case "adminRevokeKey":
            let (key, _) = try await APIKeyStore(pool: ground.gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .auditor), by: AuditOrigin(actor: "operator:erna"))
            return ("/v1/admin/keys/\(key.prefix)", nil)
        case "adminReleaseHold":
            let draft = try await ground.gateway.draft()
            let held = try await ground.olga.send("POST", "/v1/admin/holds", json: #"{"submission": "\#(draft)"}"#)
            return ("/v1/admin/holds/\(try #require(try held.json()["id"]?.string))", nil)
        case "adminRemoveEndpoint":
            let made = try await WebhookEndpointStore(pool: ground.gateway.pool).create(
                NewWebhookEndpoint(tenant: "acme", url: "https://acme.example/hook"), by: AuditOrigin(actor: "operator:erna"))
            return ("/v1/admin/endpoints/\(try #require(made).record.id)", nil)
        case "adminRunRetention":
            let draft = try await ground.gateway.draft()
            _ = try await ground.gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            try await ground.agedByYears(draft)
            return (nil, "{}")
        case "adminErase": return (nil, #"{"submission": "\#(try await ground.gateway.draft())"}"#)
        default: return (nil, nil)
        }
    }

    @Test func operatorsMayAndNobodyElse() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await OperatorsGround.run(GatewayUnderTest.Options(signed: try issuer.access(in: folder))) { ground in
            let client = ground.gateway.client
            let draft = try await ground.gateway.draft()
            var visitors: [(name: String, client: WireClient, status: Int?)] = [("nobody", client.with(token: nil), 401)]
            for role in Role.allCases {
                let token = try issuer.token("ann", [role.rawValue])
                visitors.append((role.rawValue, client.with(token: token), role == .operator ? nil : 403))
            }
            for purpose in LinkPurpose.allCases {
                let made = try await client.send(
                    "POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "\#(purpose.rawValue)"}"#)
                let token = try #require(try made.json()["token"]?.string)
                visitors.append(("link for \(purpose.rawValue)", client.with(token: token), 403))
            }
            for endpoint in Endpoint.admin {
                #expect(endpoint.access == .bearer(.operate, of: .installation) && endpoint.pattern.hasPrefix("/v1/admin/"))
                let ask = try await Self.ask(endpoint, ground)
                for visitor in visitors {
                    let answer = try await ask.send(visitor.client)
                    let what = "\(endpoint.id) as \(visitor.name): \(answer.status) \(answer.text.prefix(300))"
                    if let status = visitor.status {
                        #expect(answer.status == status, "\(what)")
                    } else {
                        // What needs brokers, which are not there, may say so.
                        #expect(![401, 403, 500].contains(answer.status), "\(what)")
                    }
                }
                for role in Role.allCases { #expect((endpoint.part(for: role) == .all) == (role == .operator), "\(endpoint.id)") }
                for purpose in LinkPurpose.allCases { #expect(endpoint.part(for: purpose) == .nothing, "\(endpoint.id)") }
            }
        }
    }

    @Test func whatDestroysAsksFirst() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await OperatorsGround.run(GatewayUnderTest.Options(signed: try issuer.access(in: folder))) { ground in
            let otto = ground.gateway.client.with(token: try issuer.token("otto", ["operator"]))
            for endpoint in Endpoint.admin {
                let isAsking = endpoint.parameters.contains { $0.name == "Docket-Confirmation" }
                #expect(Self.destroys(endpoint.id) == isAsking, "\(endpoint.id)")
                guard isAsking else { continue }
                let ask = try await Self.ask(endpoint, ground)
                let before = try await Self.counts(ground)
                let asked = try await ask.send(ground.olga)
                #expect(asked.status == 428, "\(endpoint.id): \(asked.status) \(asked.text.prefix(300))")
                let token = try #require(try asked.json()["token"]?.string)
                for field in ["title", "message", "actionLabel"] { #expect(try asked.json()[field]?.string?.isEmpty == false) }
                // Nobody confirms what another was asked, and no word of one's own will do.
                for (client, word) in [(otto, token), (ground.olga, "yes"), (ground.olga, String(token.dropLast()))] {
                    let refused = try await ask.send(client, [("Docket-Confirmation", word)])
                    #expect((400..<500).contains(refused.status), "\(endpoint.id): \(refused.status)")
                }
                #expect(try await Self.counts(ground) == before, "\(endpoint.id) acted before it was confirmed")
                let done = try await ask.send(ground.olga, [("Docket-Confirmation", token)])
                #expect((200..<300).contains(done.status), "\(endpoint.id): \(done.status) \(done.text.prefix(300))")
                #expect(try await Self.counts(ground) != before, "\(endpoint.id) did nothing")
            }
        }
    }

    /// What is there to be destroyed.
    private static func counts(_ ground: OperatorsGround) async throws -> [Int] {
        var counts: [Int] = []
        for table in [
            "work_items where state = 'parked'", "api_keys where revoked_at is null", "legal_holds where released_at is null",
            "submissions where erased_at is null", "webhook_endpoints", "pages where original_digest is not null",
        ] as [SQL] {
            counts.append(try await ground.gateway.count(table))
        }
        return counts
    }
}
