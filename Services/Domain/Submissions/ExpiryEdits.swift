internal import Shared

extension SubmissionEditor {
    /// Nobody went on with it in time: what there is of it is destroyed. Whoever touched it in the meantime has given it new time.
    package func expire() throws(EditStop) -> SubmissionEdit {
        guard let expiresAt = submission.expiresAt, expiresAt <= now else { throw .alreadyApplied }
        let transition = try transition(on: .expire)
        var changed = submission
        changed.state = transition.to
        changed.documents = []
        return edit(changed, .submissionExpired, SubmissionOutcome(state: transition.to, attempt: transition.attempt))
    }
}
