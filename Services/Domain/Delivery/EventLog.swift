public import FoundationEssentials
public import Shared

/// A place in the log. It is ordered by transaction first, for a number alone can appear later than a higher one: whoever holds
/// it may commit late.
public struct LogPosition: Hashable, Comparable, Sendable {
    /// The era of the log in the bits from 48 on, the number of the transaction in that era's cluster below. A restore, another
    /// cluster and a failover each begin an era: whatever comes then lies behind all that was there before.
    public let transaction: Int64
    public let number: Int64

    /// Before everything.
    public static let start = LogPosition(transaction: 0, number: 0)

    public init(transaction: Int64, number: Int64) {
        self.transaction = transaction
        self.number = number
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.transaction, left.number) < (right.transaction, right.number)
    }
}

/// An event as it was recorded: its exact bytes, and what is needed to find and order it.
public struct RecordedEvent: Hashable, Sendable {
    public let position: LogPosition
    public let id: EventID
    public let submission: SubmissionID
    /// The tenant whose submission it is.
    public let tenant: TenantID
    /// The submission's version that the event describes: no gap and no repeat within a submission.
    public let sequence: Int
    public let type: EventType
    /// Nil for what is recorded but goes to no topic.
    public let topic: Topic?
    public let time: Date
    /// The CloudEvent in structured JSON mode, byte for byte as every reader gets it.
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

/// The append-only log of what happened: live streams, webhooks, predecessors and re-emission read from it.
public protocol EventLog: Sendable {
    /// The events with these ids, in no particular order; unknown ids are left out.
    func events(ids: [EventID]) async throws(StoreError) -> [RecordedEvent]

    /// The events of one submission with `sequence > after`, lowest first.
    func events(of submission: SubmissionID, afterSequence: Int, limit: Int) async throws(StoreError) -> [RecordedEvent]

    /// The events of every submission (or of one tenant's) with `position > after`, in order. An event is only shown when no
    /// transaction that could still add a lower position is running: a reader that goes on from the last position it saw misses
    /// nothing.
    func events(afterPosition: LogPosition, tenant: TenantID?, limit: Int) async throws(StoreError) -> [RecordedEvent]

    /// The highest position that `events(afterPosition:)` would show now: where a reader starts that wants only what is new.
    func currentPosition() async throws(StoreError) -> LogPosition

    /// For a stage that got `events`: the events of the same submissions with a lower sequence than theirs and one of `types`
    /// that the stage has not finished (no work item that is done or parked), by submission and lowest first, without
    /// `events` themselves. They are handled first.
    func unfinishedPredecessors(of events: [EventID], stage: Stage, types: [EventType]) async throws(StoreError)
        -> [RecordedEvent]
}
