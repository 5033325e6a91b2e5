public import EventLoop
public import Postgres
import Telemetry

/// A database of one test's own, with a pool over two loops; closed when the test is over, also when it fails.
public struct TestDatabase: Sendable {
    public let cluster: TemporaryPostgres
    public let configuration: PostgresConfiguration
    public let group: EventLoopGroup
    public let pool: PostgresPool

    /// Runs `body` with a database on the shared cluster.
    public static func run<T: Sendable>(
        on cluster: TemporaryPostgres? = nil, template: String? = nil,
        configure: (inout PostgresConfiguration) -> Void = { _ in }, _ body: (TestDatabase) async throws -> T
    ) async throws -> T {
        let cluster = if let cluster { cluster } else { try await TemporaryPostgres.shared() }
        let name = try await cluster.makeDatabase(template: template)
        var configuration = PostgresConfiguration(
            connectionString: cluster.connectionString(database: name), applicationName: "docket-tests", minimumConnections: 0,
            // A machine that is busy with other tests is no fault of the one that waits.
            acquireTimeout: .seconds(60), connectTimeout: .seconds(60))
        configure(&configuration)
        let group = try EventLoopGroup(threads: 2, blockingThreads: 2, name: "test")
        let pool = PostgresPool(configuration: configuration, group: group, logger: .silent)
        let database = TestDatabase(cluster: cluster, configuration: configuration, group: group, pool: pool)
        do {
            let value = try await body(database)
            await database.close()
            return value
        } catch {
            await database.close()
            throw error
        }
    }

    private func close() async {
        await pool.close()
        await group.shutdown()
    }
}
