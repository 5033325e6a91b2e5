public import Shared

/// A reviewer: the name in the audit trail, and the name for people.
public struct Reviewer: Sendable, Hashable {
    public let actor: String
    public let name: String

    public init(actor: String, name: String? = nil) {
        self.actor = actor
        self.name = name ?? Self.name(of: actor)
    }

    /// The part after the kind of an actor such as `user:jane`.
    static func name(of actor: String) -> String {
        actor.split(at: ":", maxSplits: 1).last.map(String.init) ?? actor
    }
}

/// A reviewer has a submission on the screen. The claim expires by itself.
public struct ReviewClaim: Sendable, Hashable {
    public let by: Reviewer
    public let until: Timestamp

    public init(by: Reviewer, until: Timestamp) { (self.by, self.until) = (by, until) }

    /// The duration of a claim, unless it is renewed.
    public static let lease = Duration.seconds(300)
}

/// A decision that can still be withdrawn. It is carried out at `until`.
public struct HeldDecision: Sendable, Hashable {
    public let submission: SubmissionID
    public let by: Reviewer
    public let until: Timestamp

    public init(submission: SubmissionID, by: Reviewer, until: Timestamp) {
        (self.submission, self.by, self.until) = (submission, by, until)
    }

    /// The seconds for which a decision can be held.
    public static let allowed = 0...60
}

/// Why a review request is refused.
public enum ReviewRefusal: Error, Sendable, Hashable {
    /// Another reviewer has it on the screen, or has decided and may still withdraw that.
    case claimed(ReviewClaim)
    /// They have already given a verdict, and another reviewer must give one.
    case alreadyReviewed
    case notInReview(SubmissionState)
    case notFound
}
