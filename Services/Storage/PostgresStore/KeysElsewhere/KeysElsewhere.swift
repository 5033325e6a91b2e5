internal import Domain
internal import FoundationEssentials
public import Postgres

/// Keeps the wrapped keys of submissions, and the salts of the log's leaves, in another database than what they open: a copy of the one
/// has nothing of the other. The services reach them by foreign tables of the same names, so that nothing else knows of it.
///
/// Nothing that lies in the other database is ever deleted here. What is moved stays where it was until each row is seen there.
public struct KeysElsewhere: Sendable {
    /// What `connect` has done.
    public enum Outcome: Sendable, Equatable {
        /// This many keys and salts were moved.
        case moved(keys: Int, salts: Int)
        /// They were there before, and are reached by this address from now on.
        case connected
        case unchanged
    }

    private let database: PostgresPool
    private let other: PostgresPool
    let address: ForeignAddress
    private let onWait: @Sendable () -> Void

    /// - Parameters:
    ///   - database: The one of the submissions.
    ///   - other: The one of the keys.
    ///   - connectionString: How it is reached, by the server of the first one, too.
    ///   - onWait: Called each time that the tables could not be locked because another session reads them for long.
    /// - Throws: `misuse` if libpq does not understand the connection string.
    public init(
        of database: PostgresPool, in other: PostgresPool, at connectionString: String,
        onWait: @escaping @Sendable () -> Void = {}
    ) throws(PostgresError) {
        (self.database, self.other, self.onWait) = (database, other, onWait)
        address = try ForeignAddress(connectionString: connectionString)
    }

    /// Moves the keys there if they are here, and connects with them otherwise. What was broken off goes on.
    ///
    /// - Parameter taking: Whether keys that are not known to be of these submissions alone are taken for theirs. Another installation
    ///   that uses them is not ready from then on.
    /// - Returns: What was done.
    /// - Throws: `StoreError`, or `KeysElsewhereRefusal` where somebody has to decide, with nothing changed.
    public func connect(taking: Bool = false) async throws -> Outcome {
        do {
            return try await Migrator.alone(in: database) { connection in
                let (ours, theirs) = (try await ours(connection), try await theirs())
                switch try KeysPlan.decide(ours, theirs, taking: taking) {
                case .nothing: return .unchanged
                case .connect(let id):
                    let before = try await prepare(id, theirs, connection)
                    try await changing(connection) { try await attach(id, before: before, over: $0) }
                    return .connected
                case .move(let id):
                    let before = try await prepare(id, theirs, connection)
                    return try await changing(connection) { try await move(id, before: before, over: $0) }
                }
            }
        } catch let refusal as KeysElsewhereRefusal {
            throw refusal
        } catch {
            return try await StoreError.wrapping("put the keys into another database") { throw error }
        }
    }

    /// Whether keys and salts are in another database.
    static func isInUse(_ pool: PostgresPool) async throws -> Bool {
        try await !pool.query("select from keys_elsewhere where moved_at is not null").isEmpty
    }

    // MARK: - What is there

    private func ours(_ connection: PostgresConnection) async throws -> KeysPlan.Ours {
        let row = try await connection.query(
            """
            select (select id from keys_elsewhere) as id,
                (select relkind = 'f' from pg_class where oid = 'docket_keys.submissions'::regclass) as is_elsewhere,
                not exists (select from pg_user_mappings where srvname = \(ForeignAddress.server)) as is_cut_off,
                \(ForeignAddress.known) as known
            """)[0]
        return KeysPlan.Ours(
            id: try row.decodeIfPresent("id"), isElsewhere: try row.decode("is_elsewhere"),
            isAtAddress: try row.decodeIfPresent("known", as: String.self) == address.listed,
            isCutOff: try row.decode("is_cut_off"))
    }

    private func theirs() async throws -> KeysPlan.Theirs {
        let row = try await other.query(
            """
            select to_regclass('public.schema_migrations') is not null as has_documents,
                to_regclass('docket_keys.home') is not null as is_prepared
            """)[0]
        let hasDocuments = try row.decode("has_documents", as: Bool.self)
        guard try row.decode("is_prepared") else { return KeysPlan.Theirs(id: nil, isEmpty: true, hasDocuments: hasDocuments) }
        let found = try await other.query(
            """
            select (select id from docket_keys.home) as id,
                not exists (select from docket_keys.submissions) and not exists (select from docket_keys.custody_salts) as is_empty
            """)[0]
        return KeysPlan.Theirs(
            id: try found.decodeIfPresent("id"), isEmpty: try found.decode("is_empty"), hasDocuments: hasDocuments)
    }

    // MARK: - Changing it

    /// Where the other database has no id, both know it before anything moves: what is broken off then is known as begun.
    ///
    /// - Returns: The id that the other database has now.
    private func prepare(_ id: UUID, _ theirs: KeysPlan.Theirs, _ connection: PostgresConnection) async throws -> UUID {
        if let before = theirs.id { return before }
        try await connection.execute(
            """
            insert into keys_elsewhere (id) values (\(id))
            on conflict (is_only) do update set id = excluded.id where keys_elsewhere.moved_at is null
            """)
        do {
            try await other.withTransaction { transaction in
                try await transaction.script(KeysTables.definitions)
                try await transaction.execute("insert into docket_keys.home (id) values (\(id))")
            }
        } catch let error as PostgresError where error.sqlState == "42501" {
            throw KeysElsewhereRefusal.noRight(error.detail)
        }
        return id
    }

    /// Runs `body` in a transaction that waits for no table for longer than half a second, and tells the server's refusals apart.
    private func changing<T: Sendable>(
        _ connection: PostgresConnection, _ body: (PostgresTransaction) async throws -> T
    ) async throws -> T {
        try await ShortTries.run(over: connection, onWait: onWait) {
            do {
                return try await connection.withTransaction { try await body($0) }
            } catch let error as PostgresError where error.sqlState == "42501" {
                throw KeysElsewhereRefusal.noRight(error.detail)
            } catch let error as PostgresError
                where error.sqlState?.hasPrefix("08") == true || error.sqlState?.hasPrefix("HV") == true
            {
                throw KeysElsewhereRefusal.serverCannotReach(error.detail)
            }
        }
    }
}
