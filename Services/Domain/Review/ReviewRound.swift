public import Shared

/// What a reviewer has said of a submission that is still in review.
public struct ReviewVerdict: Sendable, Hashable {
    public let by: Reviewer
    public let decision: ReviewDecision

    public init(by: Reviewer, decision: ReviewDecision) { (self.by, self.decision) = (by, decision) }
}

/// The verdicts on a submission since it is in review, and what another one leads to. Pure.
///
/// Where a journey asks for two reviewers, neither sees what the other says. If they say the same of each document it is decided; if
/// not, a third one is asked, who sees both, and whose word it is.
public struct ReviewRound: Sendable, Hashable {
    /// How many have to agree.
    public let needed: Int
    /// In the order in which they were given.
    public let verdicts: [ReviewVerdict]

    public init(needed: Int, verdicts: [ReviewVerdict] = []) { (self.needed, self.verdicts) = (max(1, needed), verdicts) }

    public enum Step: Sendable, Hashable {
        /// It is kept, and another reviewer is asked.
        case wait
        case decide(ReviewDecision)
        /// Nobody judges twice.
        case alreadyReviewed
    }

    public func holdsVerdict(of actor: String) -> Bool { verdicts.contains { $0.by.actor.hasSameBytes(as: actor) } }

    /// Whether those who were to agree do not.
    public var isDisagreed: Bool {
        guard verdicts.count >= needed, let first = verdicts.first else { return false }
        return !verdicts.dropFirst().allSatisfy { $0.decision.saysTheSame(as: first.decision) }
    }

    public func step(after decision: ReviewDecision, by actor: String) -> Step {
        if holdsVerdict(of: actor) { return .alreadyReviewed }
        let count = verdicts.count + 1
        if count < needed { return .wait }
        if count > needed { return .decide(decision) }
        guard verdicts.allSatisfy({ $0.decision.saysTheSame(as: decision) }) else { return .wait }
        return .decide(verdicts.reduce(decision) { $0.completed(by: $1.decision) })
    }
}

extension ReviewDecision {
    /// Whether it comes to the same, whatever is told to the person.
    package func saysTheSame(as other: ReviewDecision) -> Bool {
        isFinal == other.isFinal && judgements.mapValues(\.isAcceptance) == other.judgements.mapValues(\.isAcceptance)
    }

    /// With the words of another one for what this one refuses without any.
    fileprivate func completed(by other: ReviewDecision) -> ReviewDecision {
        let judgements = judgements.map { document, judgement in
            switch (judgement, other.judgements[document]) {
            case (.refuse(nil, because: nil), .refuse(let words, let reason)?):
                (document, Judgement.refuse(words, because: reason))
            default: (document, judgement)
            }
        }
        return ReviewDecision(Dictionary(uniqueKeysWithValues: judgements), isFinal: isFinal)
    }

    /// Of how many documents the rules say the same: they accept what they warn of nothing in.
    package func agreement(with submission: Submission) -> (documents: Int, agreed: Int) {
        let documents = submission.documents.filter { $0.state != .removed }
        let agreed = documents.count { document in
            judgements[document.id].map { $0.isAcceptance == document.reasons.isEmpty } ?? false
        }
        return (documents.count, agreed)
    }
}
