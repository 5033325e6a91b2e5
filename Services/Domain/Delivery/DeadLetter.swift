public import FoundationEssentials
public import Shared

/// A dead letter that no operator has decided on yet.
public enum DeadLetter: Sendable {
    /// An event that a stage gave up.
    case event(ParkedItem)
    /// A record that became no work: it is unreadable, or the log lacks its event.
    case record(DeadRecord)

    public var stage: Stage {
        switch self {
        case .event(let item): item.key.stage
        case .record(let record): record.notice.stage
        }
    }

    public var givenUpAt: Date {
        switch self {
        case .event(let item): item.parkedAt
        case .record(let record): record.notice.failedAt
        }
    }
}

/// A record that became no work, and what a retry would do now.
public struct DeadRecord: Sendable {
    /// The number in its header on `docket.dlq`.
    public let number: Int64
    public let notice: DeadLetterNotice
    public let retry: Retry

    public init(number: Int64, notice: DeadLetterNotice, retry: Retry) {
        self.number = number
        self.notice = notice
        self.retry = retry
    }

    /// The effect of a retry.
    public enum Retry: Sendable, Hashable {
        /// The event is now readable and in the log, and the stage never had it: the stage tries it.
        case tryEvent(EventID)
        case nothing(Obstacle)
    }

    public enum Obstacle: Sendable, Hashable {
        /// This version cannot read it either.
        case unreadable(EventFault)
        /// The stage does not handle such events.
        case foreign(EventType)
        /// The log lacks the event.
        case unknown(SubmissionID)
        /// The stage has got the event meanwhile: it handles it, has finished it, or has given it up.
        case taken(EventID)
    }
}
