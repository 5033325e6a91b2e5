public import FoundationEssentials
public import Shared

/// An event that a stage has given up on, and its submission as it is now.
public struct ParkedItem: Sendable {
    public let key: WorkItemKey
    public let event: RecordedEvent
    public let attempts: Int
    /// Why, in words for operators.
    public let error: String?
    public let parkedAt: Date
    /// Nil when the submission is gone.
    public let state: SubmissionState?
    public let version: Int?

    public init(
        key: WorkItemKey, event: RecordedEvent, attempts: Int, error: String?, parkedAt: Date, state: SubmissionState?,
        version: Int?
    ) {
        self.key = key
        self.event = event
        self.attempts = attempts
        self.error = error
        self.parkedAt = parkedAt
        self.state = state
        self.version = version
    }

    /// What sending it again would do.
    public enum Retry: Sendable, Hashable {
        /// The submission failed with it: it is submitted again, with an event of its own, and this item is over.
        case submit(newVersion: Int)
        /// The stage tries the event again, its attempts counted from zero.
        case tryAgain
        /// The submission has moved on (or is gone): the stage would find nothing to do.
        case nothing(SubmissionState?)
    }

    public var retry: Retry {
        guard let state, let version else { return .nothing(nil) }
        guard key.stage.isOnTheWay else { return .tryAgain }
        if version == event.sequence { return .tryAgain }
        return state == .failed && version == event.sequence + 1 ? .submit(newVersion: version + 1) : .nothing(state)
    }
}

/// What came of sending a parked item again.
public enum RetryAnswer: Sendable, Hashable {
    case done
    /// It is not parked any more, or its submission has changed since it was looked at.
    case changedMeanwhile
    /// As `ParkedItem.Retry.nothing`; nothing was done.
    case nothing
}
