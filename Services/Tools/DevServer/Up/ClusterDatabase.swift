import CommandSupport
import Postgres

/// The database in a private cluster.
enum ClusterDatabase {
    /// Creates the database if it does not exist.
    static func create(_ placement: ClusterPlacement, _ context: CommandContext) async throws {
        let configuration = DatabaseAccess.configuration(connectionString: placement.databaseURL(named: "postgres"))
        try await DatabaseAccess.withPool(configuration, context) { pool in
            let found = try await pool.query("select 1 from pg_database where datname = \(ClusterPlacement.database)")
            if found.isEmpty { try await pool.execute("create database \(raw: ClusterPlacement.database)") }
        }
    }
}
