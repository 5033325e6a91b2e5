public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The keys of the tenants' back ends. The transaction that creates or revokes a key also writes the audit trail.
public struct APIKeyStore: Sendable {
    private let pool: PostgresPool
    private let now: @Sendable () -> Timestamp

    public init(pool: PostgresPool, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.pool = pool
        self.now = now
    }

    /// Creates a key. Only the answer has its token. The reason, if given, is in the audit trail.
    public func create(
        _ new: NewAPIKey, by origin: AuditOrigin, because reason: String? = nil
    ) async throws(StoreError) -> (key: APIKey, token: OpaqueToken) {
        let token = OpaqueToken(.key)
        return try await StoreError.wrapping("make a key") {
            let answers = try await pool.pipeline([
                """
                insert into api_keys (prefix, tenant, role, name, digest, created_at, created_by, expires_at)
                values (\(token.prefix), \(new.tenant.rawValue), \(new.role.rawValue), \(new.name), \(token.digest),
                    \(now().date), \(origin.actor), \(new.expiresAt?.date))
                returning *
                """,
                AuditWriter.statement([
                    act(
                        "key.create", token.prefix, of: new.tenant, origin,
                        note: [new.role.rawValue, reason].compactMap { $0 }.joined(separator: ": "))
                ]),
            ])
            guard let row = answers[0].first else { throw StoreError.corrupt("a key was not stored") }
            return (try Self.key(row), token)
        }
    }

    /// All keys (of a tenant), newest first, including ended ones.
    public func keys(tenant: TenantID? = nil, limit: Int = 1000) async throws(StoreError) -> [APIKey] {
        let scope: SQL = tenant.map { "where tenant = \($0.rawValue)" } ?? ""
        return try await StoreError.wrapping("list keys") {
            try await pool.query("select * from api_keys \(scope) order by created_at desc, prefix limit \(limit)").map(Self.key)
        }
    }

    /// Whether any tenant has a valid key. Keys of shadow tenants, which a replay creates temporarily, do not count.
    public func hasActive() async throws(StoreError) -> Bool {
        let now = now()
        return try await StoreError.wrapping("look for keys") {
            let rows = try await pool.query(
                """
                select exists (
                    select from api_keys where revoked_at is null and (expires_at is null or expires_at > \(now.date))
                        and tenant <> 'shadow' and tenant not like 'shadow-%'
                ) as is_there
                """)
            return try rows.first?.decode("is_there", as: Bool.self) ?? false
        }
    }

    /// Revokes a key. Nil for an unknown prefix. A key that was revoked before is unchanged.
    public func revoke(_ prefix: String, by origin: AuditOrigin) async throws(StoreError) -> (key: APIKey, isNew: Bool)? {
        try await StoreError.wrapping("revoke a key") {
            try await pool.withTransaction { transaction in
                let rows = try await transaction.query("select * from api_keys where prefix = \(prefix) for update")
                guard let row = rows.first else { return nil }
                let key = try Self.key(row)
                guard key.revokedAt == nil else { return (key, false) }
                let answers = try await transaction.pipeline([
                    "update api_keys set revoked_at = \(now().date) where prefix = \(prefix) returning *",
                    AuditWriter.statement([act("key.revoke", prefix, of: key.tenant, origin)]),
                ])
                guard let revoked = answers[0].first else { throw StoreError.corrupt("a key was not revoked") }
                return (try Self.key(revoked), true)
            }
        }
    }

    /// The key with this prefix, and the digest of its token; nil if there is none.
    public func key(_ prefix: String) async throws(StoreError) -> (key: APIKey, digest: [UInt8])? {
        try await StoreError.wrapping("read a key") {
            guard let row = try await pool.query("select * from api_keys where prefix = \(prefix)").first else { return nil }
            return (try Self.key(row), try row.decode("digest"))
        }
    }

    /// An actor, and for a key created at the gateway its creator, up to the first of them: one person may be behind all
    /// of these.
    public func makers(of actor: String) async throws(StoreError) -> Set<String> {
        try await StoreError.wrapping("find who made a key") {
            let rows = try await pool.query(
                """
                with recursive makers (name) as (
                    select \(actor)::text
                    union select k.created_by from makers m join api_keys k on m.name = 'key:' || k.prefix
                        where k.created_by like 'key:%' or k.created_by like 'user:%'
                )
                select name from makers
                """)
            return Set(try rows.map { try $0.decode("name") })
        }
    }

    /// Records the use of the key, at most once a minute.
    public func noteUse(of prefix: String) async throws(StoreError) {
        let now = now()
        _ = try await StoreError.wrapping("note the use of a key") {
            try await pool.execute(
                """
                update api_keys set last_used_at = \(now.date)
                where prefix = \(prefix) and (last_used_at is null or last_used_at < \(now.adding(.seconds(-60)).date))
                """)
        }
    }

    private func act(
        _ action: String, _ prefix: String, of tenant: TenantID, _ origin: AuditOrigin, note: String? = nil
    ) -> AuditAct {
        AuditAct(tenant: tenant, action: action, resource: "keys/\(prefix)", origin: origin, note: note, time: now())
    }

    private static func key(_ row: Row) throws -> APIKey {
        APIKey(
            prefix: try row.decode("prefix"), tenant: try row.decodeValue("tenant"), role: try row.decodeCase("role"),
            name: try row.decodeIfPresent("name"), createdAt: try row.decodeTimestamp("created_at"),
            createdBy: try row.decode("created_by"), expiresAt: try row.decodeTimestampIfPresent("expires_at"),
            revokedAt: try row.decodeTimestampIfPresent("revoked_at"),
            lastUsedAt: try row.decodeTimestampIfPresent("last_used_at"))
    }
}
