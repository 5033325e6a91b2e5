public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The sessions at the desk. The transaction that opens or ends a session also writes the audit trail.
public struct DeskSessionStore: Sendable {
    let pool: PostgresPool
    let now: @Sendable () -> Timestamp

    public init(pool: PostgresPool, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.pool = pool
        self.now = now
    }

    /// Opens a session with a new secret, of which only a digest is stored. It ends the browser's previous session, so
    /// that nobody continues in another person's.
    public func open(
        _ new: NewDeskSession, as token: OpaqueToken, replacing old: OpaqueToken? = nil, by origin: AuditOrigin
    ) async throws(StoreError) -> DeskSession {
        let now = now()
        return try await StoreError.wrapping("open a session") {
            try await pool.withTransaction { transaction in
                if let old { try await end(old, from: origin.address, note: "replaced", at: now, over: transaction) }
                let rows = try await transaction.query(
                    """
                    insert into desk_sessions (prefix, digest, tenant, actor, name, roles, means, key_prefix, created_at, used_at,
                        ends_at, tokens, vouched_until)
                    values (\(token.prefix), \(token.digest), \(new.tenant?.rawValue), \(new.actor), \(new.name),
                        \(new.roles.joined(separator: " ")), \(new.means.rawValue), \(new.key), \(now.date), \(now.date),
                        \(new.endsAt.date), \(new.tokens.map { Bytes($0.sealed) }), \(new.tokens?.vouchedUntil?.date))
                    returning *
                    """)
                guard let row = rows.first else { throw StoreError.corrupt("a session was not stored") }
                let session = try Self.session(row)
                try await note("desk.sign-in", session, origin, note: session.means.rawValue, at: now, over: transaction)
                return session
            }
        }
    }

    /// The session of a secret; nil if there is none. The caller checks whether it is still valid.
    public func session(_ token: OpaqueToken) async throws(StoreError) -> DeskSession? {
        try await StoreError.wrapping("read a session") {
            let rows = try await pool.query("select * from desk_sessions where prefix = \(token.prefix)")
            guard let row = rows.first, token.matches(try row.decode("digest")) else { return nil }
            return try Self.session(row)
        }
    }

    /// Records that it is used now.
    public func noteUse(of prefix: String) async throws(StoreError) {
        let now = now()
        _ = try await StoreError.wrapping("note the use of a session") {
            try await pool.execute(
                "update desk_sessions set used_at = \(now.date) where prefix = \(prefix) and used_at < \(now.date)")
        }
    }

    /// Ends the session of a person who signs out, and returns the issuer's tokens. Nil if there is none.
    public func end(
        _ token: OpaqueToken, from address: String?
    ) async throws(StoreError) -> (session: DeskSession, sealed: [UInt8]?)? {
        try await StoreError.wrapping("end a session") {
            try await pool.withTransaction { transaction in
                try await end(token, from: address, note: nil, at: now(), over: transaction)
            }
        }
    }

    /// Ends a session whose key or issuer no longer confirms it.
    public func end(_ session: DeskSession, because note: String) async throws(StoreError) {
        let now = now()
        try await StoreError.wrapping("end a session") {
            try await pool.withTransaction { transaction in
                let gone = try await transaction.query(
                    "delete from desk_sessions where prefix = \(session.prefix) returning prefix")
                guard gone.first != nil else { return }
                try await self.note(
                    "desk.sign-out", session, AuditOrigin(actor: session.actor), basis: .policy, note: note, at: now,
                    over: transaction)
            }
        }
    }

    /// Deletes at most `limit` ended sessions and browsers that did not return. Returns their number.
    public func purge(limit: Int, idle: Duration) async throws(StoreError) -> Int {
        let now = now()
        return try await StoreError.wrapping("forget sessions") {
            let sessions = try await pool.execute(
                """
                delete from desk_sessions where prefix in (
                    select prefix from desk_sessions where ends_at <= \(now.date) or used_at <= \(now.adding(.zero - idle).date)
                    limit \(limit) for update skip locked
                )
                """)
            let signIns = try await pool.execute(
                """
                delete from desk_sign_ins where prefix in (
                    select prefix from desk_sign_ins where ends_at <= \(now.date) limit \(limit) for update skip locked
                )
                """)
            return max(sessions, signIns)
        }
    }

    @discardableResult
    private func end(
        _ token: OpaqueToken, from address: String?, note: String?, at now: Timestamp, over transaction: PostgresTransaction
    ) async throws -> (session: DeskSession, sealed: [UInt8]?)? {
        let rows = try await transaction.query("select * from desk_sessions where prefix = \(token.prefix) for update")
        guard let row = rows.first, token.matches(try row.decode("digest")) else { return nil }
        let session = try Self.session(row)
        try await transaction.execute("delete from desk_sessions where prefix = \(token.prefix)")
        let origin = AuditOrigin(actor: session.actor, address: address)
        try await self.note("desk.sign-out", session, origin, note: note, at: now, over: transaction)
        return (session, try row.decodeIfPresent("tokens", as: [UInt8].self))
    }

    /// Only tenants have audit trails: a session without a tenant is in none.
    private func note(
        _ action: String, _ session: DeskSession, _ origin: AuditOrigin, basis: AuditAct.Basis = .person, note: String?,
        at now: Timestamp, over transaction: PostgresTransaction
    ) async throws {
        guard let tenant = session.tenant else { return }
        let act = AuditAct(
            tenant: tenant, action: action, resource: "desk/sessions/\(session.prefix)", basis: basis, origin: origin, note: note,
            time: now)
        try await transaction.execute(AuditWriter.statement([act]))
    }

    static func session(_ row: Row) throws -> DeskSession {
        DeskSession(
            prefix: try row.decode("prefix"),
            tenant: try row.decodeIfPresent("tenant", as: String.self).flatMap(TenantID.init(rawValue:)),
            actor: try row.decode("actor"), name: try row.decode("name"),
            roles: try row.decode("roles", as: String.self).split(at: " ").map(String.init),
            means: try row.decodeCase("means"), key: try row.decodeIfPresent("key_prefix"),
            usedAt: try row.decodeTimestamp("used_at"),
            endsAt: try row.decodeTimestamp("ends_at"), vouchedUntil: try row.decodeTimestampIfPresent("vouched_until"))
    }
}
