public import Crypto
public import Custody
public import Domain
public import Postgres

/// Compares the tables of a tenant's log with each other, with their rows, with the submissions that these are about, with
/// the signed heads, and with heads that somebody has kept.
public struct CustodyAuditor: Sendable {
    private let pool: PostgresPool
    private let keys: SealingKeyStore?

    /// Without `keys` nothing that is sealed is compared.
    public init(pool: PostgresPool, keys: SealingKeyStore? = nil) { (self.pool, self.keys) = (pool, keys) }

    public struct Finding: Sendable {
        public let tenant: String
        public let leaves: Int
        public let heads: Int
        /// The number of heads with valid time stamps.
        public let stamped: Int
        /// The number of leaves with unchanged rows.
        public let held: Int
        /// The number of leaves whose salts went with an erasure that is a leaf itself.
        public let erased: Int
        public let faults: [LogFault]
        /// The number of faults beyond the named ones.
        public let unnamed: Int
        /// Kept heads that cover leaves lost in a restore.
        public let lost: [String]
        /// The first heads of eras.
        public let restores: [LogHead]
        /// The number of submissions of whose facts some are sealed, and cannot be opened.
        public let unopened: Int
        /// The number of submissions of which something is gone by an act that is no leaf yet.
        public let unproven: Int
    }

    /// Tenants with a log, or with rows that should be in one.
    public func tenants() async throws(StoreError) -> [String] {
        try await StoreError.wrapping("find the logs") {
            try await pool.query(
                """
                select tenant from custody_trees union select tenant from custody_leaves union select tenant from custody_heads
                union select tenant from audit union select tenant from events order by tenant
                """
            ).map { try $0.decode("tenant") }
        }
    }

    /// Examines the log at one moment. Reads every leaf and its row once, 256 at a time. Signers of time stamps are
    /// checked only with configured authorities.
    public func examine(
        _ tenant: String, keys: JSONWebKeySet, kept: [KeptHead], authorities: TimeStampAuthorities? = nil
    ) async throws(StoreError) -> Finding {
        try await StoreError.wrapping("examine a log") {
            let history = LogHistory(tenant: tenant, keys: keys, authorities: authorities)
            let finding = try await examine(tenant, history, kept: kept)
            // Salts in another database are as of a later moment: what was erased in between seems to lack them, once.
            guard !finding.faults.isEmpty, try await KeysElsewhere.isInUse(pool) else { return finding }
            return try await examine(tenant, history, kept: kept)
        }
    }

    private func examine(_ tenant: String, _ history: LogHistory, kept: [KeptHead]) async throws -> Finding {
        try await pool.withTransaction(.repeatableRead) { transaction in
            try await examine(tenant, history, kept: kept, over: transaction)
        }
    }

    /// With more faults than this the examination ends early.
    private static let mostUnnamed = 1 << 20

    private func examine(
        _ tenant: String, _ unread: LogHistory, kept: [KeptHead], over transaction: PostgresTransaction
    ) async throws -> Finding {
        var history = unread
        var last: Int?
        repeat {
            let rows = try await transaction.query(
                """
                select number, statement, stamp from custody_heads where tenant = \(tenant) and number > \(last ?? 0)
                order by number limit \(CustodyHeadStore.maximumPageSize)
                """)
            for row in rows {
                history.add(
                    try row.decode("statement"), number: try row.decode("number"), stamp: try row.decodeIfPresent("stamp"))
            }
            last = try rows.last?.decode("number", as: Int.self)
        } while last != nil
        var claims = history.entries.map(\.head).map { LogExamination.Claim("head \($0.number)", size: $0.size, root: $0.root) }
        let judged = history.judged(kept)
        var faults = history.faults + judged.faults
        claims += judged.toProve.map { name, head in
            LogExamination.Claim("head \(head.number), which was kept as \(name)", size: head.size, root: head.root, isKept: true)
        }
        var examination = LogExamination(claims: claims)
        let sizes = try await transaction.query(
            """
            select coalesce((select size from custody_trees where tenant = \(tenant)), 0) as told,
                coalesce((select least(max(leaf), \(Int64.max - 1)) + 1 from custody_leaves where tenant = \(tenant)
                    having count(*) > 0), 0) as size
            """)[0]
        let (told, size) = (try sizes.decode("told", as: Int.self), try sizes.decode("size", as: Int.self))
        if told != size {
            faults.append(LogFault(.leafGone, "the log should have \(told) leaves, and its last one is leaf \(size - 1)"))
        }
        while examination.size < size {
            guard examination.unnamed < Self.mostUnnamed else {
                faults.append(
                    LogFault(.leafGone, "so much is gone or wrong that what follows leaf \(examination.size) was not looked at"))
                break
            }
            let (first, count) = (examination.size, min(LogExamination.step, size - examination.size))
            let salts: SQL = """
                (select leaf, salt from docket_keys.custody_salts
                    where tenant = \(tenant) and leaf >= \(first) and leaf < \(first + count)) s on s.leaf = l.leaf
                """
            let answers = try await transaction.pipeline([
                """
                select \(CustodyRows.leafColumns) \(CustodyRows.joined(salts: salts))
                where l.tenant = \(tenant) and l.leaf >= \(first) and l.leaf < \(first + count) order by l.leaf
                """,
                """
                select hashes from custody_tiles
                where tenant = \(tenant) and level = 0 and tile = \(first / LogExamination.step)
                """,
            ])
            let tile = try answers[1].first?.decode("hashes", as: [UInt8].self)
            let leaves = try answers[0].compactMap { try CustodyRows.leaf($0) }
            examination.examine(leaves, count: count, tile: tile)
            for submission in try await LoggedSubmissions.ending(in: leaves, by: keys, over: transaction) {
                examination.examine(submission)
            }
        }
        for tile in examination.upperTiles {
            let tiles = try await CustodyTiles.read([tile], of: tenant, over: transaction)
            examination.examine(tile, holds: tiles.content[tile])
        }
        for row in try await transaction.query(Self.unlogged(tenant)) {
            examination.examine(unlogged: try row.decodeCase("kind"), number: try row.decode("number"))
        }
        for row in try await transaction.query(Self.untold(tenant)) { examination.examine(untold: try row.decode("submission")) }
        faults += try await LoggedTables.faults(of: tenant, over: transaction)
        var uncollected: [String: Set<String>] = [:]
        for row in try await transaction.query(
            """
            select a.action, a.submission_id::text as submission from audit a
            where a.tenant = \(tenant) and a.action = any(\(LogExamination.removals)) and a.submission_id is not null
                and \(CustodyCollector.newActs)
            """)
        { uncollected[try row.decode("action"), default: []].insert(try row.decode("submission")) }
        examination.finish(uncollected: uncollected)
        return Finding(
            tenant: tenant, leaves: examination.size, heads: history.entries.count, stamped: history.stamped,
            held: examination.held,
            erased: examination.erased, faults: faults + examination.faults, unnamed: examination.unnamed, lost: judged.lost,
            restores: history.restores, unopened: examination.unopened, unproven: examination.unproven)
    }

    /// Submissions without an event.
    private static func untold(_ tenant: String) -> SQL {
        """
        select s.id::text as submission from submissions s where s.tenant = \(tenant)
            and not exists (select from events e where e.submission_id = s.id)
        order by s.id limit \(LogExamination.mostNamed)
        """
    }

    /// Whether a row stands where no transaction has been yet: it would never be collected.
    private static func isAhead(_ table: SQL) -> SQL {
        "\(table).transaction_id >= (select event_place(current_event_era(), pg_snapshot_xmax(pg_current_snapshot())))"
    }

    /// Rows that are older than the collected ones and have no leaf, or stand ahead of all that was committed.
    private static func unlogged(_ tenant: String) -> SQL {
        """
        select 'audit' as kind, a.id as number from audit a where a.tenant = \(tenant) and not (\(CustodyCollector.newActs))
            and not exists (select from custody_leaves l where l.kind = 'audit' and l.number = a.id and l.tenant = a.tenant
                    and l.leaf >= 0)
        union all
        select 'event', e.position from events e where e.tenant = \(tenant) and not (\(CustodyCollector.newEvents))
            and not exists (select from custody_leaves l where l.kind = 'event' and l.number = e.position and l.tenant = e.tenant
                    and l.leaf >= 0)
        union all select 'audit', a.id from audit a where a.tenant = \(tenant) and \(isAhead("a"))
        union all select 'event', e.position from events e where e.tenant = \(tenant) and \(isAhead("e"))
        order by 1, 2 limit \(LogExamination.mostNamed)
        """
    }
}
