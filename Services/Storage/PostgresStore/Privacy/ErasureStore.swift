public import Postgres
public import Shared

/// Bytes without references whose grace period is over.
public struct ErasureStore: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Erases at most `limit` of them. Each is checked again: bytes with a new reference are kept. `erase` deletes the
    /// bytes, or reports that they were just written again: then they are checked later.
    ///
    /// They are postponed first, and removed from the table one by one after their bytes. No transaction is open
    /// meanwhile: readers of the event log wait for the oldest one. A new reference to the same bytes implies that they
    /// were written again.
    public func eraseDue(
        limit: Int, postponing delay: Duration, _ erase: @Sendable (TenantID, SubmissionID, ContentDigest) async throws -> Bool
    ) async throws -> Int {
        let rows = try await pool.query(
            """
            with due as (
                select submission_id, digest from blob_erasures e where erase_after <= now()
                    and not exists (select from submissions s where s.id = e.submission_id and \(LegalHoldStore.covers("s")))
                order by erase_after limit \(limit) for update skip locked
            )
            update blob_erasures e set erase_after = now() + \(delay.sqlInterval) from due
            where e.submission_id = due.submission_id and e.digest = due.digest
            returning e.submission_id, e.digest, e.tenant, e.erase_after::text as claim,
                exists (select from pages p where p.submission_id = e.submission_id
                    and (p.original_digest = e.digest or p.preview_digest = e.digest))
                or exists (select from page_images i where i.submission_id = e.submission_id and i.digest = e.digest)
                or exists (select from documents d where d.submission_id = e.submission_id and d.pdf_digest = e.digest)
                as is_needed
            """)
        for row in rows {
            let (submission, digest) = (try row.decodeID("submission_id") as SubmissionID, try row.decodeDigest("digest"))
            // Gone when somebody refers to the bytes again, and another one when they are given up anew.
            let claim: SQL = """
                from blob_erasures where submission_id = \(submission.uuid) and digest = \(digest.bytes)
                    and erase_after = \(try row.decode("claim", as: String.self))::timestamptz
                """
            if try !row.decode("is_needed", as: Bool.self) {
                // The bytes before may have taken long.
                guard try await !pool.query("select \(claim)").isEmpty,
                    try await erase(try row.decodeValue("tenant"), submission, digest)
                else { continue }
            }
            try await pool.execute("delete \(claim)")
        }
        return rows.count
    }
}
