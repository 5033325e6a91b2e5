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
            #expect(try await docket("--grow").code == .usage)
            try await database.pool.query("insert into schema_migrations (version, name, checksum) values (1000, 'later', 'x')")
            let newer = try await docket("--plan")
            #expect(newer.code == .configuration)
            #expect(newer.errors.contains("newer"))
        }
    }

    @Test func `keys move where the variable says, and each refusal says what to do`() async throws {
        try await TestDatabase.run { keys in
            try await TestDatabase.run { database in
                func docket(_ words: String..., keys: String? = keys.configuration.connectionString) async throws
                    -> OperatorGround.Outcome
                {
                    var environment = ["DATABASE_URL": database.configuration.connectionString]
                    environment["DOCKET_KEYS_URL"] = keys
                    return try await OperatorGround.docket(["migrate"] + words, environment: environment)
                }
                let plan = try await docket("--plan")
                #expect(plan.output.hasSuffix("unless they are there\n"))
                #expect(try await keys.pool.query("select from pg_namespace where nspname = 'docket_keys'").isEmpty)
                let moved = try await docket()
                #expect(moved.code == .success && moved.output.contains("moved 0 keys of submissions"), "\(moved.errors)")
                #expect(try await docket().output.contains("The keys of submissions are in "))
                #expect(try await docket(keys: nil).output == "The database is up to date.\n")

                #expect(try await docket("--take-keys", keys: nil).code == .usage)
                #expect(try await docket(keys: "postgresql://[").code == .configuration)
                let away = try await docket("--timeout", "0", keys: "host=/nowhere dbname=keys")
                #expect(away.code == .unavailable)
                #expect(away.errors.contains("DOCKET_KEYS_URL"), "\(away.errors)")
                let same = try await docket(keys: database.configuration.connectionString)
                #expect(same.code == .refused)
                #expect(same.errors.contains("Name an empty database in DOCKET_KEYS_URL"), "\(same.errors)")
            }
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
