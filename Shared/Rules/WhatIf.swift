/// What other rules would have made of past submissions. It is told of one after the other, and keeps only numbers and a few
/// examples.
public struct WhatIf: Sendable {
    /// How a submission was decided on.
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

    /// What a rule has to do with decisions that changed.
    public struct RuleEffect: Sendable, Hashable {
        /// Submissions that were decided otherwise, of which it speaks now and did not before.
        public internal(set) var added = 0
        /// Submissions that were decided otherwise, of which it spoke before and does not now.
        public internal(set) var removed = 0
        /// The first ones of both.
        public internal(set) var examples: [SubmissionID] = []
    }

    public static let maximumExamples = 3

    public let new: JourneyDefinition
    private let engines: [RuleEngine]

    public private(set) var submissions = 0
    public private(set) var changes: [Change: Int] = [:]
    public private(set) var rules: [RuleID: RuleEffect] = [:]
    /// Submissions that a reviewer decided on, by what was decided.
    public private(set) var reviewed: [Review: Int] = [:]
    /// What each rule would have made of these, whether or not it changes a decision.
    public private(set) var reviews: [RuleID: ReviewEffect] = [:]

    /// What is read of documents is known once they were validated: the rules for it are asked after those of validation.
    public init(new: JourneyDefinition, engines: [RuleEngine] = [.validation, .reading]) {
        self.new = new
        self.engines = engines
    }

    public var decidedOtherwise: Int { changes.values.reduce(0, +) }

    /// Takes the facts of a submission, with the journey in the version that it was made under, what those said whom it asked, and what
    /// a reviewer decided of it. Nobody is asked anew: of whom the new journey asks, too, the old answers stand.
    public mutating func add(
        _ id: SubmissionID, _ facts: SubmissionFacts, callOuts: [CallOutRecord] = [], review: Review? = nil
    ) {
        submissions += 1
        let before = engines.flatMap { $0.findings(for: facts) } + callOuts.flatMap(\.findings)
        var changed = facts
        changed.journey = new
        let stillAsked = Set(new.callOuts.map(\.name))
        let after =
            engines.flatMap { $0.findings(for: changed) }
            + callOuts.filter { stillAsked.contains($0.callOut) }.flatMap(\.findings)
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

    /// Adds what another one has found of submissions that were submitted later.
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

    /// The gravest that each rule says: 1 for a warning, 2 for a refusal.
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
