/// The effect that other rules would have had on past submissions. It takes one submission after the other, and keeps
/// only counts and a few examples.
public struct WhatIf: Sendable {
    /// The decision on a submission.
    public enum Decision: String, Sendable, Hashable, CaseIterable {
        case accepted
        case acceptedWithWarnings = "accepted_with_warnings"
        case refused
    }

    public struct Change: Sendable, Hashable {
        public let from: Decision
        public let to: Decision

        public init(from: Decision, to: Decision) {
            self.from = from
            self.to = to
        }
    }

    /// A rule's part in changed decisions.
    public struct RuleEffect: Sendable, Hashable {
        /// Submissions with another decision in which the rule's finding is new or graver.
        public internal(set) var added = 0
        /// Submissions with another decision in which the rule's finding is gone or less grave.
        public internal(set) var removed = 0
        /// The first submissions of both kinds.
        public internal(set) var examples: [SubmissionID] = []
    }

    public static let maximumExamples = 3

    public let new: JourneyDefinition
    private let engines: [RuleEngine]

    public private(set) var submissions = 0
    public private(set) var changes: [Change: Int] = [:]
    public private(set) var rules: [RuleID: RuleEffect] = [:]
    /// The number of reviewed submissions, by decision.
    public private(set) var reviewed: [Review: Int] = [:]
    /// The effect of each rule on these, whether or not it changes a decision.
    public private(set) var reviews: [RuleID: ReviewEffect] = [:]

    /// `engines` run in order. Values read from documents are known only after validation.
    public init(new: JourneyDefinition, engines: [RuleEngine] = [.validation, .reading]) {
        self.new = new
        self.engines = engines
    }

    public var decidedOtherwise: Int { changes.values.reduce(0, +) }

    /// Adds a submission: its facts with the journey in its version then, the answers of its call-outs, and the
    /// reviewer's decision. No service is asked again: the old answers count for each call-out that the new journey still
    /// has, and where there was none what the new journey says to that.
    public mutating func add(
        _ id: SubmissionID, _ facts: SubmissionFacts, callOuts: [CallOutRecord] = [], review: Review? = nil
    ) {
        submissions += 1
        let before = engines.flatMap { $0.findings(for: facts) } + callOuts.flatMap(\.findings)
        var changed = facts
        changed.journey = new
        let after = engines.flatMap { $0.findings(for: changed) } + callOuts.flatMap { $0.findings(in: new) }
        if let review { note(review, after) }
        let change = Change(from: Decision(before), to: Decision(after))
        guard change.from != change.to else { return }
        changes[change, default: 0] += 1
        let (spoke, speaks) = (Self.weights(before), Self.weights(after))
        for rule in Set(spoke.keys).union(speaks.keys) where spoke[rule] != speaks[rule] {
            let isAdded = (speaks[rule] ?? 0) > (spoke[rule] ?? 0)
            rules[rule, default: RuleEffect()].note(id, isAdded: isAdded)
        }
    }

    /// Adds the results for later submissions.
    public mutating func add(_ later: WhatIf) {
        submissions += later.submissions
        changes.merge(later.changes, uniquingKeysWith: +)
        for (rule, effect) in later.rules { rules[rule, default: RuleEffect()].add(effect) }
        reviewed.merge(later.reviewed, uniquingKeysWith: +)
        for (rule, effect) in later.reviews { reviews[rule, default: ReviewEffect()].add(effect) }
    }

    private mutating func note(_ review: Review, _ findings: [Finding]) {
        reviewed[review, default: 0] += 1
        for rule in rulesThatHold(findings) {
            switch review {
            case .accepted: reviews[rule, default: ReviewEffect()].hurt += 1
            case .refused: reviews[rule, default: ReviewEffect()].caught += 1
            }
        }
    }

    /// The gravest finding of each rule: 1 for a warning, 2 for a refusal.
    private static func weights(_ findings: [Finding]) -> [RuleID: Int] {
        findings.reduce(into: [:]) { weights, finding in
            weights[finding.rule] = max(weights[finding.rule] ?? 0, finding.severity == .refuse ? 2 : 1)
        }
    }
}

extension WhatIf.RuleEffect {
    fileprivate mutating func note(_ id: SubmissionID, isAdded: Bool) {
        if isAdded { added += 1 } else { removed += 1 }
        if examples.count < WhatIf.maximumExamples { examples.append(id) }
    }

    fileprivate mutating func add(_ later: WhatIf.RuleEffect) {
        added += later.added
        removed += later.removed
        examples += later.examples.prefix(max(0, WhatIf.maximumExamples - examples.count))
    }
}

extension WhatIf.Decision {
    fileprivate init(_ findings: [Finding]) {
        self =
            findings.contains { $0.severity == .refuse } ? .refused : findings.isEmpty ? .accepted : .acceptedWithWarnings
    }
}
