public import Domain
internal import Postgres
public import Shared

/// The clock of submissions in a sandbox.
extension SubmissionStore {
    /// Moves a sandbox submission's due times and the times of its state into the past by `time`. The usual jobs then do
    /// what has become due. Events and earlier entries of the audit trail keep their times; a new entry records the move.
    /// False if the sandbox has no such submission, or it was erased.
    public func passTime(
        _ time: Duration, of id: SubmissionID, tenant: TenantID, by origin: AuditOrigin
    ) async throws(StoreError) -> Bool {
        guard tenant.isSandbox, time > .zero else { return false }
        let passed = time.sqlInterval
        let act = AuditAct(
            tenant: tenant, submission: id, action: "submission.clock", resource: "submissions/\(id)", origin: origin,
            note: "\(time.components.seconds) s forward", time: timestamp)
        return try await StoreError.wrapping("move a submission's clock") {
            try await pool.withTransaction { transaction in
                // What is remembered of it is read again, as after a preview.
                let moved = try await transaction.execute(
                    """
                    update submissions set created_at = created_at - \(passed), changed_at = changed_at - \(passed),
                        submitted_at = submitted_at - \(passed), expires_at = expires_at - \(passed),
                        review_since = review_since - \(passed), review_due = review_due - \(passed), previews = previews + 1
                    where id = \(id.uuid) and tenant = \(tenant.rawValue) and erased_at is null
                    """)
                guard moved == 1 else { return false }
                try await transaction.pipeline([
                    // Where it stands in listings.
                    "update documents set created_at = created_at - \(passed) where submission_id = \(id.uuid)",
                    "update reason_places set created_at = created_at - \(passed) where submission_id = \(id.uuid)",
                    "update uploads set expires_at = expires_at - \(passed) where submission_id = \(id.uuid)",
                    "update submission_links set expires_at = expires_at - \(passed) where submission_id = \(id.uuid)",
                    "update review_claims set ends_at = ends_at - \(passed) where submission_id = \(id.uuid)",
                    "update review_holds set due_at = due_at - \(passed) where submission_id = \(id.uuid)",
                    AuditWriter.statement([act]),
                ])
                return true
            }
        }
    }
}
