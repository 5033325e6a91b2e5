public import Domain
internal import Postgres
public import Shared

/// Drafts of decisions: what a reviewer has entered and not yet decided. Only that reviewer sees a draft. It is deleted
/// when the submission leaves the review.
extension ReviewStore {
    public func draft(
        of submission: SubmissionID, reviewer: Reviewer
    ) async throws(StoreError) -> (draft: DecisionRecord, at: Timestamp)? {
        try await StoreError.wrapping("read a draft of a decision") { () -> (draft: DecisionRecord, at: Timestamp)? in
            let rows = try await pool.query(
                """
                select draft, changed_at from review_drafts
                where submission_id = \(submission.uuid) and actor = \(reviewer.actor)
                """)
            guard let row = rows.first else { return nil }
            let draft = try await SealedWords.words(
                row, in: "draft", for: .draft(of: reviewer.actor), about: submission, by: keys)
            return (draft.words, try row.decodeTimestamp("changed_at"))
        }
    }

    /// Keeps a draft. Returns the submission's state if it is not in review: then nothing is kept.
    public func keep(
        _ draft: DecisionRecord, of submission: SubmissionID, tenant: TenantID, reviewer: Reviewer
    ) async throws(StoreError) -> ReviewRefusal? {
        try await StoreError.wrapping("keep a draft of a decision") {
            let sealsWords = try await keys?.sealsWords(of: tenant) ?? false
            return try await pool.withTransaction { transaction -> ReviewRefusal? in
                let there = try await transaction.query(
                    "select state from submissions where id = \(submission.uuid) and tenant = \(tenant.rawValue) for key share")
                guard let state: SubmissionState = try there.first?.decodeCase("state") else { return .notFound }
                guard state == .inReview else { return .notInReview(state) }
                let key = sealsWords ? try await keys?.cachedOrOwnKey(of: submission, over: transaction) : nil
                let column = try SealedWords.column(draft, for: .draft(of: reviewer.actor), by: key)
                try await transaction.execute(
                    """
                    insert into review_drafts (submission_id, actor, draft)
                    values (\(submission.uuid), \(reviewer.actor), \(column))
                    on conflict (submission_id, actor) do update set draft = excluded.draft, changed_at = now()
                    """)
                return nil
            }
        }
    }

    /// False if there was none.
    public func removeDraft(of submission: SubmissionID, reviewer: Reviewer) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("remove a draft of a decision") {
            try await pool.execute(
                "delete from review_drafts where submission_id = \(submission.uuid) and actor = \(reviewer.actor)") > 0
        }
    }
}
