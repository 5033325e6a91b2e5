public import Shared

/// A reviewer's verdict on a submission that is still in review.
public struct ReviewVerdict: Sendable, Hashable {
    public let by: Reviewer
    public let decision: ReviewDecision

    public init(by: Reviewer, decision: ReviewDecision) { (self.by, self.decision) = (by, decision) }
}

/// The verdicts on a submission in its current review, and the effect of another one. It is pure.
///
/// If a journey requires two reviewers, neither sees the other's verdict. Equal verdicts on each document decide.
/// Otherwise a third reviewer sees both and decides.
public struct ReviewRound: Sendable, Hashable {
    /// The number of reviewers who must agree.
    public let needed: Int
    /// In order of time.
    public let verdicts: [ReviewVerdict]

    public init(needed: Int, verdicts: [ReviewVerdict] = []) { (self.needed, self.verdicts) = (max(1, needed), verdicts) }

    public enum Step: Sendable, Hashable {
        /// The verdict is stored, and another reviewer is asked.
        case wait
        case decide(ReviewDecision)
        /// No reviewer gives two verdicts.
        case alreadyReviewed
    }

    public func holdsVerdict(of actor: String) -> Bool { verdicts.contains { $0.by.actor.hasSameBytes(as: actor) } }

    /// Whether the required verdicts differ.
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
    /// Whether both decide the same, whatever the words for the person.
    package func saysTheSame(as other: ReviewDecision) -> Bool {
        isFinal == other.isFinal && judgements.mapValues(\.isAcceptance) == other.judgements.mapValues(\.isAcceptance)
    }

    /// Adds the other decision's words to refusals without any.
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

    /// The number of documents on which the rules agree: an accepted one has no reasons, a refused one has some.
    package func agreement(with submission: Submission) -> (documents: Int, agreed: Int) {
        let documents = submission.documents.filter { $0.state != .removed }
        let agreed = documents.count { document in
            judgements[document.id].map { $0.isAcceptance == document.reasons.isEmpty } ?? false
        }
        return (documents.count, agreed)
    }
}
