internal import FoundationEssentials
public import Postgres
public import Shared

/// Bytes that nothing refers to any more and whose grace period is over.
public struct ErasureStore: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Erases at most `limit` of them. Each is looked at once more: what a row refers to again is kept. `erase` removes the
    /// bytes and may say that somebody has just written them again: they are asked about later then.
    ///
    /// The rows stay locked meanwhile, so whoever refers to the same bytes again waits until it is decided.
    public func eraseDue(
        limit: Int, postponing delay: Duration, _ erase: @Sendable (TenantID, SubmissionID, ContentDigest) async throws -> Bool
    ) async throws -> Int {
        try await pool.withTransaction { transaction in
            let rows = try await transaction.query(
                """
                select submission_id, digest, tenant,
                    exists (select from pages p where p.submission_id = e.submission_id
                        and (p.original_digest = e.digest or p.preview_digest = e.digest))
                    or exists (select from page_images i where i.submission_id = e.submission_id and i.digest = e.digest)
                    or exists (select from documents d where d.submission_id = e.submission_id and d.pdf_digest = e.digest)
                    as is_needed
                from blob_erasures e where erase_after <= now()
                    and not exists (select from submissions s where s.id = e.submission_id and \(LegalHoldStore.covers("s")))
                order by erase_after limit \(limit) for update skip locked
                """)
            var statements: [SQL] = []
            for row in rows {
                let (submission, digest) = (try row.decodeID("submission_id") as SubmissionID, try row.decodeDigest("digest"))
                let isDone =
                    if try row.decode("is_needed", as: Bool.self) { true } else {
                        try await erase(try row.decodeValue("tenant"), submission, digest)
                    }
                statements.append(
                    isDone
                        ? """
                        delete from blob_erasures where submission_id = \(submission.uuid) and digest = \(digest.bytes)
                        """
                        : """
                        update blob_erasures set erase_after = now() + \(delay.sqlInterval)
                        where submission_id = \(submission.uuid) and digest = \(digest.bytes)
                        """)
            }
            if !statements.isEmpty { try await transaction.pipeline(statements) }
            return statements.count
        }
    }
}
