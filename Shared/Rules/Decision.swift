extension JourneyDefinition {
    /// The command to a submission after a verdict.
    ///
    /// Refusals reopen documents. The state machine rejects if no replacement is left. Validated submissions are
    /// processed. Processed ones are accepted, unless the journey or its call-out requires a review.
    public func command(after verdict: SubmissionVerdict, at stage: Stage) -> SubmissionCommand {
        switch (verdict.verdict, stage) {
        case (.refused, _): .requestInput
        case (_, .validation): .beginProcessing
        case _ where verdict.allReasons.contains(where: asksForReview): .requestReview
        case (.accepted, _): review == .always ? .requestReview : .accept
        case (.acceptedWithWarnings, _): review == .never ? .accept : .requestReview
        }
    }
}

extension Document {
    /// The state of a document after a verdict, given the new state of its submission.
    ///
    /// A refused document is reopened if the person may replace it. A passed document is accepted once its pages are
    /// clean, and keeps its state before that.
    public func state(
        after verdict: Verdict, at stage: Stage, submission: SubmissionState
    ) throws(TransitionRefusal<DocumentState, DocumentCommand>) -> DocumentState {
        var machine = DocumentStateMachine(state: state)
        switch (verdict, stage) {
        case (.refused, _):
            try machine.apply(.refuse)
            if submission == .needsInput { try machine.apply(.reopen) }
        case (_, .validation):
            break
        // What is still to be read, or a reviewer still looks at, is not decided.
        case _ where submission == .inReview || submission == .processing:
            break
        default:
            try machine.apply(.accept)
        }
        return machine.state
    }
}
