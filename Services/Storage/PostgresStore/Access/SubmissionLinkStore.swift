public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The links to single submissions. Creating and revoking one is recorded in the audit trail in the same transaction.
public struct SubmissionLinkStore: Sendable {
    /// The most valid links of a submission at the same time.
    public static let limit = 100

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

    /// Creates a link. Only the answer holds its token; for a repeated request the same token is derived again. Nil if
    /// the submission has too many valid links.
    public func create(
        _ request: LinkRequest, by origin: AuditOrigin
    ) async throws(StoreError) -> (link: SubmissionLink, token: OpaqueToken)? {
        let token = try await tokens.token(.link, for: request.repetition)
        let (submission, now) = (request.submission, now())
        let id = LinkID.timeOrdered(at: now.date)
        return try await StoreError.wrapping("make a link") {
            try await pool.withTransaction { transaction in
                if let repetition = request.repetition,
                    let link = try await made(token, repetition, at: now, over: transaction)
                {
                    return (link, token)
                }
                let rows = try await transaction.query(
                    """
                    insert into submission_links (id, prefix, digest, tenant, submission_id, purpose, created_at, created_by,
                        expires_at)
                    select \(id.uuid), \(token.prefix), \(token.digest), \(request.tenant.rawValue), \(submission.uuid),
                        \(request.purpose.rawValue), \(now.date), \(origin.actor), \(now.adding(request.lifetime).date)
                    where (select count(*) from submission_links where submission_id = \(submission.uuid)
                        and revoked_at is null and expires_at > \(now.date)) < \(Self.limit)
                    returning *
                    """)
                guard let row = rows.first else { return nil }
                let link = try Self.link(row)
                try await transaction.execute(
                    AuditWriter.statement([act("link.create", link, origin, note: request.purpose.rawValue)]))
                return (link, token)
            }
        }
    }

    /// The link that the same request created before. An ended link is replaced, unless it was in the answer.
    private func made(
        _ token: OpaqueToken, _ repetition: LinkRequest.Repetition, at now: Timestamp, over transaction: PostgresTransaction
    ) async throws -> SubmissionLink? {
        let rows = try await transaction.query("select * from submission_links where prefix = \(token.prefix) for update")
        guard let row = rows.first else { return nil }
        let link = try Self.link(row)
        try LinkTokens.check(token, isOf: row)
        if repetition.wasAnswered || (link.revokedAt == nil && link.expiresAt > now) { return link }
        try await transaction.execute("delete from submission_links where id = \(link.id.uuid)")
        return nil
    }

    /// How long an expired link is listed, and its holder is told that it has expired. Later it is unknown.
    public static let remembrance = Duration.seconds(30 * 86_400)

    /// Deletes at most `limit` links that expired long ago; returns how many. The audit trail keeps their creators.
    public func purge(limit: Int) async throws(StoreError) -> Int {
        let end = now().adding(.zero - Self.remembrance)
        return try await StoreError.wrapping("forget links") {
            try await pool.execute(
                """
                delete from submission_links where id in (
                    select id from submission_links where expires_at < \(end.date) order by expires_at limit \(limit)
                    for update skip locked
                )
                """)
        }
    }

    /// The links of a submission, the newest first.
    public func links(of submission: SubmissionID, tenant: TenantID) async throws(StoreError) -> [SubmissionLink] {
        try await StoreError.wrapping("list links") {
            try await pool.query(
                """
                select * from submission_links where submission_id = \(submission.uuid) and tenant = \(tenant.rawValue)
                order by created_at desc, id desc limit \(Self.limit * 2)
                """
            ).map(Self.link)
        }
    }

    /// Revokes a link; false if the id does not exist. Once this has returned, every gateway refuses it.
    public func revoke(
        _ id: LinkID, of submission: SubmissionID, tenant: TenantID, by origin: AuditOrigin
    ) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("revoke a link") {
            try await pool.withTransaction { transaction in
                let found = try await transaction.query(
                    """
                    select * from submission_links
                    where id = \(id.uuid) and submission_id = \(submission.uuid) and tenant = \(tenant.rawValue) for update
                    """)
                guard let row = found.first else { return false }
                let link = try Self.link(row)
                guard link.revokedAt == nil else { return true }
                try await transaction.pipeline([
                    "update submission_links set revoked_at = \(now().date) where id = \(id.uuid)",
                    AuditWriter.statement([act("link.revoke", link, origin)]),
                ])
                return true
            }
        }
    }

    /// The link of a token with its status; nil if there is none.
    public func link(_ token: OpaqueToken) async throws(StoreError) -> (link: SubmissionLink, status: SubmissionLink.Status)? {
        let now = now()
        return try await StoreError.wrapping("read a link") {
            let answers = try await pool.query(
                """
                select l.*, s.state as submission_state from submission_links l join submissions s on s.id = l.submission_id
                where l.prefix = \(token.prefix)
                """)
            guard let row = answers.first, token.matches(try row.decode("digest")) else { return nil }
            let link = try Self.link(row)
            let status = link.status(at: now, submission: try row.decodeCase("submission_state"))
            let wasLongAgo = link.lastUsedAt.map { $0 < now.adding(.seconds(-60)) } ?? true
            if status == .active, wasLongAgo {
                try await pool.execute("update submission_links set last_used_at = \(now.date) where id = \(link.id.uuid)")
            }
            return (link, status)
        }
    }

    private func act(_ action: String, _ link: SubmissionLink, _ origin: AuditOrigin, note: String? = nil) -> AuditAct {
        AuditAct(
            tenant: link.tenant, submission: link.submission, action: action,
            resource: "submissions/\(link.submission)/links/\(link.id)", origin: origin, note: note, time: now())
    }

    private static func link(_ row: Row) throws -> SubmissionLink {
        SubmissionLink(
            id: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), submission: try row.decodeID("submission_id"),
            purpose: try row.decodeCase("purpose"), createdAt: try row.decodeTimestamp("created_at"),
            createdBy: try row.decode("created_by"), expiresAt: try row.decodeTimestamp("expires_at"),
            revokedAt: try row.decodeTimestampIfPresent("revoked_at"),
            lastUsedAt: try row.decodeTimestampIfPresent("last_used_at"))
    }
}
