import Domain
internal import Postgres
internal import Shared

/// A successful attempt.
struct Delivered: Sendable {
    let key: DeliveryKey
    let status: Int
    let tried: DeliveryTry?
    let lease: Lease

    init(_ key: DeliveryKey, status: Int, tried: DeliveryTry?, _ lease: Lease) {
        (self.key, self.status, self.tried, self.lease) = (key, status, tried, lease)
    }

    /// Ends all in one statement: the deliveries, their attempts, and the health of their endpoints. False for a delivery
    /// with another process's attempt in progress.
    static func end(
        _ calls: [Delivered], by sealer: ResponseSealer, over pool: PostgresPool
    ) async throws(StoreError) -> [Bool] {
        try await StoreError.wrapping("end deliveries") {
            let requests = try calls.map { try $0.tried.map { try JSONText(encoding: $0.request) } }
            let responses = try await sealer.columns(calls.map { ($0.key, $0.tried?.response) })
            let milliseconds = calls.map { call in
                call.tried.map { Int32(clamping: Int64($0.duration / .milliseconds(1))) }
            }
            let rows = try await pool.query(
                """
                with given as (
                    select * from unnest(
                        \(unseen: calls.map(\.key.eventID.uuid)), \(unseen: calls.map(\.key.channel)),
                        \(unseen: calls.map(\.key.endpoint)), \(unseen: calls.map { Int32(clamping: $0.status) }),
                        \(unseen: calls.map(\.lease.instance.rawValue)), \(unseen: OptionalArray(calls.map { $0.tried?.beganAt })),
                        \(unseen: OptionalArray(milliseconds)), \(unseen: OptionalArray(requests)),
                        \(unseen: OptionalArray(responses))
                    ) as given (event_id, channel, endpoint, status, instance, began_at, milliseconds, request, response)
                ), ended as (
                    update deliveries d set state = 'delivered', next_at = null, last_status = given.status, last_error = null,
                        started_by = null, started_epoch = null, changed_at = now()
                    from given
                    where d.event_id = given.event_id and d.channel = given.channel and d.endpoint = given.endpoint
                        and d.state = 'pending' and d.started_by = given.instance
                    returning d.event_id, d.channel, d.endpoint, d.attempts, given.status, given.began_at, given.milliseconds,
                        given.request, given.response
                ), tried as (
                    insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, status, request,
                        response)
                    select event_id, channel, endpoint, attempts, began_at, milliseconds, status, request, response
                    from ended where began_at is not null on conflict do nothing
                ), healed as (
                    update webhook_endpoints w set failing_since = null
                    where w.failing_since is not null and w.id in (
                        select endpoint from ended where channel = \(WebhookHealth.channel) and began_at is not null)
                )
                select event_id, channel, endpoint from ended
                """)
            let ended = Set(
                try rows.map { row in
                    DeliveryKey(
                        eventID: try row.decodeID("event_id"), channel: try row.decode("channel"),
                        endpoint: try row.decode("endpoint"))
                })
            return calls.map { ended.contains($0.key) }
        }
    }
}
