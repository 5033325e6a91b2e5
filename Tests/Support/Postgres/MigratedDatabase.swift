public import Postgres
import PostgresStore

extension TestDatabase {
    /// Runs `body` with a database of its own that has Docket's schema: a copy of one that is migrated once.
    public static func runMigrated<T: Sendable>(
        configure: (inout PostgresConfiguration) -> Void = { _ in }, _ body: (TestDatabase) async throws -> T
    ) async throws -> T {
        try await run(template: try await migratedTemplate.value, configure: configure, body)
    }

    private static let migratedTemplate = Task.detached {
        try await run { database in
            _ = try await Migrator(pool: database.pool).migrate()
            return try await database.pool.query("select current_database() as name")[0].decode("name", as: String.self)
        }
    }
}
