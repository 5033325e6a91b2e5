import FoundationEssentials
public import Postgres
import PostgresStore

extension TestDatabase {
    /// Whether every store is examined by way of a pooler.
    public static var goesThroughPooler: Bool { ProcessInfo.processInfo.environment["DOCKET_TEST_POOLER"] == "transaction" }

    /// Runs `body` with a database of its own that has Docket's schema: a copy of one that is migrated once. `isPooled`: its pool
    /// leads through a pooler of its own.
    public static func runMigrated<T: Sendable>(
        isPooled: Bool = goesThroughPooler, configure: (inout PostgresConfiguration) -> Void = { _ in },
        _ body: (TestDatabase) async throws -> T
    ) async throws -> T {
        let template = try await migratedTemplate.value
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
