internal import FoundationEssentials
public import Postgres
public import Shared

public struct PostgresWorkItemStore: WorkItemStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    // MARK: - Beginning

    public func begin(
        _ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease
    ) async throws(StoreError) -> [WorkItemAdmission] {
        guard !items.isEmpty else { return [] }
        return try await StoreError.wrapping("begin work items") {
            let admissions = try await pool.withTransaction { transaction in
                let fresh = try await insert(items, mode, lease, transaction)
                let known = items.filter { !fresh.contains($0) }
                var admissions = known.isEmpty ? [:] : try await admit(known, mode, lease, transaction)
                for key in fresh { admissions[key] = .begun(attempt: 1) }
                return admissions
            }
            return try items.map { key in
                guard let admission = admissions[key] else { throw StoreError.corrupt("a work item has no event") }
                return admission
            }
        }
    }

    /// In order of the ids, so that two batches with the same items cannot wait for each other.
    private func insert(
        _ items: [WorkItemKey], _ mode: WorkItemMode, _ lease: Lease, _ transaction: PostgresTransaction
    ) async throws -> Set<WorkItemKey> {
        let rows = try await transaction.query(
            """
            insert into work_items (stage, event_id, submission_id, state, attempts, started_by, started_epoch, started_alone)
            select item.stage, item.event_id, e.submission_id, 'pending', \(mode == .alone ? 1 : 0),
                \(lease.instance.rawValue), \(lease.epoch), \(mode == .alone)
            from unnest(\(items.map(\.stage.rawValue)), \(items.map(\.eventID.uuid))) as item (stage, event_id)
                join events e on e.id = item.event_id
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
            select stage, event_id, state, attempts, coalesce(retry_at > now(), false) as waits,
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
        let isElsewhere = try row.decode("is_live", as: Bool.self) && row.decode("is_mine", as: Bool.self) == false
        let starter: WorkItemAdmission.Starter =
            try row.decode("is_started", as: Bool.self) ? (isElsewhere ? .otherAlive : .unfinished) : .nobody
        return .decided(
            attempts: try row.decode("attempts"), starter: starter, waits: try row.decode("waits"), mode: mode)
    }

    private static func start(_ items: [WorkItemKey], _ mode: WorkItemMode, _ lease: Lease) -> SQL {
        """
        update work_items set started_by = \(lease.instance.rawValue), started_epoch = \(lease.epoch),
            started_alone = \(mode == .alone), attempts = attempts + \(mode == .alone ? 1 : 0), retry_at = null,
            changed_at = now()
        where (stage, event_id) in (select * from unnest(\(items.map(\.stage.rawValue)), \(items.map(\.eventID.uuid))))
        """
    }

    private static func key(_ row: Row) throws -> WorkItemKey {
        WorkItemKey(stage: try row.decodeCase("stage"), eventID: try row.decodeID("event_id"))
    }

    // MARK: - Ending

    public func end(
        _ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease
    ) async throws(StoreError) -> Set<WorkItemKey> {
        try await StoreError.wrapping("end work items") {
            let ordered = ends.sorted { $0.key.eventID < $1.key.eventID }
            let answers = try await pool.pipeline(ordered.map { Self.ending($0.key, $0.end, lease) })
            return Set(zip(ordered, answers).filter { $0.1.affectedRows == 1 }.map(\.0.key))
        }
    }

    /// What was done is done, whoever began it; any other end is only the starter's to record.
    static func ending(_ key: WorkItemKey, _ end: WorkItemEnd, _ lease: Lease) -> SQL {
        let changes: SQL
        switch end {
        case .done:
            changes = "state = 'done', attempts = \(countedAttempts), retry_at = null, last_error = null"
        case .retry(let delay, let error):
            changes = """
                attempts = \(countedAttempts), retry_at = now() + \(delay.sqlInterval), last_error = \(error)
                """
        case .parked(let error):
            changes = "state = 'parked', attempts = \(countedAttempts), retry_at = null, last_error = \(error)"
        case .abandoned:
            changes = "attempts = \(uncountedAttempts), retry_at = now()"
        case .postponed(let delay, let reason):
            changes = """
                attempts = \(uncountedAttempts), retry_at = now() + \(delay.sqlInterval), last_error = \(reason)
                """
        }
        let guarding: SQL = end == .done ? "" : " and started_by = \(lease.instance.rawValue)"
        return """
            update work_items set \(changes), started_by = null, started_epoch = null, started_alone = false, changed_at = now()
            where stage = \(key.stage.rawValue) and event_id = \(key.eventID.uuid) and state = 'pending'\(guarding)
            """
    }

    /// An attempt that began alone was counted then; another counts now that it ended by itself.
    private static let countedAttempts: SQL = "attempts + case when started_alone then 0 else 1 end"

    private static let uncountedAttempts: SQL = "attempts - case when started_alone then 1 else 0 end"

    // MARK: - Finding

    public func claimDueRetries(
        stage: Stage, limit: Int, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        try await claim(
            "claim due retries",
            """
            select event_id from work_items
            where stage = \(stage.rawValue) and state = 'pending' and started_by is null and retry_at <= now()
            order by retry_at limit \(limit) for update skip locked
            """, stage: stage, mode: .together, lease)
    }

    public func claimAbandoned(stage: Stage, _ lease: Lease) async throws(StoreError) -> ClaimedWorkItem? {
        try await claim(
            "claim an abandoned work item",
            """
            select event_id from work_items w
            where stage = \(stage.rawValue) and state = 'pending' and started_by <> \(lease.instance.rawValue)
                and not \(Lease.isLive("w.started_by", epoch: "w.started_epoch"))
            order by changed_at limit 1 for update skip locked
            """, stage: stage, mode: .alone, lease
        ).first
    }

    private func claim(
        _ operation: String, _ selection: SQL, stage: Stage, mode: WorkItemMode, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        try await StoreError.wrapping(operation) {
            let rows = try await pool.query(
                """
                with found as (\(selection)), begun as (
                    update work_items w set started_by = \(lease.instance.rawValue), started_epoch = \(lease.epoch),
                        started_alone = \(mode == .alone), attempts = attempts + \(mode == .alone ? 1 : 0), retry_at = null,
                        changed_at = now()
                    from found where w.stage = \(stage.rawValue) and w.event_id = found.event_id
                    returning w.event_id, w.attempts
                )
                select begun.attempts, \(PostgresEventLog.columns) from begun join events e on e.id = begun.event_id
                order by e.position
                """)
            return try rows.map { row in
                let event = try PostgresEventLog.event(row)
                let attempts = try row.decode("attempts", as: Int.self)
                return ClaimedWorkItem(
                    key: WorkItemKey(stage: stage, eventID: event.id), attempt: mode == .alone ? attempts : attempts + 1,
                    event: event)
            }
        }
    }

    public func hasAbandoned(stage: Stage) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("look for abandoned work items") {
            try await pool.query(
                """
                select exists (select from work_items w
                    where stage = \(stage.rawValue) and state = 'pending' and started_by is not null
                        and not \(Lease.isLive("w.started_by", epoch: "w.started_epoch"))) as found
                """)[0].decode("found")
        }
    }

    public func nextRetry(stage: Stage) async throws(StoreError) -> Duration? {
        try await StoreError.wrapping("find the next retry") {
            let row = try await pool.query(
                """
                select extract(epoch from min(retry_at) - now())::float8 as seconds from work_items
                where stage = \(stage.rawValue) and state = 'pending' and started_by is null
                """)[0]
            return try row.decodeIfPresent("seconds", as: Double.self).map { .seconds($0) }
        }
    }

    // MARK: - Operators

    public func summaries(
        stage: Stage?, parkedOnly: Bool, limit: Int
    ) async throws(StoreError) -> [WorkItemSummary] {
        try await StoreError.wrapping("list work items") {
            let scope: SQL = stage.map { " and stage = \($0.rawValue)" } ?? ""
            let states: SQL = parkedOnly ? "state = 'parked'" : "state in ('pending', 'parked')"
            let rows = try await pool.query(
                """
                select stage, event_id, submission_id, state, attempts, retry_at, last_error from work_items
                where \(states)\(scope) order by changed_at limit \(limit)
                """)
            return try rows.map { row in
                WorkItemSummary(
                    key: try Self.key(row), submission: try row.decodeID("submission_id"), attempts: try row.decode("attempts"),
                    isParked: try row.decode("state", as: String.self) == "parked", retryAt: try row.decodeIfPresent("retry_at"),
                    lastError: try row.decodeIfPresent("last_error"))
            }
        }
    }

    public func unpark(_ key: WorkItemKey) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("send a parked work item again") {
            try await pool.execute(
                """
                update work_items set state = 'pending', attempts = 0, retry_at = now(), changed_at = now()
                where stage = \(key.stage.rawValue) and event_id = \(key.eventID.uuid) and state = 'parked'
                """) == 1
        }
    }

    public func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("purge work items") {
            try await pool.execute(
                """
                delete from work_items where (stage, event_id) in (
                    select stage, event_id from work_items where state = 'done' and changed_at < now() - \(age.sqlInterval)
                    order by changed_at limit \(limit) for update skip locked
                )
                """)
        }
    }
}
