public import Shared

extension SubmissionEditor {
    /// Applies a reviewer's decision: it has the effect of a verdict by rules, with the same events.
    public func decide(_ decision: ReviewDecision) throws(EditStop) -> SubmissionEdit {
        // Only what is in review waits for somebody: elsewhere the same commands are the workers' own.
        guard submission.state == .inReview else { throw .refused(.notInReview(submission.state)) }
        let (missing, unknown) = decision.mismatch(with: submission)
        guard missing.isEmpty, unknown.isEmpty else { throw .refused(.decisionMismatch(missing: missing, unknown: unknown)) }
        let transition = try transition(on: decision.command)
        let changed = try judged(
            decision.verdict(on: submission, withWords: true), at: .normalization, to: transition.to)
        return outcome(
            changed, attempt: transition.attempt, verdict: decision.verdict(on: submission, withWords: false),
            results: changed.documents.compactMap(DocumentResult.init))
    }
}
