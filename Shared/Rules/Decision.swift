extension JourneyDefinition {
    /// What a submission is asked to do after a verdict.
    ///
    /// Refusals reopen documents (or reject, when no replacement is left: the state machine knows). What passed validation is
    /// processed; what passed processing is accepted, unless the journey, or whom it has asked, wants a person to look at it.
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
    /// The state after a verdict on it, given where its submission went.
    ///
    /// A refused document is reopened if its person may replace it. One that passed is accepted once its pages are clean, and
    /// stays as it is before that.
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
