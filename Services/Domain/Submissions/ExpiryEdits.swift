internal import Shared

extension SubmissionEditor {
    /// Expires the submission, and destroys its contents. A change in the meantime has extended its time.
    package func expire() throws(EditStop) -> SubmissionEdit {
        guard let expiresAt = submission.expiresAt, expiresAt <= now else { throw .alreadyApplied }
        let transition = try transition(on: .expire)
        var changed = submission
        changed.state = transition.to
        changed.loseContents()
        return outcome(changed, attempt: transition.attempt)
    }
}
