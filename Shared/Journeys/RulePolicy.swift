/// What happens to a submission that does not satisfy a rule.
public enum RulePolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing. Content that a clean page cannot hold, such as a script, is removed.
    case allow
    /// It continues with a warning for the reviewer.
    case warn
    /// It goes to a reviewer, whatever the journey's review policy.
    case review
    case refuse

    /// Nil for a policy without a reason.
    public var severity: Reason.Severity? {
        switch self {
        case .allow: nil
        case .warn, .review: .warn
        case .refuse: .refuse
        }
    }
}

/// What happens to a file that the same submission already has, byte for byte.
public typealias DuplicatePolicy = RulePolicy
