import Postgres
import Support
import Telemetry
import Testing

/// Each with a cluster of its own, which it stops.
@Suite(.timeLimit(.minutes(2))) struct PostgresOutageTests {
    private func withCluster(_ body: (TemporaryPostgres) async throws -> Void) async throws {
        let cluster = try await TemporaryPostgres.start()
        do {
            try await body(cluster)
        } catch {
            await cluster.stop()
            throw error
        }
        await cluster.stop()
    }

    @Test func `case 2: the pool outlives a server that is stopped at once in mid-transaction`() async throws {
        try await withCluster { cluster in
            try await TestDatabase.run(on: cluster, configure: { $0.acquireTimeout = .seconds(30) }) { database in
                try await database.pool.query("create table t (n int)")
                // Some connections are idle when the server goes, one is in mid-query, one in mid-transaction.
                let sleeper = Task { try await database.pool.query("select pg_sleep(600)") }
                let error = await #expect(throws: PostgresError.self) {
                    try await database.pool.withTransaction { transaction in
                        try await transaction.execute("insert into t values (1)")
                        try await cluster.restart(.immediate)
                        try await transaction.execute("insert into t values (2)")
                    }
                }
                #expect(error?.code == .connectionLost)
                #expect(error?.isRetriable == true)
                let interrupted = await #expect(throws: PostgresError.self) { try await sleeper.value }
                #expect(interrupted?.isRetriable == true)
                for _ in 0..<20 { #expect(try await database.pool.query("select n from t").isEmpty) }
            }
        }
    }

    @Test(arguments: [false, true])
    func `case 2: a server that is stopped at once during COMMIT leaves the outcome open, and the change can be made again`(
        isSentAtOnce: Bool
    ) async throws {
        try await withCluster { cluster in
            try await TestDatabase.run(on: cluster, configure: { $0.acquireTimeout = .seconds(30) }) { database in
                let pool = database.pool
                try await pool.query("create table t (n int primary key)")
                // COMMIT takes its time.
                try await pool.query(
                    """
                    create function dawdle() returns trigger language plpgsql as
                    $$ begin perform pg_sleep(600); return null; end $$
                    """)
                try await pool.query(
                    """
                    create constraint trigger dawdle after insert on t deferrable initially deferred
                    for each row execute function dawdle()
                    """)
                let committing = Task {
                    try await pool.withTransaction { transaction in
                        let insertion: SQL = "insert into t values (1)"
                        _ = isSentAtOnce ? try await transaction.finish([insertion]) : try await transaction.pipeline([insertion])
                    }
                }
                try await eventually("the server is in mid-COMMIT") {
                    try await !pool.query("select from pg_stat_activity where wait_event = 'PgSleep' and query ilike 'commit%'")
                        .isEmpty
                }
                try await cluster.restart(.immediate)
                let error = await #expect(throws: PostgresError.self) { try await committing.value }
                #expect(error?.code == .commitOutcomeUnknown)
                #expect(error?.isRetriable == true)
                try await pool.query("drop trigger dawdle on t")
                try await pool.withTransaction { transaction in
                    _ = try await transaction.execute("insert into t values (1) on conflict do nothing")
                }
                #expect(try await pool.query("select n from t").count == 1)
            }
        }
    }

    @Test func waitersAreServedWhenTheServerComesBack() async throws {
        try await withCluster { cluster in
            try await TestDatabase.run(on: cluster, configure: { $0.acquireTimeout = .seconds(30) }) { database in
                try await database.pool.query("select 1")
                try await cluster.stopServer(.fast)
                let waiting = Task { try await database.pool.query("select 7 as n")[0].decode("n", as: Int.self) }
                try await cluster.startServer()
                #expect(try await waiting.value == 7)
            }
        }
    }

    @Test func listeningBeginsAgainAfterARestart() async throws {
        try await withCluster { cluster in
            try await TestDatabase.run(on: cluster) { database in
                let listener = PostgresListener(
                    channels: ["news"], configuration: database.configuration, group: database.group, logger: .silent)
                #expect(try await listener.next() == .listening)
                try await cluster.restart(.immediate)
                #expect(try await listener.next() == .listening)
                await listener.close()
            }
        }
    }
}
