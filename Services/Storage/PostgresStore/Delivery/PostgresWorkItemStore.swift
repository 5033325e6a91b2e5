public import Domain
public import Postgres
public import Shared

public struct PostgresWorkItemStore: WorkItemStore {
    package let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    // MARK: - Beginning

    public func begin(
        _ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease
    ) async throws(StoreError) -> [WorkItemAdmission] {
        guard !items.isEmpty else { return [] }
        return try await StoreError.wrapping("begin work items") {
            // What is new needs no look at it, and one statement no transaction around it.
            let fresh = try await insert(items, mode, lease, where: "true")
            let known = items.filter { !fresh.contains($0) }
            var admissions =
                known.isEmpty ? [:] : try await pool.withTransaction { try await admit(known, mode, lease, $0) }
            for key in fresh { admissions[key] = .begun(attempt: 1) }
            return items.map { admissions[$0] ?? .unknown }
        }
    }

    public func beginNew(
        _ items: [WorkItemKey], after types: [EventType], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        guard !items.isEmpty else { return [] }
        return try await StoreError.wrapping("begin new work items") {
            try await insert(
                items, .together, lease,
                where: """
                    not exists (select from events p
                        where p.submission_id = e.submission_id and p.sequence < e.sequence
                            and p.type = any(\(unseen: types.map(\.rawValue))::text[])
                            and not p.id = any(\(unseen: items.map(\.eventID.uuid))::uuid[])
                            and \(PostgresEventLog.isUnfinished("p.id", stage: "item.stage")))
                    """)
        }
    }

    /// In the order of ids, which prevents deadlocks of two batches with the same items.
    private func insert(
        _ items: [WorkItemKey], _ mode: WorkItemMode, _ lease: Lease, where condition: SQL
    ) async throws -> Set<WorkItemKey> {
        let rows = try await pool.query(
            """
            insert into work_items (stage, event_id, submission_id, state, attempts, started_by, started_epoch, started_alone)
            select item.stage, item.event_id, e.submission_id, 'pending', \(mode == .alone ? 1 : 0),
                \(lease.instance.rawValue), \(lease.epoch), \(mode == .alone)
            from unnest(\(items.map(\.stage.rawValue)), \(unseen: items.map(\.eventID.uuid))) as item (stage, event_id)
                join events e on e.id = item.event_id
            where \(condition)
            order by item.stage, item.event_id
            on conflict do nothing
            returning stage, event_id
            """)
        return Set(try rows.map(Self.key))
    }

    private func admit(
        _ items: [WorkItemKey], _ mode: WorkItemMode, _ lease: Lease, _ transaction: PostgresTransaction
    ) async throws -> [WorkItemKey: WorkItemAdmission] {
        let rows = try await transaction.query(
            """
            select stage, event_id, state, attempts - \(Self.countedAlone(lease)) as attempts,
                coalesce(retry_at > now(), false) as waits,
                started_by is not null as is_started,
                coalesce(started_by = \(lease.instance.rawValue), false) as is_mine,
                \(Lease.isLive("w.started_by", epoch: "w.started_epoch")) as is_live
            from work_items w
            where (stage, event_id) in (
                select * from unnest(\(items.map(\.stage.rawValue)), \(items.map(\.eventID.uuid))))
            order by stage, event_id for update
            """)
        var admissions: [WorkItemKey: WorkItemAdmission] = [:]
        var begun: [WorkItemKey] = []
        for row in rows {
            let key = try Self.key(row)
            let admission = try admission(row, mode)
            admissions[key] = admission
            if case .begun = admission { begun.append(key) }
        }
        if !begun.isEmpty { try await transaction.execute(Self.start(begun, mode, lease)) }
        return admissions
    }

    private func admission(_ row: Row, _ mode: WorkItemMode) throws -> WorkItemAdmission {
        switch try row.decode("state", as: String.self) {
        case "done": return .done
        case "parked": return .parked
        default: break
        }
        let starter: WorkItemAdmission.Starter =
            if try row.decode("is_mine", as: Bool.self) {
                .oneself
            } else if try row.decode("is_started", as: Bool.self) {
                try row.decode("is_live", as: Bool.self) ? .otherAlive : .otherDead
            } else {
                .nobody
            }
        return .decided(
            attempts: try row.decode("attempts"), starter: starter, waits: try row.decode("waits"), mode: mode)
    }

    private static func start(_ items: [WorkItemKey], _ mode: WorkItemMode, _ lease: Lease) -> SQL {
        """
        update work_items set started_by = \(lease.instance.rawValue), started_epoch = \(lease.epoch),
            started_alone = \(mode == .alone), attempts = attempts - \(countedAlone(lease)) + \(mode == .alone ? 1 : 0),
            retry_at = null, changed_at = now()
        where (stage, event_id) in (select * from unnest(\(items.map(\.stage.rawValue)), \(items.map(\.eventID.uuid))))
        """
    }

    /// An attempt that this instance has begun alone, and begins again after a lost answer.
    private static func countedAlone(_ lease: Lease) -> SQL {
        "case when started_alone and started_by = \(lease.instance.rawValue) then 1 else 0 end"
    }

    package static func key(_ row: Row) throws -> WorkItemKey {
        WorkItemKey(stage: try row.decodeCase("stage"), eventID: try row.decodeID("event_id"))
    }

    // MARK: - Ending

    public func end(
        _ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        guard !ends.isEmpty else { return [] }
        return try await StoreError.wrapping("end work items") {
            Set(try await pool.query(Self.ending(ends, lease)).map(Self.key))
        }
    }

    /// Ends items in one statement, and returns those whose end was recorded. `done` applies whichever instance began the
    /// item; only the starter may record another end.
    static func ending(_ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease) -> SQL {
        // In one order everywhere, so that two batches with the same items do not wait for each other.
        let ends = firstEnds(ends).sorted { $0.key.eventID < $1.key.eventID }
        let changes = ends.map { EndedColumns($0.value) }
        return """
            update work_items w set state = ended.state,
                attempts = w.attempts + case when ended.counts and not w.started_alone then 1
                    when not ended.counts and w.started_alone then -1 else 0 end,
                retry_at = now() + ended.delay * interval '1 second',
                last_error = case when ended.keeps_error then w.last_error else ended.error end,
                started_by = null, started_epoch = null, started_alone = false, changed_at = now()
            from unnest(\(ends.map(\.key.stage.rawValue)), \(unseen: ends.map(\.key.eventID.uuid)), \(changes.map(\.state)),
                    \(changes.map(\.counts)), \(OptionalArray(changes.map(\.delay))), \(changes.map(\.keepsError)),
                    \(OptionalArray(changes.map(\.error))))
                as ended (stage, event_id, state, counts, delay, keeps_error, error)
            where w.stage = ended.stage and w.event_id = ended.event_id and w.state = 'pending'
                and (ended.state = 'done' or w.started_by = \(lease.instance.rawValue))
            returning w.stage, w.event_id, w.state
            """
    }

    /// One end for each item: the first, unless a later one says that an item to be retried is done.
    private static func firstEnds(_ ends: [(key: WorkItemKey, end: WorkItemEnd)]) -> [WorkItemKey: WorkItemEnd] {
        Dictionary(ends.map { ($0.key, $0.end) }) { first, later in
            if case .parked = first { first } else { later == .done ? later : first }
        }
    }

    /// The columns of an end.
    private struct EndedColumns {
        var state = "pending"
        /// An attempt alone was counted at its start. Any other counts now if it ended by itself.
        var counts = true
        /// In seconds; nil if no attempt follows.
        var delay: Double?
        var error: String?
        var keepsError = false

        init(_ end: WorkItemEnd) {
            switch end {
            case .done: state = "done"
            case .retry(let delay, let error): (self.delay, self.error) = (delay.seconds, error)
            case .parked(let error): (state, self.error) = ("parked", error)
            case .abandoned: (counts, delay, keepsError) = (false, 0, true)
            case .postponed(let delay, let reason): (counts, self.delay, error) = (false, delay.seconds, reason)
            }
        }
    }
}
