public import Domain
internal import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// The audit trail. The table refuses changes: entries can only be added and read.
public struct AuditStore: Sendable {
    public static let maximumPageSize = 1000

    private let pool: PostgresPool
    private let longReads: LongReads
    private let keys: SealingKeyStore?

    /// Without `longReads` the trail is read from `pool`, too. Without `keys` notes that are sealed are not told.
    public init(pool: PostgresPool, longReads: LongReads? = nil, keys: SealingKeyStore? = nil) {
        self.pool = pool
        self.keys = keys
        self.longReads = longReads ?? LongReads(primary: pool)
    }

    /// Adds acts without a transaction of their own, such as views.
    public func record(_ acts: [AuditAct]) async throws(StoreError) {
        guard !acts.isEmpty else { return }
        _ = try await StoreError.wrapping("write the audit trail") { try await pool.execute(AuditWriter.statement(acts)) }
    }

    /// Adds an act on a submission whose note is somebody's words: of a sealed submission they are stored by its key. Where that is gone
    /// by an erasure, nothing of theirs is left that it could protect.
    public func recordInWords(_ act: AuditAct) async throws(StoreError) {
        _ = try await StoreError.wrapping("write the audit trail") {
            var key: SubmissionKey?
            do throws(SealingError) {
                if let submission = act.submission { key = try await keys?.keyOfWords(about: submission) }
            } catch {
                guard error.code == .gone else { throw error }
            }
            return try await pool.execute(AuditWriter.statement([try SealedNote.sealing(act, by: key)]))
        }
    }

    /// Entries of a tenant (or of all), newest first, at most `limit`, below `number` if it is given.
    public func entries(
        tenant: TenantID?, matching filter: AuditFilter = AuditFilter(), limit: Int, below number: Int64? = nil
    ) async throws(StoreError) -> [AuditEntry] {
        var conditions: [SQL] = ["true"]
        if let tenant { conditions.append("tenant = \(tenant.rawValue)") }
        if let submission = filter.submission { conditions.append("submission_id = \(submission.uuid)") }
        if let actor = filter.actor { conditions.append("actor = \(actor)") }
        if !filter.actions.isEmpty { conditions.append("action = any(\(filter.actions))") }
        if let after = filter.after { conditions.append("time >= \(after.date)") }
        if let before = filter.before { conditions.append("time < \(before.date)") }
        if let number { conditions.append("id < \(number)") }
        let limit = min(max(limit, 1), Self.maximumPageSize)
        return try await StoreError.wrapping("read the audit trail") {
            try await longReads.read { pool in
                let rows = try await pool.query(
                    """
                    select \(Self.columns) from audit where \(SQL.joined(conditions, separator: " and "))
                    order by id desc limit \(limit)
                    """)
                return try await entries(rows)
            }
        }
    }

    /// The acts on webhook endpoints, deliveries, keys and portal links of a tenant, newest first. They are rare among all others, so
    /// they have an index of their own (migration 49), whose condition this list repeats.
    public func integrationEntries(tenant: TenantID, limit: Int, below number: Int64? = nil) async throws(StoreError)
        -> [AuditEntry]
    {
        let below: SQL = number.map { "and id < \($0)" } ?? ""
        return try await StoreError.wrapping("read the audit trail") {
            let rows = try await pool.query(
                """
                select \(Self.columns) from audit where tenant = \(tenant.rawValue) and action in (
                    'webhook-endpoint.create', 'webhook-endpoint.change', 'webhook-endpoint.enable', 'webhook-endpoint.disable',
                    'webhook-endpoint.rotate', 'webhook-endpoint.remove', 'delivery.retry', 'delivery.recover', 'key.create',
                    'key.revoke', 'portal-link.create', 'portal-link.open', 'portal-link.revoke') \(below)
                order by id desc limit \(min(max(limit, 1), Self.maximumPageSize))
                """)
            return try await entries(rows)
        }
    }

    /// The types of the events that these acts have caused.
    public func eventTypes(of entries: [AuditEntry]) async throws(StoreError) -> [EventID: String] {
        let ids = entries.compactMap(\.act.event?.uuid)
        guard !ids.isEmpty else { return [:] }
        return try await StoreError.wrapping("read the events of the audit trail") {
            try await longReads.read { pool in
                try await pool.query("select id, type from events where id = any(\(ids))").reduce(into: [:]) {
                    $0[try $1.decodeID("id")] = try $1.decode("type", as: String.self)
                }
            }
        }
    }

    // MARK: - Rows

    private static let columns: SQL = """
        id, tenant, submission_id, resource, basis, actor, time, event_id, address, \(SealedNote.columns(of: "audit"))
        """

    private func entries(_ rows: PostgresRows) async throws -> [AuditEntry] {
        var entries: [AuditEntry] = []
        for row in rows { entries.append(try await entry(row)) }
        return entries
    }

    private func entry(_ row: Row) async throws -> AuditEntry {
        let submission = try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) }
        let origin = AuditOrigin(actor: try row.decode("actor"), address: try row.decodeIfPresent("address"))
        var act = AuditAct(
            tenant: try row.decodeValue("tenant"), action: try row.decode("action"), resource: try row.decode("resource"),
            basis: try row.decodeCase("basis"), origin: origin, note: try await SealedNote.note(row, about: submission, by: keys),
            time: try row.decodeTimestamp("time"))
        act.submission = submission
        act.event = try row.decodeIfPresent("event_id", as: UUID.self).map { EventID($0) }
        return AuditEntry(number: try row.decode("id"), act: act)
    }
}

/// Writes acts, in the transaction of their change if there is one.
enum AuditWriter {
    static func statement(_ acts: [AuditAct]) -> SQL {
        """
        insert into audit (tenant, submission_id, action, resource, basis, actor, time, event_id, address, note,
            note_is_sealed)
        select tenant, submission_id, action, resource, basis, actor, time, event_id, address, note, note_is_sealed
        from unnest(\(acts.map(\.tenant.rawValue)), \(OptionalArray(acts.map { $0.submission?.uuid })),
                \(acts.map(\.action)), \(acts.map(\.resource)), \(acts.map(\.basis.rawValue)), \(acts.map(\.origin.actor)),
                \(acts.map(\.time.date)), \(OptionalArray(acts.map { $0.event?.uuid })),
                \(OptionalArray(acts.map(\.origin.address))), \(OptionalArray(acts.map(\.note))),
                \(acts.map(\.isNoteSealed)))
            with ordinality as a (
                tenant, submission_id, action, resource, basis, actor, time, event_id, address, note, note_is_sealed, place)
        order by place
        """
    }
}
