public import Domain
public import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// A notice for the owner of an endpoint: it was disabled.
public struct EndpointNotice: Sendable {
    public let id: UUID
    public let endpoint: String
    public let url: String
    /// The owner's address. A failure if it cannot be opened: `keysUnavailable`, or `unopenable` for good.
    public let contact: Result<String, StoreError>
    public let because: WebhookEndpointRecord.DisabledBecause
    public let notedAt: Timestamp
    /// From 1.
    public let attempt: Int
}

/// The statement that disables an endpoint writes the notice. It is sent at least once.
public struct EndpointNotices: Sendable {
    /// After the last attempt it is given up: the audit trail and the API have the same information.
    public static let attempts = 10

    private let pool: PostgresPool
    private let keys: SealingKeyStore

    /// Without `keys` a contact that is sealed cannot be opened.
    public init(pool: PostgresPool, keys: SealingKeyStore? = nil) {
        self.pool = pool
        self.keys = keys ?? SealingKeyStore(pool: pool, SealingConfiguration(provider: nil))
    }

    /// The next waiting notice, exclusively for ten minutes.
    public func claim() async throws(StoreError) -> EndpointNotice? {
        try await StoreError.wrapping("claim a notice") {
            let claimed = try await pool.query(
                """
                update endpoint_notices set attempts = attempts + 1, next_at = now() + make_interval(mins => 10)
                where id = (select id from endpoint_notices where next_at <= now() order by next_at limit 1 for update skip locked)
                returning *
                """
            ).first
            guard let row = claimed else { return nil }
            let (endpoint, tenant): (String, TenantID) = (try row.decode("endpoint"), try row.decodeValue("tenant"))
            var opener = TenantOpener(keys)
            guard let contact = try await SealedContact(row).opened(of: endpoint, tenant, by: &opener) else {
                throw StoreError.corrupt("a notice without a contact")
            }
            return EndpointNotice(
                id: try row.decode("id"), endpoint: endpoint, url: try row.decode("url"), contact: contact,
                because: try row.decodeCase("because"), notedAt: try row.decodeTimestamp("noted_at"),
                attempt: try row.decode("attempts"))
        }
    }

    /// Lets a notice wait that nobody could be sent. It is no attempt.
    public func postpone(_ notice: EndpointNotice, error: String) async throws(StoreError) {
        _ = try await StoreError.wrapping("postpone a notice") {
            try await pool.execute(
                "update endpoint_notices set last_error = \(error), attempts = attempts - 1 where id = \(notice.id)")
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
