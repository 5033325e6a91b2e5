public import FoundationEssentials
public import Shared

/// An event that a stage has given up, and its submission's current state.
public struct ParkedItem: Sendable {
    public let key: WorkItemKey
    public let event: RecordedEvent
    public let attempts: Int
    /// The reason, for operators.
    public let error: String?
    public let parkedAt: Date
    /// Nil if the submission no longer exists.
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

    /// The effect of a retry.
    public enum Retry: Sendable, Hashable {
        /// The submission failed with it: it is submitted again with an event of its own, and this item ends.
        case submit(newVersion: Int)
        /// The stage tries the event again, with its attempts reset.
        case tryAgain
        /// The submission has moved on or no longer exists: the stage would have nothing to do.
        case nothing(SubmissionState?)
    }

    public var retry: Retry {
        guard let state, let version else { return .nothing(nil) }
        guard key.stage.isOnTheWay else { return .tryAgain }
        if version == event.sequence { return .tryAgain }
        return state == .failed && version == event.sequence + 1 ? .submit(newVersion: version + 1) : .nothing(state)
    }
}

/// The result of retrying a parked item.
public enum RetryAnswer: Sendable, Hashable {
    case done
    /// It is no longer parked, or its submission has changed since it was examined.
    case changedMeanwhile
    /// See `ParkedItem.Retry.nothing`. Nothing was done.
    case nothing
}
