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
                insert into usage_days (tenant, day, submissions, files, bytes, pages_made, pages_read) values
                    ('acme', '2026-10-01', 1, 2, 300, 4, 5), ('acme', '2026-10-31', 10, 20, 3000, 40, 50),
                    ('acme', '2026-11-01', 7, 7, 7, 7, 7), ('acme.test', '2026-10-31', 1, 1, 1, 1, 1)
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
            #expect(lines.first?.joined(separator: " ") == "acme 11 submitted 22 files 3300 bytes 44 pages made 55 read")
            #expect(lines.last?.suffix(2).joined(separator: " ") == "a sandbox")
            let days = try await docket(october + ["--tenant", "acme"]).output.split(separator: "\n")
            #expect(days.count == 3 && days[1].hasSuffix("still open") && days[2].hasPrefix("  in all"), "\(days)")
            struct Line: Decodable {
                let tenant, day: String
                let final, test: Bool
                let bytes: Int
            }
            let told = try await docket(october + ["--json"]).jsonLines(Line.self)
            #expect(told.map(\.day) == ["2026-10-01", "2026-10-31", "2026-10-31"])
            #expect(told.map(\.final) == [true, false, false] && told.map(\.test) == [false, false, true])
            #expect(told.map(\.bytes) == [300, 3000, 1])
            #expect(try await docket(["usage", "--tenant", "nobody"]).output.hasPrefix("Nothing was used"))
            for wrong in [["--from", "2026-10-02", "--to", "2026-10-01"], ["--from", "2024-01-01", "--to", "2026-01-01"]] {
                #expect(try await docket(["usage"] + wrong).code == .usage)
            }
        }
    }
}
