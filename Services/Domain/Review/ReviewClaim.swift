public import Shared

/// Who reviews: the name by which the trail knows them, and what people call them.
public struct Reviewer: Sendable, Hashable {
    public let actor: String
    public let name: String

    public init(actor: String, name: String? = nil) {
        self.actor = actor
        self.name = name ?? Self.name(of: actor)
    }

    /// What stands behind the kind of an actor such as `user:jane`.
    static func name(of actor: String) -> String {
        actor.split(at: ":", maxSplits: 1).last.map(String.init) ?? actor
    }
}

/// Somebody has a submission on the screen. It ends by itself.
public struct ReviewClaim: Sendable, Hashable {
    public let by: Reviewer
    public let until: Timestamp

    public init(by: Reviewer, until: Timestamp) { (self.by, self.until) = (by, until) }

    /// How long one lasts unless it is renewed.
    public static let lease = Duration.seconds(300)
}

/// A decision that can still be taken back: carried out at `until`.
public struct HeldDecision: Sendable, Hashable {
    public let submission: SubmissionID
    public let by: Reviewer
    public let until: Timestamp

    public init(submission: SubmissionID, by: Reviewer, until: Timestamp) {
        (self.submission, self.by, self.until) = (submission, by, until)
    }

    /// For how many seconds a decision can be held.
    public static let allowed = 0...60
}

/// Why somebody cannot have what they ask for.
public enum ReviewRefusal: Error, Sendable, Hashable {
    /// Somebody else has it on the screen, or has decided and may still take that back.
    case claimed(ReviewClaim)
    /// They have judged it themselves, and another one is to do so.
    case alreadyReviewed
    case notInReview(SubmissionState)
    case notFound
}
