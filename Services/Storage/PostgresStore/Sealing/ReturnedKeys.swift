internal import Custody
public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

/// Keys of erased submissions that are there again, because somebody has restored a backup of the keys alone.
public struct ReturnedKeys: Sendable {
    /// What the audit trail says of a key that was deleted again.
    public static let action = "submission.erase-key"
    /// The same of mail.
    public static let mailAction = "mail.erase-key"

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// A part of the erasures.
    public struct Step: Sendable {
        /// How many were looked at.
        public let count: Int
        /// The last of these; nil for none.
        public let last: SubmissionID?
        /// Those whose keys were deleted again.
        public let removed: [SubmissionID]
    }

    /// Looks at up to `limit` erasures after `last`, and deletes the keys that are there. Each such deletion is an act in
    /// the tenant's audit trail, and so in its custody log.
    public func remove(after last: SubmissionID?, limit: Int, at now: Timestamp) async throws(StoreError) -> Step {
        try await StoreError.wrapping("look for keys of what was erased") {
            let first: SQL = last.map { "where submission_id > \($0.uuid)" } ?? ""
            let rows = try await pool.query(
                """
                with page as materialized (select submission_id from erasures \(first) order by submission_id limit \(limit)),
                    back as (
                        select submission_id from docket_keys.submissions
                        where submission_id = any(array(select submission_id from page))
                        union select submission_id from docket_keys.custody_salts s
                        where s.submission_id = any(array(select submission_id from page)) and \(Self.isBeforeErasure))
                select submission_id, submission_id in (select submission_id from back) as is_back from page order by submission_id
                """)
            var back: [UUID] = []
            for row in rows where try row.decode("is_back") { back.append(try row.decode("submission_id")) }
            return Step(
                count: rows.count, last: try rows.last?.decodeID("submission_id"),
                removed: back.isEmpty ? [] : try await remove(back, at: now))
        }
    }

    /// Deletes the keys of mail that has ended; returns of how many messages. They went when it did.
    public func removeOfMail(limit: Int, at now: Timestamp) async throws(StoreError) -> Int {
        try await StoreError.wrapping("look for keys of mail that has ended") {
            try await pool.withTransaction { transaction in
                let gone = try await transaction.query(
                    """
                    with back as (
                        select submission_id as id from docket_keys.submissions where submission_id = any(array(
                            select id from mails where state in ('assigned', 'discarded', 'expired'))) limit \(limit)
                    ), gone as (\(SealingKeyStore.removal(ofAll: "back")) returning submission_id)
                    select id, tenant from mails join gone on gone.submission_id = id
                    """)
                let acts = try gone.map { row in
                    AuditAct(
                        tenant: try row.decodeValue("tenant"), action: Self.mailAction,
                        resource: "mail/\(try row.decodeID("id") as MailID)", basis: .policy,
                        origin: AuditOrigin(actor: "retention"), time: now)
                }
                if !acts.isEmpty { try await transaction.query(AuditWriter.statement(acts)) }
                return acts.count
            }
        }
    }

    /// Whether a salt `s` is of a leaf from before its submission was erased. While the erasure is no leaf yet, each is. What the erasure
    /// itself has written may be told, also where it stands before the act, as the withdrawal does. (0 is no transaction's number.)
    static let isBeforeErasure: SQL = """
        s.leaf < coalesce((
            select min(l.leaf) from audit erasure
                cross join lateral (
                    select 'audit' as kind, erasure.id as number
                    union all select 'audit', a.id from audit a
                    where a.transaction_id = erasure.transaction_id and a.transaction_id <> '0'
                        and a.submission_id = erasure.submission_id
                    union all select 'event', e.position from events e
                    where e.transaction_id = erasure.transaction_id and e.transaction_id <> '0'
                        and e.submission_id = erasure.submission_id
                ) written
                join custody_leaves l using (kind, number)
            where erasure.submission_id = s.submission_id and erasure.tenant = s.tenant and l.tenant = s.tenant
                and erasure.action = \(LogExamination.erasure)),
            9223372036854775807)
        """

    static func removalOfSalts(of erased: [UUID]) -> SQL {
        "delete from docket_keys.custody_salts s where s.submission_id = any(\(erased)) and \(isBeforeErasure)"
    }

    private func remove(_ back: [UUID], at now: Timestamp) async throws -> [SubmissionID] {
        try await pool.withTransaction { transaction in
            // Salts that are elsewhere are committed before their leaves here: those of the erasure's own leaf and of later ones would
            // seem to be of a time before it.
            try await transaction.query(CustodyCollector.holdOff)
            let gone = try await transaction.query(
                """
                with back as (select submission_id as id, tenant from erasures where submission_id = any(\(back))),
                    gone as (\(SealingKeyStore.removal(ofAll: "back")) returning submission_id)
                select submission_id, tenant from back join gone on submission_id = id
                """)
            let acts = try gone.map { row in
                let submission: SubmissionID = try row.decodeID("submission_id")
                return AuditAct(
                    tenant: try row.decodeValue("tenant"), submission: submission, action: Self.action,
                    resource: "submissions/\(submission)", basis: .policy, origin: AuditOrigin(actor: "retention"), time: now)
            }
            // What was done since the erasure may be told: its salts were made after it.
            try await transaction.execute(Self.removalOfSalts(of: back))
            if !acts.isEmpty { try await transaction.query(AuditWriter.statement(acts)) }
            return acts.compactMap(\.submission)
        }
    }
}
