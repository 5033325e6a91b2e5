/// Compares rules with the decisions of reviewers on past submissions.
extension WhatIf {
    /// A reviewer's decision on a submission as a whole.
    public enum Review: String, Sendable, Hashable, CaseIterable {
        case accepted
        /// Finally, or until a document is replaced.
        case refused
    }

    public struct ReviewEffect: Sendable, Hashable {
        /// Submissions that reviewers refused and the rule would have held.
        public internal(set) var caught = 0
        /// Submissions that reviewers accepted and the rule would have held.
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

    /// The rules with a finding that would refuse a submission or send it to a reviewer.
    func rulesThatHold(_ findings: [Finding]) -> Set<RuleID> {
        Set(
            findings.filter { finding in
                finding.severity == .refuse || new.review == .onWarning || new.asksForReview(Reason(finding))
            }.map(\.rule))
    }
}
