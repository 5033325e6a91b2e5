import CommandLine
import Postgres
import PostgresStore
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct MigratePlanTests {
    @Test func whatIsMissingIsShownAndNothingIsChanged() async throws {
        try await TestDatabase.run { database in
            func docket(_ words: String...) async throws -> OperatorGround.Outcome {
                try await OperatorGround.docket(
                    ["migrate"] + words, environment: ["DATABASE_URL": database.configuration.connectionString])
            }
            let plan = try await docket("--plan")
            #expect(plan.code == .success, "\(plan.errors)")
            #expect(
                plan.output.hasPrefix(
                    """
                    would apply 22 baseline: in one transaction, which nobody waits for
                    would apply 23 budgets of uploads: beside everybody; for moments it holds reads and writes of \
                    uploads, submission_links

                    """))
            let steps = try await docket("--plan", "--json").jsonLines(Step.self)
            #expect(steps.map(\.version) == Migration.all.map(\.version))
            #expect(steps.first == Step(version: 22, name: "baseline", isBeside: false, locks: []))
            #expect(
                steps.dropFirst().first?.locks
                    == ["uploads", "submission_links"].map { Step.Lock(table: $0, holdsReaders: true) })
            #expect(try await database.pool.query("select from pg_class where relnamespace = 'public'::regnamespace").isEmpty)

            #expect(try await docket().output.hasPrefix("applied 22 baseline\napplied 23 budgets of uploads\n"))
            #expect(try await docket("--plan").output == "The database is up to date.\n")
            #expect(try await docket("--plan", "--json").jsonLines(Step.self).isEmpty)

            #expect(try await docket("--plan", "--topics").code == .usage)
            #expect(try await docket("--json").code == .usage)
            try await database.pool.query("insert into schema_migrations (version, name, checksum) values (1000, 'later', 'x')")
            let newer = try await docket("--plan")
            #expect(newer.code == .configuration)
            #expect(newer.errors.contains("newer"))
        }
    }

    private struct Step: Decodable, Equatable {
        struct Lock: Decodable, Equatable {
            let table: String
            let holdsReaders: Bool
        }

        let version: Int
        let name: String
        let isBeside: Bool
        let locks: [Lock]
    }
}
