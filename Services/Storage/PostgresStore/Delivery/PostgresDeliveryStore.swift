public import Domain
public import Postgres
internal import Shared

public struct PostgresDeliveryStore: DeliveryStore {
    package let pool: PostgresPool
    private let sealer: ResponseSealer
    private let disableAfter: Duration
    /// Batches deliveries that succeed at the same time.
    private let deliveredCalls = CallBatcher<Delivered, Bool>(limit: 256)

    /// `keys` seal what endpoints answer about sealed submissions. `disableAfter` is how long all attempts of a webhook endpoint may
    /// fail before it is disabled.
    public init(pool: PostgresPool, keys: SealingKeyStore?, disableAfter: Duration = .seconds(432_000)) {
        self.pool = pool
        sealer = ResponseSealer(pool: pool, keys: keys)
        self.disableAfter = disableAfter
    }

    /// Inserts planned deliveries; earlier ones stay unchanged. A fixed order prevents deadlocks of two batches with the
    /// same deliveries. Nil if there is nothing to write.
    package static func planning(_ deliveries: [PlannedDelivery]) -> SQL? {
        guard !deliveries.isEmpty else { return nil }
        let keys = deliveries.map(\.key)
        return """
            insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, next_at, fields)
            select e.id, planned.channel, planned.endpoint, e.tenant, e.submission_id, e.sequence, 'pending',
                now() + make_interval(secs => planned.delay), w.fields
            from unnest(\(unseen: keys.map(\.eventID.uuid)), \(keys.map(\.channel)), \(keys.map(\.endpoint)),
                \(deliveries.map(\.delay.seconds))) as planned (event_id, channel, endpoint, delay)
                join events e on e.id = planned.event_id
                left join webhook_endpoints w on planned.channel = \(WebhookHealth.channel) and w.id = planned.endpoint
            order by e.id, planned.channel, planned.endpoint
            on conflict do nothing
            """
    }

    /// A delivery that is in progress or waits for its time blocks later ones of its submission and endpoint.
    ///
    /// Each endpoint with waiting deliveries is queried separately (the first part walks the index from one to the next),
    /// so that a long queue of one endpoint is not read for another.
    public func claimDue(
        channel: String, room: DeliveryRoom, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> DeliveryClaim {
        let (endpoints, tenants) = (Array(room.ofEndpoint), Array(room.ofTenant))
        return try await StoreError.wrapping("claim deliveries") {
            let claiming: SQL = """
                with recursive waiting as (
                    select min(endpoint) as endpoint from deliveries where channel = \(channel) and state = 'pending'
                    union all
                    select (select min(d.endpoint) from deliveries d
                        where d.channel = \(channel) and d.state = 'pending' and d.endpoint > waiting.endpoint)
                    from waiting where waiting.endpoint is not null
                ), room as (
                    select waiting.endpoint, least(coalesce(own.free, \(room.perEndpoint)), \(room.limit)) as free
                    from waiting left join unnest(\(unseen: endpoints.map(\.key))::text[],
                        \(unseen: endpoints.map(\.value))::bigint[]) as own (endpoint, free) on own.endpoint = waiting.endpoint
                    where waiting.endpoint is not null and coalesce(own.free, \(room.perEndpoint)) > 0
                ), candidates as (
                    select found.*, row_number() over (partition by found.tenant order by found.next_at) as turn
                    from room cross join lateral (
                        select d.event_id, d.endpoint, d.tenant, d.next_at from deliveries d
                        where d.channel = \(channel) and d.endpoint = room.endpoint and \(Self.isDue(lease, excluding))
                        order by d.next_at limit room.free
                    ) found
                ), due as (
                    select d.event_id, d.endpoint
                    from candidates c join deliveries d
                            on d.event_id = c.event_id and d.channel = \(channel) and d.endpoint = c.endpoint
                        left join unnest(\(unseen: tenants.map(\.key.rawValue))::text[],
                            \(unseen: tenants.map(\.value))::bigint[]) as own (tenant, free) on own.tenant = c.tenant
                    where c.turn <= coalesce(own.free, \(room.perTenant)) and \(Self.isDue(lease, excluding))
                    order by c.turn, c.next_at limit \(room.limit) for update of d skip locked
                ), begun as (
                    update deliveries d set started_by = \(lease.instance.rawValue), started_epoch = \(lease.epoch),
                        attempts = attempts + case when started_by = \(lease.instance.rawValue) then 0 else 1 end,
                        changed_at = now()
                    from due where d.event_id = due.event_id and d.channel = \(channel) and d.endpoint = due.endpoint
                    returning d.event_id, d.endpoint, d.attempts - d.attempts_before as attempt, d.next_at, d.fields
                )
                select begun.endpoint, begun.attempt, begun.fields, \(PostgresEventLog.columns)
                from begun join events e on e.id = begun.event_id order by begun.next_at, e.position
                """
            // Both are of one transaction, and have one time.
            let isClaimed: SQL = "(d.started_by = \(lease.instance.rawValue) and d.changed_at = now())"
            let answers = try await pool.pipeline([
                claiming, Self.next(channel, lease, excluding, where: "(d.started_by is null or not \(isClaimed))"),
            ])
            let claimed = try answers[0].map { row in
                let event = try PostgresEventLog.event(row)
                return ClaimedDelivery(
                    key: DeliveryKey(eventID: event.id, channel: channel, endpoint: try row.decode("endpoint")),
                    attempt: try row.decode("attempt"), event: event, fields: try row.decodeJSONIfPresent("fields"))
            }
            return DeliveryClaim(claimed, next: try Self.next(answers[1]))
        }
    }

    /// The condition that the delivery `d` may be attempted now.
    private static func isDue(_ lease: Lease, _ known: [DeliveryKey]) -> SQL {
        """
        d.state = 'pending' and d.next_at <= now() and \(isInNoHands(but: lease, known))
            and not exists (select from deliveries earlier
                where earlier.submission_id = d.submission_id and earlier.channel = d.channel
                    and earlier.endpoint = d.endpoint and earlier.sequence < d.sequence and earlier.state = 'pending')
        """
    }

    /// One statement: the delivery, its attempt, and the health of its endpoint.
    public func end(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool {
        if case .delivered(let status) = end {
            let (pool, sealer) = (pool, sealer)
            return try await deliveredCalls(Delivered(key, status: status, tried: tried, lease)) { calls throws(StoreError) in
                try await Delivered.end(calls, by: sealer, over: pool)
            }
        }
        return try await endOne(key, end, tried: tried, lease)
    }

    private func endOne(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool {
        let (changes, status, error): (SQL, Int?, String?) =
            switch end {
            case .delivered(let status): ("state = 'delivered', next_at = null", status, nil)
            case .retry(let delay, let status, let error): ("next_at = now() + \(delay.sqlInterval)", status, error)
            case .givenUp(let status, let error): ("state = 'given_up', next_at = null", status, error)
            case .postponed(let delay, let error):
                (
                    "attempts = greatest(attempts - 1, attempts_before), next_at = now() + \(delay.sqlInterval)", nil, error
                )
            }
        return try await StoreError.wrapping("end a delivery") {
            let response = try await sealer.columns([(key, tried?.response)])[0]
            let keeping = try Self.keeping(tried, response, status, error)
            let noting: SQL = tried == nil ? "" : WebhookHealth.noting(end, of: key, disableAfter: disableAfter)
            let rows = try await pool.query(
                """
                with ended as (
                    update deliveries set \(changes), last_status = \(status), last_error = \(error), started_by = null,
                        started_epoch = null, changed_at = now()
                    where event_id = \(key.eventID.uuid) and channel = \(key.channel) and endpoint = \(key.endpoint)
                        and state = 'pending' and started_by = \(lease.instance.rawValue)
                    returning event_id, channel, endpoint, attempts
                )\(keeping)\(noting)
                select count(*) as ended from ended
                """)
            return try rows[0].decode("ended", as: Int.self) == 1
        }
    }

    /// A part of a statement that stores the attempt beside its delivery.
    private static func keeping(
        _ tried: DeliveryTry?, _ response: JSONText?, _ status: Int?, _ error: String?
    ) throws -> SQL {
        guard let tried else { return "" }
        let request = try JSONText(encoding: tried.request)
        return """
            , tried as (
                insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, status, error, request,
                    response)
                select event_id, channel, endpoint, attempts, \(tried.beganAt), \(Int32(clamping: Int64(tried.duration.seconds * 1000))),
                    \(status), \(error), \(request),
                    \(response)
                from ended on conflict do nothing
            )
            """
    }

    public func nextDue(
        channel: String, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> Duration? {
        try await StoreError.wrapping("find the next delivery") {
            try Self.next(try await pool.query(Self.next(channel, lease, excluding, where: "true")))
        }
    }

    private static func next(_ channel: String, _ lease: Lease, _ known: [DeliveryKey], where condition: SQL) -> SQL {
        """
        select extract(epoch from min(next_at) - now())::float8 as seconds from deliveries d
        where channel = \(channel) and state = 'pending' and \(isInNoHands(but: lease, known)) and \(condition)
        """
    }

    private static func next(_ rows: PostgresRows) throws -> Duration? {
        try rows.first?.decodeIfPresent("seconds", as: Double.self).map { .seconds($0) }
    }

    /// The condition that no live process attempts the delivery `d`. A delivery of this process counts only if it knows
    /// it.
    private static func isInNoHands(but lease: Lease, _ known: [DeliveryKey]) -> SQL {
        """
        (d.started_by is null or d.started_by = \(lease.instance.rawValue)
                or not \(Lease.isLive("d.started_by", epoch: "d.started_epoch")))
            and (d.event_id, d.endpoint) not in (
                select * from unnest(\(unseen: known.map(\.eventID.uuid)), \(unseen: known.map(\.endpoint))))
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
}
