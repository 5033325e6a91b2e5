public import FoundationEssentials

/// An event as it was recorded: its exact bytes, and what is needed to find and order it.
public struct RecordedEvent: Hashable, Sendable {
    /// Grows along the whole log. Transactions commit out of order, so a reader that follows it must leave room for late ones
    /// (`EventLog.events(afterPosition:)` does).
    public let position: Int64
    public let id: UUID
    public let submission: UUID
    /// The tenant whose submission it is.
    public let tenant: String
    /// The submission's version that the event describes: no gap and no repeat within a submission.
    public let sequence: Int64
    /// Such as `com.docket.submission.submitted.v1`.
    public let type: String
    /// Nil for what is recorded but goes to no topic.
    public let topic: String?
    public let time: Date
    /// The CloudEvent in structured JSON mode, byte for byte as every reader gets it.
    public let payload: [UInt8]

    public init(
        position: Int64, id: UUID, submission: UUID, tenant: String, sequence: Int64, type: String, topic: String?, time: Date,
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
    func events(ids: [UUID]) async throws(StoreError) -> [RecordedEvent]

    /// The events of one submission with `sequence > after`, lowest first.
    func events(of submission: UUID, afterSequence: Int64, limit: Int) async throws(StoreError) -> [RecordedEvent]

    /// The events of every submission (or of one tenant's) with `position > after`, in order. An event is only shown when no
    /// transaction that could still add a lower position is running, so a reader that goes on from the last position it saw
    /// misses nothing.
    func events(afterPosition: Int64, tenant: String?, limit: Int) async throws(StoreError) -> [RecordedEvent]

    /// The highest position that `events(afterPosition:)` would show now: where a reader starts that wants only what is new.
    func currentPosition() async throws(StoreError) -> Int64

    /// For a stage that got `event`: the events of the same submission with a lower sequence and one of `types` that the stage
    /// has not finished (no work item that is done or parked), lowest first. They are handled first.
    func unfinishedPredecessors(of event: UUID, stage: String, types: [String]) async throws(StoreError) -> [RecordedEvent]
}
