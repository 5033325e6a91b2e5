public import Domain
public import Shared

/// A filter of the review queue. A nil member does not filter.
public struct ReviewFilter: Sendable, Hashable {
    public enum Claims: String, Sendable, Hashable, CaseIterable {
        case mine, free, others
    }

    public var journey: JourneyID?
    public var claims: Claims?
    /// This rule warns of something in it.
    public var warning: RuleID?
    /// The promised time has passed.
    public var isOverdue: Bool?

    public init() {}
}

/// A place in the queue: the time of entry, and the id.
public struct ReviewPlace: Sendable, Hashable, LosslessStringConvertible {
    public let since: Timestamp
    public let submission: SubmissionID

    public init(since: Timestamp, submission: SubmissionID) { (self.since, self.submission) = (since, submission) }

    public init?(_ description: String) {
        let parts = description.split(at: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let since = Timestamp(String(parts[0])), let submission = SubmissionID(String(parts[1])) else {
            return nil
        }
        self.init(since: since, submission: submission)
    }

    public var description: String { "\(since)~\(submission)" }
}

/// A submission in the review queue.
public struct ReviewItem: Sendable, Hashable {
    public let submission: SubmissionID
    public let journey: JourneyID
    public let journeyVersion: ContentDigest
    public let reference: String?
    public let subject: String?
    public let place: ReviewPlace
    public let dueAt: Timestamp?
    public let isOverdue: Bool
    public let documents: Int
    public let pages: Int
    /// The rules that warn.
    public let warnings: [RuleID]
    public let attempt: Int
    public let version: Int
    public let claim: ReviewClaim?
    public let held: HeldDecision?
    /// The number of verdicts so far, and whether one is the caller's.
    public let verdicts: Int
    public let isMine: Bool
}

/// The amount of work. No count exceeds `limit`.
public struct ReviewCounts: Sendable, Hashable {
    public static let limit = 10_000

    public let waiting: Int
    public let mine: Int
    public let free: Int
    public let overdue: Int
}
