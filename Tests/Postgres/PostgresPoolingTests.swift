import EventLoop
import Postgres
import Support
import Telemetry
import Testing

/// Behind a real PgBouncer that gives each transaction whatever session is free.
@Suite(.timeLimit(.minutes(2))) struct PostgresPoolingTests {
    private func withPooled(
        connections: Int = 2, configure: (inout PostgresConfiguration) -> Void = { _ in },
        _ body: (TestDatabase, RealPgBouncer) async throws -> Void
    ) async throws {
        try await RealPgBouncer.run(before: try await TemporaryPostgres.shared(), connections: connections) { pooler in
            try await TestDatabase.run(
                configure: {
                    pooler.lead(&$0)
                    configure(&$0)
                }) { try await body($0, pooler) }
        }
    }

    /// The server itself, for what the test wants to know.
    private func withDirect<T: Sendable>(_ database: TestDatabase, _ body: (PostgresPool) async throws -> T) async throws -> T {
        let name = try await database.pool.query("select current_database() as name")[0].decode("name", as: String.self)
        let pool = PostgresPool(
            configuration: PostgresConfiguration(connectionString: database.cluster.connectionString(database: name)),
            group: database.group, logger: .silent)
        let result: Result<T, any Error>
        do { result = .success(try await body(pool)) } catch { result = .failure(error) }
        await pool.close()
        return try result.get()
    }

    @Test func moreConnectionsThanSessionsRunTheSameStatements() async throws {
        try await withPooled { database, _ in
            let pool = database.pool
            try await pool.query("create table t (n int primary key, word text)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for n in 1...64 {
                    group.addTask {
                        try await pool.withTransaction { transaction in
                            try await transaction.execute("insert into t values (\(n), \("word \(n)"))")
                            let rows = try await transaction.query("select word from t where n = \(n)")
                            #expect(try rows[0].decode("word", as: String.self) == "word \(n)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await pool.query("select count(*)::int as n from t")[0].decode("n", as: Int.self) == 64)
            let left = try await withDirect(database) { direct in
                try await direct.query(
                    """
                    select count(*)::int as sessions from pg_stat_activity
                    where datname = current_database() and application_name = 'docket-tests'
                    """)[0].decode("sessions", as: Int.self)
            }
            #expect((1...2).contains(left))
            #expect(try await pool.query("select from pg_prepared_statements").isEmpty)
        }
    }

    @Test func eachTransactionHasItsLimitsAndLeavesNone() async throws {
        try await withPooled(connections: 1, configure: { $0.statementTimeout = .milliseconds(300) }) { database, pooler in
            let pool = database.pool
            let alone = await #expect(throws: PostgresError.self) { try await pool.query("select pg_sleep(600)") }
            #expect(alone?.code == .timedOut)
            let within = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { try await $0.query("select pg_sleep(600)") }
            }
            #expect(within?.code == .timedOut)
            // The only session there is, seen by one who sets nothing.
            let name = try await pool.query("select current_database() as name")[0].decode("name", as: String.self)
            let seen = try await Program.check(
                "psql", ["-qXAt", pooler.connectionString(database: name), "-c", "show statement_timeout"])
            #expect(seen.text == "0\n")
        }
    }

    @Test func whatNeedsASessionIsRefused() async throws {
        try await withPooled { database, _ in
            let error = await #expect(throws: PostgresError.self) { try await database.pool.withConnection { _ in } }
            #expect(error?.isRetriable == false)
        }
    }

    @Test func aPoolerIsRecognized() async throws {
        try await withPooled { database, _ in
            let pooled = try await database.pool.leadsToPooler()
            let direct = try await withDirect(database) { try await $0.leadsToPooler() }
            #expect(pooled && !direct)
        }
    }

    @Test func cancellingATaskCancelsItsQuery() async throws {
        try await withPooled(connections: 2) { database, _ in
            let task = Task { try await database.pool.query("select pg_sleep(600)") }
            try await eventually("it sleeps") {
                try await !database.pool.query(
                    "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
                ).isEmpty
            }
            task.cancel()
            let error = await #expect(throws: PostgresError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(
                try await database.pool.query(
                    "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
                ).isEmpty)
        }
    }

    @Test func thePoolOutlivesAPoolerThatIsKilled() async throws {
        try await withPooled { database, pooler in
            let pool = database.pool
            try await pool.query("create table t (n int)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { transaction in
                    try await transaction.execute("insert into t values (1)")
                    await pooler.kill()
                    try await transaction.execute("insert into t values (2)")
                }
            }
            #expect(error?.code == .connectionLost && error?.isRetriable == true)
            try await pooler.start()
            for _ in 0..<20 { #expect(try await pool.query("select n from t").isEmpty) }
        }
    }

    /// A pooler says of itself what its server was when it started.
    @Test func aServerThatTakesNoChangesIsLeftAlone() async throws {
        let cluster = try await TemporaryPostgres.start()
        do {
            try await RealPgBouncer.run(before: cluster) { pooler in
                try await TestDatabase.run(
                    on: cluster,
                    configure: {
                        pooler.lead(&$0)
                        $0.acquireTimeout = .seconds(1)
                    }
                ) { database in
                    try await database.pool.query("create table t (n int)")
                    try await cluster.makeReadOnly()
                    let error = await #expect(throws: PostgresError.self) {
                        try await database.pool.execute("insert into t values (1)")
                    }
                    #expect(error?.isRetriable == true, "\(String(describing: error))")
                }
            }
        } catch {
            await cluster.stop()
            throw error
        }
        await cluster.stop()
    }
}
