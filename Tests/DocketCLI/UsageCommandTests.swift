import CommandSupport
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import DocketCLI

/// What `docket usage` says of tenants.
@Suite(.timeLimit(.minutes(2))) struct UsageCommandTests {
    @Test func sumsDaysAndLines() async throws {
        try await OperatorGround.run { ground in
            let pool = ground.database.pool
            try await pool.execute(
                """
                insert into usage_days (tenant, day, submissions, files, bytes, pages_made, pages_read, reading_milliseconds) values
                    ('acme', '2026-10-01', 1, 2, 300, 4, 5, 900), ('acme', '2026-10-31', 10, 20, 3000, 40, 50, 61100),
                    ('acme', '2026-11-01', 7, 7, 7, 7, 7, 7), ('acme.test', '2026-10-31', 1, 1, 1, 1, 1, 1)
                """)
            try await pool.execute("update usage_collector set open_from = '2026-10-31'")
            let october = ["usage", "--from", "2026-10-01", "--to", "2026-10-31"]
            func docket(_ words: [String]) async throws -> OperatorGround.Outcome {
                try await OperatorGround.docket(words, environment: ground.environment)
            }
            let sums = try await docket(october)
            #expect(sums.code == .success, "\(sums.errors)")
            let lines = sums.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
            #expect(lines.count == 2)
            #expect(lines.first?.joined(separator: " ") == "acme 11 submitted 22 files 3300 bytes 44 pages made 55 read in 62 s")
            #expect(lines.last?.suffix(2).joined(separator: " ") == "a sandbox")
            let days = try await docket(october + ["--tenant", "acme"]).output.split(separator: "\n")
            #expect(days.count == 3 && days[1].hasSuffix("still open") && days[2].hasPrefix("  in all"), "\(days)")
            struct Line: Decodable {
                let tenant, day: String
                let final, test: Bool
                let bytes, readingMilliseconds: Int
            }
            let told = try await docket(october + ["--json"]).jsonLines(Line.self)
            #expect(told.map(\.day) == ["2026-10-01", "2026-10-31", "2026-10-31"])
            #expect(told.map(\.final) == [true, false, false] && told.map(\.test) == [false, false, true])
            #expect(told.map(\.bytes) == [300, 3000, 1] && told.map(\.readingMilliseconds) == [900, 61100, 1])
            #expect(try await docket(["usage", "--tenant", "nobody"]).output.hasPrefix("Nothing was used"))
            for wrong in [["--from", "2026-10-02", "--to", "2026-10-01"], ["--from", "2024-01-01", "--to", "2026-01-01"]] {
                #expect(try await docket(["usage"] + wrong).code == .usage)
            }
        }
    }

    @Test func `the share of quotas that was used in this month is shown where the period has it`() async throws {
        try await OperatorGround.run { ground in
            let month = QuotaMonth(containing: Timestamp(Date()))
            let (first, before) = (month.first, month.first.adding(days: -1))
            try await ground.database.pool.execute(
                """
                insert into usage_days (tenant, day, submissions, files, bytes, pages_made, pages_read, reading_milliseconds)
                select tenant, day::text::date, 83, 0, 5000, 10, 10, 600000
                from (values ('acme'), ('globex'), ('acme.test')) t (tenant),
                    (values (\(first.description)), (\(before.description))) d (day)
                """)
            var environment = ground.environment
            environment["DOCKET_TENANT_QUOTAS"] =
                "*:submissions=100:bytes=100000,globex:submissions=unlimited:reading-minutes=5"
            func docket(_ words: String...) async throws -> [String] {
                let outcome = try await OperatorGround.docket(["usage"] + words, environment: environment)
                #expect(outcome.code == .success, "\(outcome.errors)")
                return outcome.output.split(separator: "\n").map(String.init)
            }
            let lines = try await docket("--from", before.description)
            #expect(lines.count == 3 && lines[0].hasSuffix("83 % of submissions") && lines[0].contains("████████▎░"), "\(lines)")
            #expect(lines[1].hasSuffix("a sandbox") && lines[2].hasSuffix("200 % of reading-minutes"), "\(lines)")
            let own = try await docket("--tenant", "acme").map {
                $0.split(separator: " ").joined(separator: " ")
            }
            #expect(
                own.suffix(2) == [
                    "submissions 83 of 100 17 left ████████▎░ 83 %", "bytes 5000 of 100000 95000 left ▌░░░░░░░░░ 5 %",
                ])
            // Of another time there is nothing to compare with a month's quota.
            let later = ["--from", first.adding(days: 1).description, "--to", month.last.description]
            for period in [["--to", before.description], later] {
                let told = try await OperatorGround.docket(["usage"] + period, environment: environment)
                #expect(told.code == .success && !told.output.contains("%"), "\(told.output)")
            }
            environment["DOCKET_TENANT_QUOTAS"] = "acme:sheets=1"
            let wrong = try await OperatorGround.docket(["usage"], environment: environment)
            #expect(wrong.code == .configuration && wrong.errors.contains("DOCKET_TENANT_QUOTAS"), "\(wrong.errors)")
        }
    }
}
