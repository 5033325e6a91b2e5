public import Domain
public import Postgres
public import Shared

/// A signed head that an endpoint wants and was not told of yet.
public struct UntoldHead: Sendable {
    public let endpoint: WebhookEndpointID
    public let tenant: TenantID
    /// The head's.
    public let number: Int
    /// From 1: how often the endpoint was tried since it last took a head, with this try.
    public let attempt: Int
    /// The event, exactly as on the topic.
    public let payload: [UInt8]
}

/// What endpoints were told of the heads of their tenants' logs.
///
/// Only the newest head is told: it names the one before it, and the API lists all. What an endpoint has missed is one head
/// therefore, however long it was away.
public struct EndpointHeads: Sendable {
    /// How long an endpoint rests after the last of its tries, since there is always a newer head to try.
    private static let rest = Duration.seconds(86_400)

    private let pool: PostgresPool
    private let disableAfter: Duration

    /// `disableAfter` is how long all attempts of an endpoint may fail before it is disabled.
    public init(pool: PostgresPool, disableAfter: Duration = .seconds(432_000)) {
        self.pool = pool
        self.disableAfter = disableAfter
    }

    /// Begins to tell a new or changed endpoint of heads, at once, or ends it, by what it wants.
    static func following(_ events: [WebhookEvent], of endpoint: WebhookEndpointID) -> SQL {
        guard events.contains(.custodyHead) else { return "delete from endpoint_heads where endpoint = \(endpoint.description)" }
        return """
            insert into endpoint_heads (endpoint) values (\(endpoint.description))
            on conflict (endpoint) do update set attempts = 0, next_at = now()
            """
    }

    /// Makes the head that an endpoint has missed due at once. Returns the number of such heads, 0 or 1.
    func recover(_ endpoint: WebhookEndpointID) async throws(StoreError) -> Int {
        try await StoreError.wrapping("recover a head") {
            try await pool.query(
                """
                with again as (
                    update endpoint_heads set attempts = 0, next_at = now() where endpoint = \(endpoint.description)
                    returning endpoint, number
                )
                select count(*) as missed from again n \(Self.newest) where h.number > n.number
                """)[0].decode("missed")
        }
    }

    /// Joins the newest head `h` to the row `n`, by its endpoint `w`.
    private static let newest: SQL = """
        join webhook_endpoints w on w.id = n.endpoint
            join lateral (
                select number, event from custody_heads h where h.tenant = w.tenant order by number desc limit 1
            ) h on true
        """

    /// What may be tried now; endpoints that took the last head come first.
    public func due(limit: Int) async throws(StoreError) -> [UntoldHead] {
        try await StoreError.wrapping("look for heads to tell") {
            try await pool.query(
                """
                select n.endpoint, w.tenant, h.number, n.attempts, h.event from endpoint_heads n \(Self.newest)
                where h.number > n.number and n.next_at <= now() and w.disabled_at is null
                order by n.attempts, n.next_at limit \(limit)
                """
            ).map { row in
                UntoldHead(
                    endpoint: try row.decodeValue("endpoint"), tenant: try row.decodeValue("tenant"),
                    number: try row.decode("number"), attempt: try row.decode("attempts", as: Int.self) + 1,
                    payload: try row.decode("event"))
            }
        }
    }

    /// Ends an attempt. It counts for the health of the endpoint as one of an outcome does.
    public func end(_ head: UntoldHead, event: EventID, _ end: DeliveryEnd) async throws(StoreError) {
        let changes: SQL =
            switch end {
            case .delivered: "number = \(head.number), attempts = 0, next_at = now()"
            case .retry(let delay, _, _): "attempts = attempts + 1, next_at = now() + \(delay.sqlInterval)"
            case .givenUp: "attempts = attempts + 1, next_at = now() + \(Self.rest.sqlInterval)"
            case .postponed(let delay, _): "next_at = now() + \(delay.sqlInterval)"
            }
        let key = DeliveryKey(eventID: event, channel: WebhookHealth.channel, endpoint: head.endpoint.description)
        _ = try await StoreError.wrapping("end the telling of a head") {
            try await pool.query(
                """
                with ended as (
                    update endpoint_heads set \(changes)
                    where endpoint = \(key.endpoint) and number < \(head.number) returning endpoint
                )\(WebhookHealth.noting(end, of: key, disableAfter: disableAfter))
                select count(*) as ended from ended
                """)
        }
    }
}
