/// What a stage can do to a submission.
public enum StageChange: Sendable {
    /// Processing was given up. `summary` is safe text for the person and for operators.
    case failed(summary: String)
}
