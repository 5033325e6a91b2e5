import CommandSupport
import Postgres

/// The database inside of a private cluster.
enum ClusterDatabase {
    /// Makes it if it is not there.
    static func create(_ placement: ClusterPlacement, _ context: CommandContext) async throws {
        let configuration = DatabaseAccess.configuration(connectionString: placement.databaseURL(named: "postgres"))
        try await DatabaseAccess.withPool(configuration, context) { pool in
            let found = try await pool.query("select 1 from pg_database where datname = \(ClusterPlacement.database)")
            if found.isEmpty { try await pool.execute("create database \(raw: ClusterPlacement.database)") }
        }
    }
}
