public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

extension ReviewStore {
    /// The verdicts on a submission since it is in review. Only two may see them: the code that decides, and a third
    /// reviewer who is asked because two do not agree.
    public func round(of submission: Submission, journey: JourneyDefinition) async throws(StoreError) -> ReviewRound {
        try await StoreError.wrapping("read verdicts") { try await Self.round(of: submission, journey, over: pool) }
    }

    static func round(
        of submission: Submission, _ journey: JourneyDefinition, over executor: some PostgresExecutor
    ) async throws -> ReviewRound {
        let rows = try await executor.query(
            """
            select actor, name, decision from review_verdicts
            where submission_id = \(submission.id.uuid) and version = \(submission.version) and ended_at is null
            order by decided_at, actor
            """)
        let verdicts = try rows.map { row in
            guard let decision = try row.decodeJSON("decision", as: DecisionRecord.self).decision else {
                throw StoreError.corrupt("column decision is a part of one")
            }
            return ReviewVerdict(by: Reviewer(actor: try row.decode("actor"), name: try row.decode("name")), decision: decision)
        }
        return ReviewRound(needed: journey.reviewers, verdicts: verdicts)
    }
}
