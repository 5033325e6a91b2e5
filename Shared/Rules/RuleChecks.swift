/// One of the kinds of rules that the engine checks.
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

/// The rules to check, each with its checkpoints and its scope.
public struct RuleChecks: Sendable {
    private struct Check: Sendable {
        let rule: CheckedRule
        let checkpoints: Set<Checkpoint>
        let scope: ProcessorScope
    }

    private var checks: [Check] = []

    public init() {}

    /// Adds a rule at these checkpoints, within the scope. It replaces a rule with the same id.
    public mutating func add(
        _ rule: some SubmissionRule, at checkpoints: Set<Checkpoint>, for scope: ProcessorScope = ProcessorScope()
    ) { add(Check(rule: .submission(rule), checkpoints: checkpoints, scope: scope)) }

    /// As for a submission's rule.
    public mutating func add(
        _ rule: some DocumentRule, at checkpoints: Set<Checkpoint>, for scope: ProcessorScope = ProcessorScope()
    ) { add(Check(rule: .document(rule), checkpoints: checkpoints, scope: scope)) }

    /// As for a submission's rule.
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

    /// All rules, in the order of the checks.
    public var rules: [any Rule] { checks.map(\.rule.rule) }

    /// The rules at a checkpoint, each with its scope.
    public func checks(at checkpoint: Checkpoint) -> [(rule: CheckedRule, scope: ProcessorScope)] {
        checks.filter { $0.checkpoints.contains(checkpoint) }.map { ($0.rule, $0.scope) }
    }
}
