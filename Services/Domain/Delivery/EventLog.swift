public import FoundationEssentials
public import Shared

/// A place in the log. It is ordered by transaction first: a number alone may appear after a higher one, if its
/// transaction commits late.
public struct LogPosition: Hashable, Comparable, Sendable {
    /// The log's era in the bits from 48 on, and the transaction's number in that era's cluster below. A restore, another
    /// cluster or a failover begins a new era: everything in it comes after all earlier events.
    public let transaction: Int64
    public let number: Int64

    /// Before all events.
    public static let start = LogPosition(transaction: 0, number: 0)

    public init(transaction: Int64, number: Int64) {
        self.transaction = transaction
        self.number = number
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.transaction, left.number) < (right.transaction, right.number)
    }
}

/// A recorded event: its exact bytes, and what finds and orders it.
public struct RecordedEvent: Hashable, Sendable {
    public let position: LogPosition
    public let id: EventID
    public let submission: SubmissionID
    /// The submission's tenant.
    public let tenant: TenantID
    /// The submission's version that the event describes, without gaps or repetitions.
    public let sequence: Int
    public let type: EventType
    /// Nil for an event without a topic.
    public let topic: Topic?
    public let time: Date
    /// The CloudEvent in structured JSON mode. Every reader gets the same bytes.
    public let payload: [UInt8]

    public init(
        position: LogPosition, id: EventID, submission: SubmissionID, tenant: TenantID, sequence: Int, type: EventType,
        topic: Topic?, time: Date,
        payload: [UInt8]
    ) {
        self.position = position
        self.id = id
        self.submission = submission
        self.tenant = tenant
        self.sequence = sequence
        self.type = type
        self.topic = topic
        self.time = time
        self.payload = payload
    }
}

/// The append-only log of events, as stages read it.
public protocol EventLog: Sendable {
    /// The events of one submission with `sequence > after`, lowest first.
    func events(of submission: SubmissionID, afterSequence: Int, limit: Int) async throws(StoreError) -> [RecordedEvent]

    /// For a stage that got `events`: the earlier unfinished events of the same submissions, of one of `types`. They have
    /// a lower sequence and no work item of the stage that is done or parked. Ordered by submission, lowest first,
    /// without `events` themselves. The stage handles them first.
    func unfinishedPredecessors(of events: [EventID], stage: Stage, types: [EventType]) async throws(StoreError)
        -> [RecordedEvent]
}
