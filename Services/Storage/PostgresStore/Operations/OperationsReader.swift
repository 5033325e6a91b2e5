public import Domain
public import Postgres

/// The work in flight and the stuck work, at one moment.
public struct OperationCounts: Sendable, Hashable {
    /// Submissions that are submitted or processing.
    public var inFlight = 0
    /// Parked events.
    public var parked = 0
    /// Parked events and records that became no work: the list of `docket dlq list`.
    public var deadLetters = 0
    /// Attempts that wait for their time.
    public var waitingRetries = 0
    public var outboxRows = 0
    /// The age of the oldest of these that does not wait for its tenant's turn.
    public var outboxOldestSeconds = 0.0
    /// Lines of tenants that wait for their turn.
    public var outboxHeldLines = 0
    /// Deliveries of outcomes, without questions.
    public var deliveriesPending = 0
    public var deliveriesGivenUp = 0
}

/// Counts for operators. Each count has an index with little else.
public struct OperationsReader: Sendable {
    let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func counts() async throws(StoreError) -> OperationCounts {
        try await StoreError.wrapping("count what is on its way") {
            let row = try await pool.query(
                """
                with \(OutboxLineSQL.lines(of: nil))
                select (select count(*) from submissions where state in ('submitted', 'processing')) as in_flight,
                    (select count(*) from work_items where state = 'parked') as parked,
                    (select count(*) from dead_letters where event_id is null and settled_at is null) as records,
                    (select count(*) from work_items where state = 'pending' and started_by is null and retry_at is not null)
                        as waiting,
                    (select count(*) from outbox where published_at is null) as outbox,
                    (\(OutboxLineSQL.oldest)) as oldest, (select held.lines from (\(OutboxLineSQL.held)) held) as held,
                    (select count(*) from deliveries where state = 'pending' and channel <> \(DeliveryKey.callOuts)) as pending,
                    (select count(*) from deliveries where state = 'given_up' and channel <> \(DeliveryKey.callOuts)) as given_up
                """)[0]
            let parked = try row.decode("parked", as: Int.self)
            return OperationCounts(
                inFlight: try row.decode("in_flight"), parked: parked,
                deadLetters: parked + (try row.decode("records", as: Int.self)), waitingRetries: try row.decode("waiting"),
                outboxRows: try row.decode("outbox"), outboxOldestSeconds: max(0, try row.decode("oldest", as: Double.self)),
                outboxHeldLines: try row.decode("held"), deliveriesPending: try row.decode("pending"),
                deliveriesGivenUp: try row.decode("given_up"))
        }
    }
}
