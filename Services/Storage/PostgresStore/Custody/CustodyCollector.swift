internal import Crypto
internal import Custody
public import Domain
internal import FoundationEssentials
public import Postgres

/// Makes leaves of committed rows, in a final order: no row can appear before them any more. Nothing waits for it; it
/// continues with the rest the next time.
public struct CustodyCollector: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Collecting holds it exclusively, and erasing holds it shared (see `forget_salts`): so no deleted row becomes a
    /// leaf.
    private static let lock: SQL = "7329000029"

    /// For an erasure, and whoever repeats one, before it looks at keys: where these are elsewhere, what the transaction sees of them is as
    /// of its first look, and salts that are added later would stay.
    static let holdOff: SQL = "select pg_advisory_xact_lock_shared(\(lock))"

    /// Appends at most `limit` rows of each table, and returns the greater number of both. Reading, appending and the new
    /// position are one transaction.
    public func collect(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("collect the log of custody") {
            try await pool.withTransaction { transaction in try await Self.collect(limit: limit, over: transaction) }
        }
    }

    static func collect(limit: Int, over transaction: PostgresTransaction) async throws -> Int {
        let found = try await transaction.pipeline([
            "select pg_advisory_xact_lock(\(lock))",
            "select is_only from custody_collector",
            """
            select \(CustodyRows.eventColumns), e.transaction_id::text as place from events e
            where \(newEvents) and e.transaction_id < \(PostgresEventLog.horizon)
            order by e.transaction_id, e.position limit \(limit)
            """,
            """
            select \(CustodyRows.auditColumns), a.transaction_id::text as place from audit a
            where \(newActs) and a.transaction_id < \(PostgresEventLog.horizon)
            order by a.transaction_id, a.id limit \(limit)
            """,
        ])
        guard !found[1].isEmpty else { throw StoreError.corrupt("custody_collector has no row") }
        let events = try found[2].compactMap { row in try CustodyRows.event(row).map { ($0, try Self.place(row)) } }
        let acts = try found[3].compactMap { row in try CustodyRows.audit(row).map { ($0, try Self.place(row)) } }
        guard !events.isEmpty || !acts.isEmpty else { return 0 }
        var appending = CustodyAppending()
        // What one transaction has written stands side by side, the events first.
        try await appending.append(
            (events + acts).sorted { ($0.1, $0.0.kind == .audit ? 1 : 0) < ($1.1, $1.0.kind == .audit ? 1 : 0) }.map(\.0),
            over: transaction)
        var next: [SQL] = []
        if let (row, place) = events.last {
            next.append("event_place = \(String(place))::text::xid8, event_position = \(row.number)")
        }
        if let (row, place) = acts.last {
            next.append("audit_place = \(String(place))::text::xid8, audit_number = \(row.number)")
        }
        let submissions = Set((events + acts).compactMap { $0.0.submission.flatMap { UUID(uuidString: $0) } })
        let erased = try await transaction.pipeline(
            ["select submission_id from erasures where submission_id = any(\(Array(submissions)))"] + appending.statements
                + ["update custody_collector set \(SQL.joined(next, separator: ", "))"]
        )[0]
        // Its rows may be from before the erasure, which has taken the salts of the leaves that there were.
        let ids = try erased.map { try $0.decode("submission_id", as: UUID.self) }
        if !ids.isEmpty { try await transaction.execute(ReturnedKeys.removalOfSalts(of: ids)) }
        return max(events.count, acts.count)
    }

    private static func place(_ row: Row) throws -> UInt64 {
        guard let place = UInt64(try row.decode("place", as: String.self)) else { throw StoreError.corrupt("a row has no place") }
        return place
    }

    /// Events `e` and acts `a` after the last leaves. The position is queried once.
    static let newEvents: SQL = """
        (e.transaction_id, e.position) > ((select event_place from custody_collector), (select event_position from custody_collector))
        """
    static let newActs: SQL = """
        (a.transaction_id, a.id) > ((select audit_place from custody_collector), (select audit_number from custody_collector))
        """

    /// Without an order Postgres would read whole tables: it assumes that a third of the rows are new.
    static func counting(most: Int) -> SQL {
        """
        (select count(*) from (
            select from events e where \(newEvents) order by e.transaction_id, e.position limit \(most)) e)
            + (select count(*) from (select from audit a where \(newActs) order by a.transaction_id, a.id limit \(most)) a)
        """
    }

    /// The number of committed rows without a leaf, up to `most` of each table, and the age of the oldest in seconds; 0
    /// if there is none.
    public func waiting(most: Int) async throws(StoreError) -> (rows: Int, seconds: Double) {
        try await StoreError.wrapping("look at what is to be collected") {
            let row = try await pool.query(
                """
                select \(Self.counting(most: most)) as rows,
                    coalesce(greatest(extract(epoch from now() - least(
                        (select e.time from events e where \(Self.newEvents) order by e.transaction_id, e.position limit 1),
                        (select a.time from audit a where \(Self.newActs) order by a.transaction_id, a.id limit 1)
                    )), 0), 0)::float8 as seconds
                """)[0]
            return (try row.decode("rows"), try row.decode("seconds"))
        }
    }
}

/// Rows to append to their tenants' logs.
struct CustodyAppending {
    private(set) var statements: [SQL] = []

    /// Reads the edges of the logs, and plans the writes. Leaves have the order of `rows`.
    mutating func append(_ rows: [CoveredRow], over transaction: PostgresTransaction) async throws {
        let tenants = Dictionary(grouping: rows) { $0.tenant }
        let names = tenants.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let sizes = try await transaction.pipeline([
            "insert into custody_trees (tenant) select unnest(\(names)) on conflict do nothing",
            "select tenant, size from custody_trees where tenant = any(\(names)) order by tenant for update",
        ])[1]
        for row in sizes {
            let (tenant, size) = (try row.decode("tenant", as: String.self), try row.decode("size", as: Int.self))
            let tiles = try await CustodyTiles.read(LogTile.edge(of: size), of: tenant, over: transaction)
            try append(tenants[tenant] ?? [], to: tenant, size: size, tiles)
        }
    }

    private mutating func append(_ rows: [CoveredRow], to tenant: String, size: Int, _ edge: LogTiles) throws {
        var (tiles, size) = (edge, size)
        var (leaves, commitments, salts): ([Int], [Bytes], [Bytes]) = ([], [], [])
        for row in rows {
            let salt = SecureRandom.bytes(CoveredRow.saltLength)
            guard tiles.append(row.leaf(salt: salt), size: size) else {
                throw StoreError.corrupt("the tiles of the log of \(tenant) do not hold \(size) leaves: see docket verify --log")
            }
            leaves.append(size)
            commitments.append(Bytes(row.commitment(salt: salt)))
            salts.append(Bytes(salt))
            size += 1
        }
        let submissions = OptionalArray(rows.map { $0.submission.flatMap { UUID(uuidString: $0) } })
        statements += [
            """
            insert into custody_leaves (tenant, leaf, kind, number, submission_id, commitment)
            select \(tenant), leaf, kind, number, submission, commitment
            from unnest(\(leaves), \(rows.map(\.kind.rawValue)), \(rows.map(\.number)), \(submissions), \(commitments))
                as l (leaf, kind, number, submission, commitment)
            """,
            // A backup of the keys is younger than that of the rows, and may have salts of leaves that these lack.
            """
            delete from docket_keys.custody_salts where tenant = \(tenant) and leaf = any(\(leaves))
            """,
            """
            insert into docket_keys.custody_salts (tenant, leaf, submission_id, salt)
            select \(tenant), leaf, submission, salt from unnest(\(leaves), \(submissions), \(salts))
                as s (leaf, submission, salt)
            """,
            "update custody_trees set size = \(size) where tenant = \(tenant)",
        ]
        let changed = tiles.changed.sorted { ($0.level, $0.index) < ($1.level, $1.index) }
        statements.append(
            """
            insert into custody_tiles (tenant, level, tile, hashes)
            select \(tenant), level, tile, hashes
            from unnest(\(changed.map(\.level)), \(changed.map(\.index)), \(changed.map { Bytes(tiles.content[$0] ?? []) }))
                as t (level, tile, hashes)
            on conflict (tenant, level, tile) do update set hashes = excluded.hashes
            """)
    }
}
