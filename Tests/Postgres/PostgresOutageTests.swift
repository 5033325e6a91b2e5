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

    @Test func thePoolOutlivesAnImmediateRestart() async throws {
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
