/// What becomes of a submission that does not satisfy a rule.
public enum RulePolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing. Where the rule is about what a clean page cannot hold, such as a script, this means that it is stripped.
    case allow
    /// It goes on, and a reviewer may want to know.
    case warn
    /// It goes on to a reviewer, whatever the journey says of reviews.
    case review
    case refuse

    /// Nil if nothing is said.
    public var severity: Reason.Severity? {
        switch self {
        case .allow: nil
        case .warn, .review: .warn
        case .refuse: .refuse
        }
    }
}

/// What becomes of a file that was sent before in the same submission, byte for byte.
public typealias DuplicatePolicy = RulePolicy
