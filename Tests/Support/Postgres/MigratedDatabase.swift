import FoundationEssentials
public import Postgres
import PostgresStore
import Telemetry

extension TestDatabase {
    /// Whether every store is examined by way of a pooler.
    public static var goesThroughPooler: Bool { ProcessInfo.processInfo.environment["DOCKET_TEST_POOLER"] == "transaction" }
    /// Whether every store is examined with the keys of submissions in another database.
    public static var keysAreElsewhere: Bool { ProcessInfo.processInfo.environment["DOCKET_TEST_KEYS"] == "elsewhere" }

    /// Runs `body` with a database of its own that has Docket's schema: a copy of one that is migrated once. `isPooled`: its pool
    /// leads through a pooler of its own.
    public static func runMigrated<T: Sendable>(
        isPooled: Bool = goesThroughPooler, keysAreElsewhere: Bool = keysAreElsewhere,
        configure: (inout PostgresConfiguration) -> Void = { _ in }, _ body: (TestDatabase) async throws -> T
    ) async throws -> T {
        let template = try await migratedTemplate.value
        guard keysAreElsewhere else { return try await run(template, isPooled: isPooled, configure, body) }
        return try await run { other in
            try await run(template, isPooled: isPooled, configure) { database in
                // A migration needs a session.
                let name = try await database.pool.query("select current_database() as name")[0].decode("name", as: String.self)
                let direct = PostgresPool(
                    configuration: PostgresConfiguration(
                        connectionString: database.cluster.connectionString(database: name), minimumConnections: 0),
                    group: database.group, logger: .silent)
                let address = other.configuration.connectionString
                _ = try await KeysElsewhere(of: direct, in: other.pool, at: address).connect()
                await direct.close()
                return try await body(database)
            }
        }
    }

    private static func run<T: Sendable>(
        _ template: String, isPooled: Bool, _ configure: (inout PostgresConfiguration) -> Void,
        _ body: (TestDatabase) async throws -> T
    ) async throws -> T {
        guard isPooled else { return try await run(template: template, configure: configure, body) }
        return try await RealPgBouncer.run(before: try await TemporaryPostgres.shared()) { pooler in
            try await run(
                template: template,
                configure: {
                    pooler.lead(&$0)
                    configure(&$0)
                }, body)
        }
    }

    private static let migratedTemplate = Task.detached {
        try await run { database in
            _ = try await Migrator(pool: database.pool).migrate()
            return try await database.pool.query("select current_database() as name")[0].decode("name", as: String.self)
        }
    }
}
