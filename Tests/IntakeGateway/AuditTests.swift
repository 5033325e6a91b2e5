import Domain
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Who looked at what and who did what, as the tenant reads it.
@Suite(.timeLimit(.minutes(1)))
struct AuditTests {
    /// What is in the trail once there are `count` entries.
    private func trail(_ gateway: GatewayUnderTest, _ query: String = "", atLeast count: Int) async throws -> [TestJSON] {
        try await eventually("the trail has \(count) entries") {
            let items = try await gateway.client.send("GET", "/v1/audit\(query)").json()["items"]?.array ?? []
            return items.count >= count ? items : nil
        }
    }

    @Test func whatIsDoneAndSeenIsInTheTrail() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            for _ in 1...3 { _ = try await gateway.submission(draft) }
            // Before its first byte was sent, and once however many parts are asked for.
            for range in ["bytes=0-9", "bytes=10-19"] {
                #expect(try await gateway.client.send("GET", "\(page)/original", headers: [("Range", range)]).status == 206)
            }
            #expect(try await gateway.count("audit where action = 'page.download'") == 1)
            _ = try await gateway.confirmed("DELETE", page)
            _ = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            let query = "?submission=\(draft)"
            let entries = try await trail(gateway, query, atLeast: 4)
            #expect(
                Set(entries.compactMap { $0["action"]?.string })
                    == ["submission.view", "page.download", "page.remove", "submission.withdraw"])
            #expect(entries.count == 4)
            #expect(entries.allSatisfy { $0["actor"]?.string == "token:acme" && $0["address"]?.string == "127.0.0.1" })
            let withdrawal = try #require(entries.first { $0["action"]?.string == "submission.withdraw" })
            let id = try #require(SubmissionID(draft))
            let version = try #require(try await gateway.submission(draft)["version"]?.integer)
            let event = try await PostgresEventLog(pool: gateway.pool).id(of: id, sequence: version)
            #expect(withdrawal["event"]?.string == event.description)
            let download = try #require(entries.first { $0["action"]?.string == "page.download" })
            #expect(download["resource"]?.string == String(page.dropFirst("/v1/".count)) + "/original")

            #expect(try await gateway.foreigner.send("GET", "/v1/audit").json()["items"]?.array.isEmpty == true)
        }
    }

    @Test func whatWasRefusedWasNotSeen() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            #expect(try await gateway.foreigner.send("GET", "/v1/submissions/\(draft)").status == 404)
            _ = try await gateway.submission(draft)
            let entries = try await trail(gateway, atLeast: 1)
            #expect(entries.compactMap { $0["action"]?.string }.filter { $0 != "audit.view" } == ["submission.view"])
            #expect(try await gateway.count("audit where tenant = 'other'") == 0)
        }
    }

    @Test func itIsReadPartByPartUnderItsOwnFilters() async throws {
        try await GatewayUnderTest.run { gateway in
            let moment = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
            try await AuditStore(pool: gateway.pool).record(
                (1...7).map { number in
                    AuditAct(
                        tenant: "acme", action: "test.act", resource: "number/\(number)",
                        origin: AuditOrigin(actor: "user:\(number % 2)"), time: moment)
                })
            var seen: [String] = []
            var path: String? = "/v1/audit?action=test.act&limit=3"
            var second: String?
            while let next = path {
                let answer = try await gateway.client.send("GET", next)
                #expect(answer.status == 200)
                seen += try answer.json()["items"]?.array.compactMap { $0["resource"]?.string } ?? []
                path = try answer.json()["next"]?.string
                second = second ?? path
            }
            #expect(seen == (1...7).reversed().map { "number/\($0)" })
            let cursor = try #require(second?.split(separator: "cursor=").last)
            for wrong in [
                "/v1/audit?cursor=\(cursor)", "/v1/audit?action=test.act&actor=user:1&cursor=\(cursor)", "/v1/audit?cursor=%20",
                "/v1/audit?colour=red", "/v1/audit?submission=7", "/v1/audit?after=yesterday", "/v1/audit?limit=0",
                "/v1/audit?action=", "/v1/audit?actor=a&actor=b", "/v1/submissions?cursor=\(cursor)",
            ] {
                let answer = try await gateway.client.send("GET", wrong)
                #expect(answer.status == 400 && answer.problem == "invalid-parameter", "\(wrong)")
            }
        }
    }
}
