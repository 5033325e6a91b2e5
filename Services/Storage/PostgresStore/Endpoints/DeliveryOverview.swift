public import Domain
public import Postgres
public import Shared

/// An outcome that was not delivered in time.
public struct OverdueOutcome: Sendable, Hashable {
    public enum Why: String, Sendable, Hashable, CaseIterable {
        /// Attempts continue.
        case undelivered
        /// All its deliveries were given up.
        case givenUp = "given_up"
        /// Its deliveries are not planned yet.
        case unplanned
    }

    public let event: EventID
    public let submission: SubmissionID
    public let tenant: TenantID
    public let type: EventType
    public let time: Timestamp
    public let why: Why
}

/// The state of all deliveries.
public struct DeliveryOverview: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Outcomes older than `deadline` without any successful delivery, although some were planned, or none has been
    /// planned yet.
    public func overdue(deadline: Duration, limit: Int = 1000) async throws(StoreError) -> [OverdueOutcome] {
        try await StoreError.wrapping("look for what nobody was told of") {
            try await pool.query(
                """
                with open as (
                    select event_id, true as is_pending from deliveries
                    where state = 'pending' and channel <> \(DeliveryKey.callOuts)
                    union all
                    select event_id, false from deliveries where state = 'given_up' and channel <> \(DeliveryKey.callOuts)
                ), untold as (
                    select event_id, bool_or(is_pending) as is_pending from open
                    where not exists (select from deliveries told where told.event_id = open.event_id and told.state = 'delivered')
                    group by event_id
                ), late as (
                    select event_id, case when is_pending then 'undelivered' else 'given_up' end as why from untold
                    union all
                    select o.event_id, 'unplanned' from outbox o
                    where o.topic = \(Topic.outcomes.rawValue)
                        and not exists (select from work_items w
                            where w.stage = \(Stage.notification.rawValue) and w.event_id = o.event_id and w.state = 'done')
                        and not exists (select from deliveries d where d.event_id = o.event_id)
                )
                select e.id, e.submission_id, e.tenant, e.type, e.time, late.why
                from late join events e on e.id = late.event_id
                where e.time < now() - \(deadline.sqlInterval) order by e.time, e.id limit \(limit)
                """
            ).map { row in
                OverdueOutcome(
                    event: try row.decodeID("id"), submission: try row.decodeID("submission_id"),
                    tenant: try row.decodeValue("tenant"), type: try row.decodeCase("type"),
                    time: try row.decodeTimestamp("time"), why: try row.decodeCase("why"))
            }
        }
    }

    /// The number of endpoints in each state.
    public func endpointStates() async throws(StoreError) -> [String: Int] {
        try await StoreError.wrapping("count endpoints") {
            let row = try await pool.query(
                """
                select count(*) filter (where disabled_at is null and failing_since is null) as enabled,
                    count(*) filter (where disabled_at is null and failing_since is not null) as failing,
                    count(*) filter (where disabled_at is not null) as disabled from webhook_endpoints
                """)[0]
            return [
                "enabled": try row.decode("enabled"), "failing": try row.decode("failing"),
                "disabled": try row.decode("disabled"),
            ]
        }
    }
}
