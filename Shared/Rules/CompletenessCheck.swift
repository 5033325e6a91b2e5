/// Finds what a submission lacks for a submit.
public enum CompletenessCheck {
    /// Empty if the submission is complete. The gateway answers an incomplete submit with these (422), and shows them to
    /// the person before.
    public static func missing(from submission: Submission, journey: JourneyDefinition, at moment: Timestamp) -> [Reason] {
        RuleEngine.completeness.reasons(for: SubmissionFacts(submission, journey: journey, at: moment))
            .filter { $0.severity == .refuse }
    }
}
