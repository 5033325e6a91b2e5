/// A rule of a kind that the engine knows how to ask. There is no other.
public enum CheckedRule: Sendable {
    case submission(any SubmissionRule)
    case document(any DocumentRule)
    case file(any FileRule)

    public var rule: any Rule {
        switch self {
        case .submission(let rule): rule
        case .document(let rule): rule
        case .file(let rule): rule
        }
    }
}

/// Which rules are checked, at which points of the way, and for what.
public struct RuleChecks: Sendable {
    private struct Check: Sendable {
        let rule: CheckedRule
        let checkpoints: Set<Checkpoint>
        let scope: ProcessorScope
    }

    private var checks: [Check] = []

    /// Without any.
    public init() {}

    /// Has a rule checked at these points, for what the scope admits. Another rule of the same id takes the place of the first.
    public mutating func add(
        _ rule: some SubmissionRule, at checkpoints: Set<Checkpoint>, for scope: ProcessorScope = ProcessorScope()
    ) { add(Check(rule: .submission(rule), checkpoints: checkpoints, scope: scope)) }

    /// As for the rule of a submission.
    public mutating func add(
        _ rule: some DocumentRule, at checkpoints: Set<Checkpoint>, for scope: ProcessorScope = ProcessorScope()
    ) { add(Check(rule: .document(rule), checkpoints: checkpoints, scope: scope)) }

    /// As for the rule of a submission.
    public mutating func add(
        _ rule: some FileRule, at checkpoints: Set<Checkpoint>, for scope: ProcessorScope = ProcessorScope()
    ) { add(Check(rule: .file(rule), checkpoints: checkpoints, scope: scope)) }

    private mutating func add(_ check: Check) {
        if let index = checks.firstIndex(where: { $0.rule.rule.id == check.rule.rule.id }) {
            checks[index] = check
        } else {
            checks.append(check)
        }
    }

    /// All rules, in the order in which they are checked.
    public var rules: [any Rule] { checks.map(\.rule.rule) }

    /// The rules at a point, each with what it is for.
    public func checks(at checkpoint: Checkpoint) -> [(rule: CheckedRule, scope: ProcessorScope)] {
        checks.filter { $0.checkpoints.contains(checkpoint) }.map { ($0.rule, $0.scope) }
    }
}
