import Postgres
import Support

extension TestDatabase {
    /// A database over one connection, so that its statistics are whole whenever they are asked for.
    static func runMeasured(_ body: (TestDatabase) async throws -> Void) async throws {
        try await runMigrated(configure: { $0.maximumConnections = 1 }, body)
    }

    /// How many rows of a table, or entries of its indexes, Postgres looks at in the course of `body`: what it costs, however
    /// busy the machine is.
    func rowsRead(of table: String, during body: () async throws -> Void) async throws -> Int {
        let before = try await rowsRead(of: table)
        try await body()
        return try await rowsRead(of: table) - before
    }

    private func rowsRead(of table: String) async throws -> Int {
        try await pool.query("select pg_stat_force_next_flush()")
        return try await pool.query(
            """
            select (select seq_tup_read from pg_stat_user_tables where relid = to_regclass(\(table)))
                + (select sum(idx_tup_read) from pg_stat_user_indexes where relid = to_regclass(\(table)))::bigint as rows
            """)[0].decode("rows")
    }
}
