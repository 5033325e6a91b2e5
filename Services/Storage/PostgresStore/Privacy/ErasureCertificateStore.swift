internal import Custody
public import Domain
public import Postgres
public import Shared

/// The stored proofs of erasures, and a check for remaining data.
public struct ErasureCertificateStore: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public struct Erasure: Sendable, Hashable {
        public let submission: SubmissionID
        public let tenant: TenantID
        public let erasedAt: Timestamp
        /// The exact certificate; nil if an earlier version made the erasure.
        public let certificate: String?
        /// The number of its audit entry.
        public let entry: Int64?
    }

    /// The erasure of a submission; nil if there was none, or it was another tenant's.
    public func erasure(of submission: SubmissionID, tenant: TenantID? = nil) async throws(StoreError) -> Erasure? {
        let scope: SQL = tenant.map { "and e.tenant = \($0.rawValue)" } ?? ""
        return try await StoreError.wrapping("read an erasure") {
            try await pool.query(
                """
                select e.submission_id, e.tenant, e.erased_at, e.certificate, (
                    select max(a.id) from audit a
                    where a.submission_id = e.submission_id and a.tenant = e.tenant and a.action = 'submission.erase') as entry
                from erasures e where e.submission_id = \(submission.uuid) \(scope)
                """
            ).first.map { row in
                Erasure(
                    submission: try row.decodeID("submission_id"), tenant: try row.decodeValue("tenant"),
                    erasedAt: try row.decodeTimestamp("erased_at"), certificate: try row.decodeIfPresent("certificate"),
                    entry: try row.decodeIfPresent("entry"))
            }
        }
    }

    /// The tables that an erasure empties of a submission.
    package static let emptied = [
        "blob_erasures", "documents", "idempotency_keys", "inspections", "page_images", "page_likenesses", "page_news", "pages",
        "reason_places", "review_claims", "review_drafts", "review_holds", "stage_progress", "submission_links", "uploads",
    ]

    /// Remaining rows that the erasure should have removed, the key, salts of leaves from before, words that endpoints have answered to
    /// attempts from before, and notes, addresses and persons in the audit trail from before, by table, without tables that have none. What may be told of it
    /// since, such as deliveries of the withdrawal and the act of the erasure, is not counted.
    public func left(of submission: SubmissionID) async throws(StoreError) -> [String: Int] {
        let id = submission.uuid
        let counts = Self.emptied.map { table -> SQL in
            "select '\(raw: table)' as name, count(*) as rows from \(raw: table) where submission_id = \(id)"
        }
        let all: [SQL] =
            counts + [
                "select 'sealing_keys', count(*) from docket_keys.submissions where submission_id = \(id)",
                """
                select 'custody_salts', count(*) from docket_keys.custody_salts s
                where s.submission_id = \(id) and \(ReturnedKeys.isBeforeErasure)
                """,
                """
                select 'delivery_tries', count(*) from delivery_tries t join deliveries d using (event_id, channel, endpoint)
                where d.submission_id = \(id) and t.began_at < (select erased_at from erasures where submission_id = \(id))
                    and (t.response ->> 'excerpt' <> '' or t.response ->> 'sealed' <> '')
                """,
                // Acts have ascending numbers, and an erasure empties those that there are before it adds its own.
                """
                select 'audit', count(*) from audit a where a.submission_id = \(id) and \(Scrubbing.isPersonal("a"))
                    and a.id < (select max(id) from audit where submission_id = \(id) and action = \(LogExamination.erasure))
                """,
                "select 'review_verdicts', count(*) from review_verdicts where submission_id = \(id) and decision is not null",
                """
                select 'mails', count(*) from mails where submission_id = \(id)
                    and (num_nonnulls(sender, sender_sealed, sender_code) > 0 or files <> '[]')
                """,
                """
                select 'submissions', count(*) from submissions where id = \(id) and (
                    erased_at is null or metadata <> '{}' or reasons <> '[]'
                    or num_nonnulls(subject, reference, locale, email, push_token, expected, return_url, personal, email_code,
                        subject_code, reference_code, reference_pieces, consent_version, reasons_sealed) > 0)
                """,
            ]
        return try await StoreError.wrapping("look what is left of a submission") {
            var left: [String: Int] = [:]
            for row in try await pool.query(SQL.joined(all, separator: " union all ")) {
                let count = try row.decode("rows", as: Int.self)
                if count > 0 { left[try row.decode("name")] = count }
            }
            return left
        }
    }
}
