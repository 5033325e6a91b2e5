public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The links that lead a tenant's developers to its portal. Making, opening and revoking one is in the audit trail, by the same
/// transaction.
public struct PortalLinkStore: Sendable {
    /// The most links of a tenant that are alive at once.
    public static let limit = 20
    /// How long a link that has expired is listed, and its holder told so. After that it is unknown.
    public static let remembrance = Duration.seconds(7 * 86_400)

    private let pool: PostgresPool
    private let tokens: LinkTokens
    private let now: @Sendable () -> Timestamp

    /// Without `secrets` they are read where they are stored as they are.
    public init(
        pool: PostgresPool, secrets: KeyStore? = nil, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.pool = pool
        tokens = LinkTokens(secrets: secrets ?? KeyStore(pool: pool))
        self.now = now
    }

    /// Makes a link. Its token is in no other place than the answer; that of a request that can be repeated is made again each
    /// time. Nil when the tenant has too many that are alive.
    public func create(
        _ new: NewPortalLink, by origin: AuditOrigin
    ) async throws(StoreError) -> (link: PortalLink, token: OpaqueToken)? {
        let token = try await tokens.token(.portal, for: new.repetition)
        let now = now()
        let id = PortalLinkID.timeOrdered(at: now.date)
        return try await StoreError.wrapping("make a link to the portal") {
            try await pool.withTransaction { transaction in
                if let repetition = new.repetition, let link = try await made(token, repetition, at: now, over: transaction) {
                    return (link, token)
                }
                let rows = try await transaction.query(
                    """
                    insert into portal_links (id, prefix, digest, tenant, name, created_at, created_by, key_prefix, expires_at)
                    select \(id.uuid), \(token.prefix), \(token.digest), \(new.tenant.rawValue), \(new.name), \(now.date),
                        \(origin.actor), \(new.key), \(now.adding(new.lifetime).date)
                    where (select count(*) from portal_links where tenant = \(new.tenant.rawValue)
                        and \(Self.isAlive(at: now))) < \(Self.limit)
                    returning \(Self.columns)
                    """)
                guard let row = rows.first else { return nil }
                let link = try Self.link(row)
                try await transaction.execute(AuditWriter.statement([act("create", link, origin, note: link.name)]))
                return (link, token)
            }
        }
    }

    /// The link that the same request made before. One that has ended makes room for another, unless it was the answer.
    private func made(
        _ token: OpaqueToken, _ repetition: LinkRequest.Repetition, at now: Timestamp, over transaction: PostgresTransaction
    ) async throws -> PortalLink? {
        let rows = try await transaction.query("\(Self.selection) where prefix = \(token.prefix) for update")
        guard let row = rows.first else { return nil }
        let link = try Self.link(row)
        try LinkTokens.check(token, isOf: row)
        if repetition.wasAnswered || link.status(at: now) == .active { return link }
        try await transaction.execute("delete from portal_links where id = \(link.id.uuid)")
        return nil
    }

    /// A tenant's links, newest first, those that ended too.
    public func links(of tenant: TenantID) async throws(StoreError) -> [PortalLink] {
        try await StoreError.wrapping("list links to the portal") {
            try await pool.query(
                """
                \(Self.selection) where tenant = \(tenant.rawValue)
                order by (\(Self.isAlive(at: now()))) desc, created_at desc, id desc limit \(Self.limit * 5)
                """
            ).map(Self.link)
        }
    }

    /// The link of a token, whether it still counts or not; nil if it is none of ours.
    public func link(_ token: OpaqueToken) async throws(StoreError) -> PortalLink? {
        let now = now()
        return try await StoreError.wrapping("read a link to the portal") {
            let rows = try await pool.query("\(Self.selection) where prefix = \(token.prefix)")
            guard let row = rows.first, token.matches(try row.decode("digest")) else { return nil }
            let link = try Self.link(row)
            let wasLongAgo = link.lastUsedAt.map { $0 < now.adding(.seconds(-60)) } ?? true
            if wasLongAgo, link.status(at: now) == .active {
                try await pool.execute("update portal_links set last_used_at = \(now.date) where id = \(link.id.uuid)")
            }
            return link
        }
    }

    /// Notes that somebody has come by it.
    public func noteOpening(of link: PortalLink, by origin: AuditOrigin) async throws(StoreError) {
        _ = try await StoreError.wrapping("note that the portal was opened") {
            try await pool.execute(AuditWriter.statement([act("open", link, origin)]))
        }
    }

    /// Ends a link; false if there is none of this id. From the answer on it is refused everywhere.
    public func revoke(_ id: PortalLinkID, of tenant: TenantID, by origin: AuditOrigin) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("revoke a link to the portal") {
            try await pool.withTransaction { transaction in
                let found = try await transaction.query(
                    "\(Self.selection) where id = \(id.uuid) and tenant = \(tenant.rawValue) for update")
                guard let row = found.first else { return false }
                let link = try Self.link(row)
                guard link.revokedAt == nil else { return true }
                try await transaction.pipeline([
                    "update portal_links set revoked_at = \(now().date) where id = \(id.uuid)",
                    AuditWriter.statement([act("revoke", link, origin)]),
                ])
                return true
            }
        }
    }

    /// Forgets at most `limit` links that expired long ago; returns how many. Who made them is in the audit trail.
    public func purge(limit: Int) async throws(StoreError) -> Int {
        let end = now().adding(.zero - Self.remembrance)
        return try await StoreError.wrapping("forget links to the portal") {
            try await pool.execute(
                """
                delete from portal_links where id in (
                    select id from portal_links where expires_at < \(end.date) order by expires_at limit \(limit)
                    for update skip locked
                )
                """)
        }
    }

    private func act(_ action: String, _ link: PortalLink, _ origin: AuditOrigin, note: String? = nil) -> AuditAct {
        AuditAct(
            tenant: link.tenant, action: "portal-link.\(action)", resource: "portal-links/\(link.id)", origin: origin, note: note,
            time: now())
    }

    /// Whether the key that made a link is over without a date: no key made it where there is no prefix.
    private static let isKeyRevoked: SQL = """
        (key_prefix is not null
            and not exists (select from api_keys k where k.prefix = key_prefix and k.revoked_at is null))
        """
    private static let keyExpiry: SQL = "(select k.expires_at from api_keys k where k.prefix = key_prefix)"

    /// What `link` reads.
    private static var columns: SQL { "*, \(isKeyRevoked) as is_key_revoked, \(keyExpiry) as key_expires_at" }
    private static var selection: SQL { "select \(columns) from portal_links" }

    /// What `PortalLink.status` calls active.
    private static func isAlive(at now: Timestamp) -> SQL {
        "revoked_at is null and expires_at > \(now.date) and not \(isKeyRevoked) and coalesce(\(keyExpiry) > \(now.date), true)"
    }

    private static func link(_ row: Row) throws -> PortalLink {
        PortalLink(
            id: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), name: try row.decodeIfPresent("name"),
            createdAt: try row.decodeTimestamp("created_at"), createdBy: try row.decode("created_by"),
            isKeyRevoked: try row.decode("is_key_revoked"),
            keyExpiresAt: try row.decodeTimestampIfPresent("key_expires_at"),
            expiresAt: try row.decodeTimestamp("expires_at"),
            revokedAt: try row.decodeTimestampIfPresent("revoked_at"),
            lastUsedAt: try row.decodeTimestampIfPresent("last_used_at"))
    }
}
