internal import FoundationEssentials
public import Postgres
public import Shared

public struct PostgresDeliveryStore: DeliveryStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func plan(_ deliveries: [DeliveryKey]) async throws(StoreError) -> Int {
        guard !deliveries.isEmpty else { return 0 }
        return try await StoreError.wrapping("plan deliveries") {
            try await pool.execute(
                """
                insert into deliveries (event_id, channel, endpoint, submission_id, sequence, state, next_at)
                select e.id, planned.channel, planned.endpoint, e.submission_id, e.sequence, 'pending', now()
                from unnest(\(unseen: deliveries.map(\.eventID.uuid)), \(deliveries.map(\.channel)), \(deliveries.map(\.endpoint)))
                    as planned (event_id, channel, endpoint) join events e on e.id = planned.event_id
                order by e.id, planned.channel, planned.endpoint
                on conflict do nothing
                """)
        }
    }

    /// A try that is in progress keeps later ones of its submission and endpoint back, as one that waits for its time does.
    public func claimDue(
        channel: String, limit: Int, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> [ClaimedDelivery] {
        try await StoreError.wrapping("claim deliveries") {
            let rows = try await pool.query(
                """
                with due as (
                    select event_id, endpoint from deliveries d
                    where channel = \(channel) and state = 'pending' and next_at <= now()
                        and \(Self.isInNoHands(but: lease, excluding))
                        and not exists (select from deliveries earlier
                            where earlier.submission_id = d.submission_id and earlier.channel = d.channel
                                and earlier.endpoint = d.endpoint and earlier.sequence < d.sequence
                                and earlier.state = 'pending')
                    order by next_at limit \(limit) for update skip locked
                ), begun as (
                    update deliveries d set started_by = \(lease.instance.rawValue), started_epoch = \(lease.epoch),
                        attempts = attempts + case when started_by = \(lease.instance.rawValue) then 0 else 1 end,
                        changed_at = now()
                    from due where d.event_id = due.event_id and d.channel = \(channel) and d.endpoint = due.endpoint
                    returning d.event_id, d.endpoint, d.attempts, d.next_at
                )
                select begun.endpoint, begun.attempts, \(PostgresEventLog.columns)
                from begun join events e on e.id = begun.event_id order by begun.next_at, e.position
                """)
            return try rows.map { row in
                let event = try PostgresEventLog.event(row)
                return ClaimedDelivery(
                    key: DeliveryKey(eventID: event.id, channel: channel, endpoint: try row.decode("endpoint")),
                    attempt: try row.decode("attempts"), event: event)
            }
        }
    }

    public func end(_ key: DeliveryKey, _ end: DeliveryEnd, _ lease: Lease) async throws(StoreError) -> Bool {
        let changes: SQL =
            switch end {
            case .delivered(let status):
                "state = 'delivered', next_at = null, last_status = \(status), last_error = null"
            case .retry(let delay, let status, let error):
                "next_at = now() + \(delay.sqlInterval), last_status = \(status), last_error = \(error)"
            case .givenUp(let status, let error):
                "state = 'given_up', next_at = null, last_status = \(status), last_error = \(error)"
            }
        return try await StoreError.wrapping("end a delivery") {
            try await pool.execute(
                """
                update deliveries set \(changes), started_by = null, started_epoch = null, changed_at = now()
                where event_id = \(key.eventID.uuid) and channel = \(key.channel) and endpoint = \(key.endpoint)
                    and state = 'pending' and started_by = \(lease.instance.rawValue)
                """) == 1
        }
    }

    public func nextDue(
        channel: String, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> Duration? {
        try await StoreError.wrapping("find the next delivery") {
            let row = try await pool.query(
                """
                select extract(epoch from min(next_at) - now())::float8 as seconds from deliveries d
                where channel = \(channel) and state = 'pending' and \(Self.isInNoHands(but: lease, excluding))
                """)[0]
            return try row.decodeIfPresent("seconds", as: Double.self).map { .seconds($0) }
        }
    }

    /// Whether no living process tries the delivery `d`, as a condition: what is in this one's name counts only if it knows of it.
    private static func isInNoHands(but lease: Lease, _ known: [DeliveryKey]) -> SQL {
        """
        (d.started_by is null or d.started_by = \(lease.instance.rawValue)
                or not \(Lease.isLive("d.started_by", epoch: "d.started_epoch")))
            and (d.event_id, d.endpoint) not in (
                select * from unnest(\(known.map(\.eventID.uuid)), \(known.map(\.endpoint))))
        """
    }

    public func purgeEnded(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("purge deliveries") {
            try await pool.execute(
                """
                delete from deliveries where (event_id, channel, endpoint) in (
                    select d.event_id, d.channel, d.endpoint
                    from deliveries d left join submissions s on s.id = d.submission_id
                    where d.state <> 'pending' and d.changed_at < now() - \(age.sqlInterval)
                        and (s.id is null or s.state = any(\(SubmissionState.finalStates)))
                        and not exists (select from outbox o where o.event_id = d.event_id)
                    order by d.changed_at limit \(limit) for update of d skip locked
                )
                """)
        }
    }

    public func deliveries(of submission: SubmissionID) async throws(StoreError) -> [DeliverySummary] {
        try await StoreError.wrapping("list deliveries") {
            let rows = try await pool.query(
                "select * from deliveries where submission_id = \(submission.uuid) order by sequence, channel, endpoint")
            return try rows.map { row in
                DeliverySummary(
                    key: DeliveryKey(
                        eventID: try row.decodeID("event_id"), channel: try row.decode("channel"),
                        endpoint: try row.decode("endpoint")),
                    submission: submission, sequence: try row.decode("sequence"), state: try row.decodeCase("state"),
                    attempts: try row.decode("attempts"), nextAt: try row.decodeIfPresent("next_at"),
                    lastStatus: try row.decodeIfPresent("last_status"), lastError: try row.decodeIfPresent("last_error"))
            }
        }
    }
}
