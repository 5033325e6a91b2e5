public import Domain
internal import Postgres
public import Shared

/// Drafts that their person did not continue.
extension SubmissionStore {
    /// Submissions of all tenants that have expired by the database's clock, the longest expired first. Those in `others`
    /// and those under a legal hold are left out.
    public func expired(
        without others: Set<SubmissionID> = [], limit: Int
    ) async throws(StoreError) -> [(submission: SubmissionID, tenant: TenantID)] {
        try await StoreError.wrapping("find expired drafts") {
            try await pool.query(
                """
                select id, tenant from submissions s
                where expires_at <= now() and not \(LegalHoldStore.covers("s")) and id <> all(\(others.map(\.uuid)))
                order by expires_at limit \(limit)
                """
            ).map { (try $0.decodeID("id"), try $0.decodeValue("tenant")) }
        }
    }

    /// Prepares the expiry of a submission that has expired by this process's clock as well. On confirmation its
    /// documents are destroyed.
    public func expire(_ submission: SubmissionID, tenant: TenantID) async throws(StoreError) -> Preparation {
        let prompt = ConfirmationPrompt(
            title: "Give this submission up?", message: "Its time is over: its documents will be deleted for good.",
            actionLabel: "Give up")
        return try await leavingPersonsSealed.prepare(
            submission, tenant: tenant, version: nil, traceparent: nil, action: "submission.expire",
            resource: "submissions/\(submission)", prompt: prompt
        ) { (editor) throws(EditStop) in try editor.expire() }
    }
}
