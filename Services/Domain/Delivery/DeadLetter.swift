public import FoundationEssentials
public import Shared

/// One of the list of what stages have given up and nobody has decided on yet.
public enum DeadLetter: Sendable {
    /// An event that a stage has given up on.
    case event(ParkedItem)
    /// A record that became no work: it cannot be read, or the log has no such event.
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

/// A record that became no work, and what could be made of it now.
public struct DeadRecord: Sendable {
    /// As its header on `docket.dlq` has it.
    public let number: Int64
    public let notice: DeadLetterNotice
    public let retry: Retry

    public init(number: Int64, notice: DeadLetterNotice, retry: Retry) {
        self.number = number
        self.notice = notice
        self.retry = retry
    }

    /// What sending it again would do.
    public enum Retry: Sendable, Hashable {
        /// The event can be read and is in the log by now, and the stage never had it: it tries it.
        case tryEvent(EventID)
        case nothing(Obstacle)
    }

    public enum Obstacle: Sendable, Hashable {
        /// This version cannot read it either.
        case unreadable(EventFault)
        /// The stage does not work on such events.
        case foreign(EventType)
        /// The log has no such event.
        case unknown(SubmissionID)
        /// The stage has had the event meanwhile: it works on it, has ended it, or has given it up.
        case taken(EventID)
    }
}
