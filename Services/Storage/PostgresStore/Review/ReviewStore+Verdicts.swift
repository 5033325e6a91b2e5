public import Domain
internal import Postgres
public import Shared

extension ReviewStore {
    /// The verdicts on a submission since it is in review. Only two may see them: the code that decides, and a third
    /// reviewer who is asked because two do not agree.
    public func round(of submission: Submission, journey: JourneyDefinition) async throws(StoreError) -> ReviewRound {
        try await StoreError.wrapping("read verdicts") { try await Self.round(of: submission, journey, keys, over: pool) }
    }

    static func round(
        of submission: Submission, _ journey: JourneyDefinition, _ keys: SealingKeyStore?, over executor: some PostgresExecutor
    ) async throws -> ReviewRound {
        let rows = try await executor.query(
            """
            select actor, name, decision from review_verdicts
            where submission_id = \(submission.id.uuid) and version = \(submission.version) and ended_at is null
            order by decided_at, actor
            """)
        var verdicts: [ReviewVerdict] = []
        for row in rows {
            let reviewer = Reviewer(actor: try row.decode("actor"), name: try row.decode("name"))
            let said = try await SealedWords.words(
                row, in: "decision", for: .verdict(of: reviewer.actor), about: submission.id, by: keys, over: executor)
            guard let decision = said.words.decision else { throw StoreError.corrupt("column decision is a part of one") }
            verdicts.append(ReviewVerdict(by: reviewer, decision: decision))
        }
        return ReviewRound(needed: journey.reviewers, verdicts: verdicts)
    }
}
