import Postgres
import Support
import Telemetry
import Testing

/// A standby becomes the primary while the old one goes on answering, and takes no changes.
@Suite(.timeLimit(.minutes(2))) struct FailoverTests {
    /// All connections lead to the old primary, and one refusal is enough to leave it with all of them.
    @Test func changesGoToThePromotedStandby() async throws {
        try await PostgresPair.run { pair in
            try await TestDatabase.run(on: pair.primary, configure: { $0.connectionString = pair.hosts }) { database in
                let pool = database.pool
                try await pool.query("create table t (n int)")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            try await pool.withTransaction { transaction in
                                _ = try await transaction.query("select pg_sleep(0.1)")
                                _ = try await transaction.execute("insert into t values (\(Int32(number)))")
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                try await pair.hasFollowed("select from t offset 3")
                try await pair.failOver()
                try await pool.execute("insert into t values (4)")
                try await pool.withTransaction { _ = try await $0.execute("insert into t values (5)") }
                #expect(try await pair.standby.answers("select from t offset 5"))
                #expect(try await !pair.primary.answers("select from t offset 4"))
            }
        }
    }

    @Test func aTransactionThatMeetsAReadOnlyServerIsRunAgainOnThePrimary() async throws {
        try await PostgresPair.run { pair in
            try await TestDatabase.run(on: pair.primary, configure: { $0.connectionString = pair.hosts }) { database in
                try await database.pool.query("create table t (n int)")
                try await pair.hasFollowed("select where to_regclass('t') is not null")
                try await pair.failOver()
                try await database.pool.withTransaction { _ = try await $0.execute("insert into t values (1)") }
                #expect(try await pair.standby.answers("select from t"))
            }
        }
    }

    /// Reads over old connections go on without an error, and yet the service is of no use.
    @Test func aServerThatIsReadOnlyIsFoundBeforeAnythingIsWritten() async throws {
        try await PostgresPair.run { pair in
            try await TestDatabase.run(on: pair.primary, configure: { $0.connectionString = pair.hosts }) { database in
                try await database.pool.checkTakesChanges()
                try await pair.primary.makeReadOnly()
                let error = await #expect(throws: PostgresError.self) { try await database.pool.checkTakesChanges() }
                #expect(error?.code == .readOnly)
                #expect(error?.isRetriable == true)
                try await pair.standby.promote()
                try await database.pool.checkTakesChanges()
            }
        }
    }

    @Test func aStandbyAloneIsNoDatabaseToWorkOn() async throws {
        try await PostgresPair.run { pair in
            let isUsable = { (suffix: String) in
                try await TestDatabase.run(
                    on: pair.primary,
                    configure: {
                        $0.connectionString = pair.standby.connectionString() + suffix
                        $0.acquireTimeout = .seconds(1)
                    }, { try await $0.pool.query("select 1").count == 1 })
            }
            let error = await #expect(throws: PostgresError.self) { try await isUsable("") }
            #expect(error?.code == .connectionFailed)
            #expect(error?.detail.contains("read-only") == true)
            let isUsableAnyway = try await isUsable(" target_session_attrs=any")
            #expect(isUsableAnyway)
        }
    }
}
