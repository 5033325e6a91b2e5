internal import FoundationEssentials
public import Postgres
public import Shared

/// The bytes of what was erased: removed at once, and once more when nobody can be writing any more.
public struct ErasureSweeps: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Has the folders of at most `limit` erased submissions removed; of `only`, whatever the time is. `erase` answers when all
    /// that there was is gone. Two who do this at once do not get into each other's way.
    public func sweepDue(
        limit: Int, only submission: SubmissionID? = nil, _ erase: @Sendable (TenantID, SubmissionID) async throws -> Void
    ) async throws -> Int {
        let scope: SQL = submission.map { "submission_id = \($0.uuid)" } ?? "sweep_at <= now()"
        return try await pool.withTransaction { transaction in
            let rows = try await transaction.query(
                """
                select submission_id, tenant, erased_at from erasures where \(scope)
                order by sweep_at nulls last limit \(limit) for update skip locked
                """)
            var swept: [SQL] = []
            for row in rows {
                let id: SubmissionID = try row.decodeID("submission_id")
                try await erase(try row.decodeValue("tenant"), id)
                let last = try row.decodeTimestamp("erased_at").adding(PersonalDataStore.lastWrites).date
                swept += [
                    """
                    update erasures set sweep_at = case when now() < \(last) then \(last) end
                    where submission_id = \(id.uuid)
                    """,
                    "delete from blob_erasures where submission_id = \(id.uuid) and erase_after <= now()",
                ]
            }
            if !swept.isEmpty { _ = try await transaction.pipeline(swept) }
            return rows.count
        }
    }
}
