/// What a submission still lacks before it can be submitted.
public enum CompletenessCheck {
    /// Empty if it can be submitted. The gateway answers a submit with these (422), and shows them while the person collects.
    public static func missing(from submission: Submission, journey: JourneyDefinition, at moment: Timestamp) -> [Reason] {
        RuleEngine.completeness.reasons(for: SubmissionFacts(submission, journey: journey, at: moment))
            .filter { $0.severity == .refuse }
    }
}
