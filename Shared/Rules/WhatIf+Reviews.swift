/// What rules would have made of submissions that reviewers decided on: whether they see what people see.
extension WhatIf {
    /// What a reviewer decided of a submission as a whole.
    public enum Review: String, Sendable, Hashable, CaseIterable {
        case accepted
        /// For good, or until something is replaced.
        case refused
    }

    public struct ReviewEffect: Sendable, Hashable {
        /// Submissions that reviewers refused, and that the rule would have held.
        public internal(set) var caught = 0
        /// Submissions that reviewers accepted, and that the rule would have held.
        public internal(set) var hurt = 0

        public init(caught: Int = 0, hurt: Int = 0) {
            self.caught = caught
            self.hurt = hurt
        }

        mutating func add(_ other: ReviewEffect) {
            caught += other.caught
            hurt += other.hurt
        }
    }

    /// The rules of which a finding would hold a submission up: it would be refused, sent back, or go to a reviewer for it.
    func rulesThatHold(_ findings: [Finding]) -> Set<RuleID> {
        Set(
            findings.filter { finding in
                finding.severity == .refuse || new.rules[finding.rule] == .review || new.review == .onWarning
            }.map(\.rule))
    }
}
