public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// A notice for the owner of an endpoint: it was disabled.
public struct EndpointNotice: Sendable {
    public let id: UUID
    public let endpoint: String
    public let tenant: TenantID
    public let url: String
    /// The owner's address.
    public let contact: String
    public let because: WebhookEndpointRecord.DisabledBecause
    public let notedAt: Timestamp
    /// From 1.
    public let attempt: Int

    public init(
        id: UUID, endpoint: String, tenant: TenantID, url: String, contact: String,
        because: WebhookEndpointRecord.DisabledBecause, notedAt: Timestamp, attempt: Int
    ) {
        (self.id, self.endpoint, self.tenant, self.url, self.contact) = (id, endpoint, tenant, url, contact)
        (self.because, self.notedAt, self.attempt) = (because, notedAt, attempt)
    }
}

/// The statement that disables an endpoint writes the notice. It is sent at least once.
public struct EndpointNotices: Sendable {
    /// After the last attempt it is given up: the audit trail and the API have the same information.
    public static let attempts = 10

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// The next waiting notice, exclusively for ten minutes.
    public func claim() async throws(StoreError) -> EndpointNotice? {
        try await StoreError.wrapping("claim a notice") {
            try await pool.query(
                """
                update endpoint_notices set attempts = attempts + 1, next_at = now() + make_interval(mins => 10)
                where id = (select id from endpoint_notices where next_at <= now() order by next_at limit 1 for update skip locked)
                returning *
                """
            ).first.map { row in
                EndpointNotice(
                    id: try row.decode("id"), endpoint: try row.decode("endpoint"), tenant: try row.decodeValue("tenant"),
                    url: try row.decode("url"), contact: try row.decode("contact"), because: try row.decodeCase("because"),
                    notedAt: try row.decodeTimestamp("noted_at"), attempt: try row.decode("attempts"))
            }
        }
    }

    /// Ends a notice after success. After a failure it is retried later, unless it is hopeless.
    public func end(_ notice: EndpointNotice, error: String? = nil, isHopeless: Bool = false) async throws(StoreError) {
        let isOver = error == nil || isHopeless || notice.attempt >= Self.attempts
        _ = try await StoreError.wrapping("end a notice") {
            try await pool.execute(
                """
                update endpoint_notices set last_error = \(error), next_at = case when \(isOver) then null else next_at end
                where id = \(notice.id)
                """)
        }
    }
}
