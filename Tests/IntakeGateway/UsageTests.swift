import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// What a tenant has used, as its back end asks for it.
@Suite(.timeLimit(.minutes(3))) struct UsageTests {
    private static func sweep(_ gateway: GatewayUnderTest, at moment: Timestamp) async throws {
        let days = UsageDayStore(pool: gateway.pool, owner: InstanceID(UUID()))
        let sweep = UsageSweep(
            UsageCollector(pool: gateway.pool), days, now: { moment }, metrics: gateway.metrics)
        try await sweep.sweep(SweepTurn(of: "usage", logger: .silent, metrics: gateway.metrics))
    }

    @Test func `what was done is told by day, to the tenant alone, and does not change once its day is closed`() async throws {
        try await GatewayUnderTest.run { gateway in
            let today = CalendarDate(.now, in: .utc)
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            let path = "/v1/usage?from=\(today.adding(days: -1))&to=\(today)"
            let told = try await eventually("the submission is counted") {
                try await Self.sweep(gateway, at: .now)
                let told = try await gateway.client.send("GET", path).json()
                return told["totals"]?["submissions"]?.integer == 1 ? told : nil
            }
            #expect(told["tenant"]?.string == "acme" && told["test"] == nil)
            #expect(told["items"]?.array.map { $0["day"]?.string } == [today.adding(days: -1).description, today.description])
            #expect(told["items"]?[0]?["files"]?.integer == 0 && told["items"]?[1]?["files"]?.integer == 1)
            #expect(told["items"]?[1]?["final"]?.boolean == false)
            let bytes = try #require(told["totals"]?["bytes"]?.integer)
            let stored = try await gateway.pool.query("select sum(original_size)::bigint as size from pages")[0]
            #expect(try bytes == stored.decode("size", as: Int.self))
            #expect(try await gateway.foreigner.send("GET", path).json()["totals"]?["files"]?.integer == 0)
            // This month until today.
            let month = try await gateway.client.send("GET", "/v1/usage").json()
            #expect(month["from"]?.string == "\(today.description.dropLast(2))01" && month["to"]?.string == today.description)
            #expect(month["totals"]?["submissions"]?.integer == 1)

            try await eventually("the day is closed and told of") {
                try await Self.sweep(gateway, at: Timestamp.now.adding(.seconds(86_400 + 900)))
                return gateway.metrics.renderPrometheus().contains("docket_usage_records_total 1\n")
            }
            #expect(try await gateway.client.send("GET", path).json()["items"]?[1]?["final"]?.boolean == true)
            let rows = try await gateway.pool.query("select topic from outbox where topic = 'docket.usage'")
            #expect(rows.count == 1)
            #expect(gateway.metrics.renderPrometheus().contains("docket_usage_uncounted_seconds 0\n"))
        }
    }

    @Test(
        arguments: [
            "from=2026-02-30", "to=yesterday", "from=2026-03-02&to=2026-03-01", "from=2025-01-01&to=2026-02-05", "tenant=other",
            "from=2026-01-01&from=2026-01-02",
        ])
    func `a period that cannot be told is refused`(query: String) throws {
        #expect(throws: Problem.self) { try Self.period(query) }
    }

    @Test func `a period is this month until today unless told`() throws {
        func days(_ query: String) throws -> [String] {
            let period = try Self.period(query)
            return [period.first.description, period.last.description]
        }
        #expect(try days("") == ["2026-03-01", "2026-03-20"])
        #expect(try days("from=2026-02-10") == ["2026-02-10", "2026-03-20"])
        #expect(try days("to=2026-02-10") == ["2026-02-01", "2026-02-10"])
        #expect(try days("from=2026-03-25") == ["2026-03-25", "2026-03-25"])
        #expect(try days("from=2000-01-01") == ["2000-01-01", "2001-02-03"])
        #expect(try days("from=2025-01-01&to=2026-02-04") == ["2025-01-01", "2026-02-04"])
    }

    private static func period(_ query: String) throws -> UsagePeriod {
        let today = try #require(CalendarDate("2026-03-20"))
        return try UsagePeriod(QueryParameters(query), today: today)
    }
}
