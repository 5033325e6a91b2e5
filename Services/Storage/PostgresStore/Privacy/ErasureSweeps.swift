public import Postgres
public import Shared

/// The bytes of erased submissions. They are deleted at once, and again when no process can be writing any more.
public struct ErasureSweeps: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Deletes the folder of an erased submission, at any time. `erase` returns after everything in it is deleted.
    public func sweepDue(
        limit: Int, only submission: SubmissionID, _ erase: @Sendable (TenantID, SubmissionID) async throws -> Void
    ) async throws -> Int {
        try await sweepDue(limit: limit, of: submission, postponing: .zero) { tenant, submission in
            try await erase(tenant, submission)
            return true
        }
    }

    /// Deletes the folders of at most `limit` erased submissions. `erase` returns after everything in a folder is
    /// deleted; false means that it failed and is retried after the delay. Concurrent calls do not conflict.
    public func sweepDue(
        limit: Int, postponing delay: Duration, _ erase: @Sendable (TenantID, SubmissionID) async throws -> Bool
    ) async throws -> Int {
        try await sweepDue(limit: limit, of: nil, postponing: delay, erase)
    }

    private func sweepDue(
        limit: Int, of submission: SubmissionID?, postponing delay: Duration,
        _ erase: @Sendable (TenantID, SubmissionID) async throws -> Bool
    ) async throws -> Int {
        let scope: SQL = submission.map { "submission_id = \($0.uuid)" } ?? "sweep_at <= now()"
        // Put off first, so that no transaction is open while bytes are removed: live streams wait for the oldest one.
        let rows = try await pool.query(
            """
            with due as (
                select submission_id from erasures where \(scope)
                order by sweep_at nulls last limit \(limit) for update skip locked
            )
            update erasures e set sweep_at = now() + \(delay.sqlInterval) from due where e.submission_id = due.submission_id
            returning e.submission_id, e.tenant, e.erased_at, e.sweep_at::text as claim
            """)
        for row in rows {
            let id: SubmissionID = try row.decodeID("submission_id")
            guard try await erase(try row.decodeValue("tenant"), id) else { continue }
            let last = try row.decodeTimestamp("erased_at").adding(PersonalDataStore.lastWrites).date
            try await pool.pipeline([
                """
                update erasures set sweep_at = case when now() < \(last) then \(last) end
                where submission_id = \(id.uuid) and sweep_at = \(try row.decode("claim", as: String.self))::timestamptz
                """,
                "delete from blob_erasures where submission_id = \(id.uuid) and erase_after <= now()",
            ])
        }
        return rows.count
    }
}
