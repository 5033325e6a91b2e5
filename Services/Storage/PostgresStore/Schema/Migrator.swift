public import Domain
public import Postgres

/// Migrates the schema to the version that this program needs, and verifies it.
public struct Migrator: Sendable {
    private let pool: PostgresPool
    private let migrations: [Migration]
    private let onWait: @Sendable (Migration) -> Void

    /// Held while a process migrates, so that several may start at once: “docket” in ASCII.
    private static let advisoryLock: Int64 = 0x646f_636b_6574

    /// `onWait` is called each time that a step could not lock a table because another session reads it for long.
    public init(
        pool: PostgresPool, migrations: [Migration] = Migration.all, onWait: @escaping @Sendable (Migration) -> Void = { _ in }
    ) {
        self.pool = pool
        self.migrations = migrations
        self.onWait = onWait
    }

    /// Applies the missing steps and makes the missing keys. Each step runs in a transaction of its own, or beside the
    /// writes of others. Returns the steps that were applied now.
    ///
    /// - Throws: `schemaMismatch` if the schema is newer than this program, too old for it, or was made by other steps
    ///   than its own.
    public func migrate() async throws(StoreError) -> [Migration] {
        try await StoreError.wrapping("migrate") {
            try await Self.alone(in: pool) { try await migrate(over: $0) }
        }
    }

    /// Runs `body` while no other process changes the schema, and without a limit of time.
    static func alone<T: Sendable>(
        in pool: PostgresPool, _ body: (PostgresConnection) async throws -> T
    ) async throws -> T {
        try await pool.withConnection { connection in
            try await connection.query("set statement_timeout = 0")
            try await lock(connection)
            do {
                let value = try await body(connection)
                try await unlock(connection)
                return value
            } catch {
                try? await unlock(connection)
                throw error
            }
        }
    }

    /// Waits for another process that migrates, without a limit. It polls: a waiting statement here would block an index
    /// that the other process makes concurrently.
    private static func lock(_ connection: PostgresConnection) async throws {
        while true {
            let answer = try await connection.query("select pg_try_advisory_lock(\(advisoryLock)) as is_ours")
            if try answer.first?.decode("is_ours", as: Bool.self) ?? false { return }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private static func unlock(_ connection: PostgresConnection) async throws {
        try await connection.pipeline(["select pg_advisory_unlock(\(advisoryLock))", "reset statement_timeout"])
    }

    private func migrate(over connection: PostgresConnection) async throws -> [Migration] {
        try await connection.query(
            """
            create table if not exists schema_migrations (
                version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())
            """)
        let missing = try self.missing(try await applied(over: connection))
        for migration in missing {
            let records: [SQL] = migration.records.map { version, checksum in
                """
                insert into schema_migrations (version, name, checksum)
                values (\(Int32(version)), \(migration.name), \(checksum))
                """
            }
            switch migration.work {
            case .atOnce(let sql):
                try await ShortTries.run(over: connection, onWait: { onWait(migration) }) {
                    try await connection.withTransaction { transaction in
                        try await transaction.script(sql)
                        try await transaction.pipeline(records)
                    }
                }
            case .beside(let parts):
                for part in parts { try await carryOut(part, of: migration, over: connection) }
                try await connection.pipeline(records)
            }
        }
        try await KeyStore.makeMissingKeys(over: connection)
        return missing
    }

    private func carryOut(
        _ part: Migration.Part, of migration: Migration, over connection: PostgresConnection
    ) async throws {
        switch part {
        case .batches(let sql): while try await connection.execute(SQL(stringLiteral: sql)) > 0 {}
        case .statements(let sql):
            try await ShortTries.run(over: connection, onWait: { onWait(migration) }) { try await connection.script(sql) }
        case .index(let name, let definition):
            let found = try await connection.query(
                "select indisvalid from pg_index where indexrelid = to_regclass(\(name)::text)")
            if let isWhole = try found.first?.decode("indisvalid", as: Bool.self) {
                if isWhole { return }
                // What a process that ended in the middle of it left behind.
                try await connection.script("drop index concurrently \(name)")
            }
            try await connection.script("create index concurrently \(name) \(definition)")
        case .noIndex(let name): try await connection.script("drop index concurrently if exists \(name)")
        }
    }

    /// Verifies the schema when a program starts. Nothing changes.
    ///
    /// - Throws: `schemaMismatch` that says which side is older and what to do. It is retriable if the schema is the
    ///   older side, for a migration may follow.
    public func verify() async throws(StoreError) {
        if let fault = try await status().fault { throw fault }
    }

    /// How the schema compares to the migrations of this program.
    public func status() async throws(StoreError) -> SchemaStatus {
        SchemaStatus(applied: try await applied(), migrations: migrations)
    }

    /// The steps that `migrate` would apply now. Nothing changes.
    ///
    /// - Throws: As `migrate`.
    public func plan() async throws(StoreError) -> [Migration] { try missing(try await applied()) }

    private func applied() async throws(StoreError) -> [Int: String] {
        try await StoreError.wrapping("look at the schema") {
            let tables = try await pool.query("select to_regclass('schema_migrations') is not null as is_there")
            let isThere = try tables.first?.decode("is_there", as: Bool.self) ?? false
            return isThere ? try await applied(over: pool) : [:]
        }
    }

    private func applied(over executor: some PostgresExecutor) async throws -> [Int: String] {
        var applied: [Int: String] = [:]
        for row in try await executor.query("select version, checksum from schema_migrations") {
            applied[try row.decode("version")] = try row.decode("checksum")
        }
        return applied
    }

    private func missing(_ applied: [Int: String]) throws(StoreError) -> [Migration] {
        let status = SchemaStatus(applied: applied, migrations: migrations)
        if case .older = status { return migrations.filter { !$0.isRecorded(in: applied) } }
        if let fault = status.fault { throw fault }
        return []
    }
}
