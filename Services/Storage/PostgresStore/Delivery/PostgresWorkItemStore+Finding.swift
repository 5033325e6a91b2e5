public import Domain
package import Postgres
public import Shared

/// Finds items by their due time or their dead process.
extension PostgresWorkItemStore {
    public func claimDueRetries(
        stage: Stage, limit: Int, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        try await claim(
            "claim due retries",
            """
            select event_id from work_items
            where stage = \(stage.rawValue) and state = 'pending' and started_by is null and retry_at <= now()
            order by retry_at limit \(limit) for update skip locked
            """, stage: stage, lease)
    }

    public func claimAbandoned(
        stage: Stage, limit: Int, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        try await claim(
            "claim abandoned work items",
            """
            select event_id from work_items w
            where stage = \(stage.rawValue) and state = 'pending' and started_by <> \(lease.instance.rawValue)
                and not \(Lease.isLive("w.started_by", epoch: "w.started_epoch"))
            order by changed_at limit \(limit) for update skip locked
            """, stage: stage, lease)
    }

    private func claim(
        _ operation: String, _ selection: SQL, stage: Stage, _ lease: Lease
    ) async throws(StoreError) -> [ClaimedWorkItem] {
        try await StoreError.wrapping(operation) {
            let rows = try await pool.query(
                """
                with found as (\(selection)), begun as (
                    update work_items w set started_by = \(lease.instance.rawValue), started_epoch = \(lease.epoch),
                        started_alone = false, retry_at = null, changed_at = now()
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
                    key: WorkItemKey(stage: stage, eventID: event.id), attempt: attempts + 1, event: event)
            }
        }
    }

    public func begun(stage: Stage, _ lease: Lease) async throws(StoreError) -> [WorkItemKey] {
        try await StoreError.wrapping("list begun work items") {
            try await pool.query(
                """
                select stage, event_id from work_items
                where stage = \(stage.rawValue) and state = 'pending' and started_by = \(lease.instance.rawValue)
                order by event_id
                """
            ).map(Self.key)
        }
    }

    public func waiting(stage: Stage) async throws(StoreError) -> WaitingWork {
        try await StoreError.wrapping("look for what waits") {
            try Self.waiting(
                try await pool.query(
                    """
                    select p.stage, p.actor, p.reason, p.since, \(Self.waiting(stage: "\(stage.rawValue)"))
                    from (select) one left join stage_pauses p on p.stage = \(stage.rawValue)
                    """)[0])
        }
    }

    /// The waiting work of a stage, as columns.
    static func waiting(stage: SQL) -> SQL {
        """
        (select extract(epoch from min(retry_at) - now())::float8 from work_items
            where stage = \(stage) and state = 'pending' and started_by is null) as seconds,
        exists (select from work_items w
            where stage = \(stage) and state = 'pending' and started_by is not null
                and not \(Lease.isLive("w.started_by", epoch: "w.started_epoch"))) as is_any_abandoned
        """
    }

    /// Reads these columns, and those of the stage's pause.
    static func waiting(_ row: Row) throws -> WaitingWork {
        let isPaused = try row.decodeIfPresent("stage", as: String.self) != nil
        return WaitingWork(
            nextRetry: try row.decodeIfPresent("seconds", as: Double.self).map { .seconds($0) },
            isAnyAbandoned: try row.decode("is_any_abandoned"), pause: isPaused ? try PostgresStagePauseStore.read(row) : nil)
    }

    /// What an operator does with a parked item: it is due at once, with its attempts reset.
    package static func unparking(_ key: WorkItemKey) -> SQL {
        """
        update work_items set state = 'pending', attempts = 0, retry_at = now(), changed_at = now()
        where stage = \(key.stage.rawValue) and event_id = \(key.eventID.uuid) and state = 'parked'
        """
    }

    public func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("purge work items") {
            try await pool.execute(
                """
                delete from work_items where (stage, event_id) in (
                    select w.stage, w.event_id from work_items w left join submissions s on s.id = w.submission_id
                    where w.state = 'done' and w.changed_at < now() - \(age.sqlInterval)
                        and (s.id is null or s.state = any(\(SubmissionState.finalStates)))
                        and not exists (select from outbox o where o.event_id = w.event_id)
                        and not exists (select from deliveries d where d.event_id = w.event_id)
                    order by w.changed_at limit \(limit) for update of w skip locked
                )
                """)
        }
    }
}

extension SubmissionState {
    /// As in the database.
    static let finalStates = allCases.filter(\.isFinal).map(\.rawValue)
}
