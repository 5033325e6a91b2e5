public import FoundationEssentials
public import Shared

/// An event that its stage has not finished, and all that the database knows of its way there.
public struct InFlightItem: Sendable, Hashable {
    /// What the outbox says.
    public enum Publication: Sendable, Hashable {
        /// Nothing: no relay knows of it.
        case unknown
        case waiting(owner: InstanceID, isOwnerAlive: Bool)
        case published(RecordLocation)
    }

    /// What the stage has said of it.
    public enum Work: Sendable, Hashable {
        case notBegun
        /// Nil is a time that never comes.
        case waiting(until: Date?)
        case started(by: InstanceID, isAlive: Bool)
        case parked
        case done
    }

    public let key: WorkItemKey
    /// The event's place in the log, by which listings are in order.
    public let position: Int64
    public let submission: SubmissionID
    public let sequence: Int
    /// Whether the submission is still where the event has brought it, and goes no further without the stage.
    public let isAwaited: Bool
    public let publication: Publication
    /// How often the record was emitted again because its consumers had passed it over.
    public let timesPassedOver: Int
    public let work: Work

    public init(
        key: WorkItemKey, position: Int64, submission: SubmissionID, sequence: Int, isAwaited: Bool, publication: Publication,
        timesPassedOver: Int = 0, work: Work
    ) {
        self.key = key
        self.position = position
        self.submission = submission
        self.sequence = sequence
        self.isAwaited = isAwaited
        self.publication = publication
        self.timesPassedOver = timesPassedOver
        self.work = work
    }
}

/// Which items are asked for.
public enum InFlightScope: Sendable, Hashable {
    /// Of all submissions, from this place in the log on.
    case after(position: Int64)
    case of([SubmissionID])
}

/// An event to be emitted again.
public struct Reemission: Sendable, Hashable {
    public let event: EventID
    /// Where the record was when this was decided on; nil when no relay knew of the event. If that has changed, nothing happens.
    public let judged: RecordLocation?
    /// Whether its consumers had passed it over.
    public let wasPassedOver: Bool

    public init(event: EventID, judged: RecordLocation?, wasPassedOver: Bool) {
        self.event = event
        self.judged = judged
        self.wasPassedOver = wasPassedOver
    }
}

/// What the log says of a submission that was submitted, beside what its row says.
public struct SubmissionAudit: Sendable, Hashable {
    public let submission: SubmissionID
    /// By its row.
    public let state: SubmissionState
    public let version: Int
    /// By the log: the type of the newest event that moved it from one state to another, and how many events there are.
    public let newestStep: EventType
    public let events: Int
    public let highestSequence: Int
    /// Whether a stage has given up on one of its events, and an operator has yet to decide.
    public let isParked: Bool

    public init(
        submission: SubmissionID, state: SubmissionState, version: Int, newestStep: EventType, events: Int, highestSequence: Int,
        isParked: Bool
    ) {
        self.submission = submission
        self.state = state
        self.version = version
        self.newestStep = newestStep
        self.events = events
        self.highestSequence = highestSequence
        self.isParked = isParked
    }
}

/// How the deliveries stand, over all channels.
public struct DeliveryCounts: Sendable, Hashable {
    public let pending: Int
    public let delivered: Int
    public let givenUp: Int
    /// Pending, and no time is set for the next try and nobody tries.
    public let stuck: [DeliveryKey]

    public init(pending: Int, delivered: Int, givenUp: Int, stuck: [DeliveryKey]) {
        self.pending = pending
        self.delivered = delivered
        self.givenUp = givenUp
        self.stuck = stuck
    }
}

/// What reconciling reads and writes. An outbox row stays until its stage has finished the event, so whatever is in flight has
/// a row there, an unfinished work item, or is a fault.
public protocol ReconcileStore: Sendable {
    /// Items in flight, in order of position; each answer is one consistent look.
    func inFlightItems(_ scope: InFlightScope, limit: Int) async throws(StoreError) -> [InFlightItem]

    /// Makes the rows of these events unpublished again, for the relay of `owner`; one that nobody knows is adopted. Nothing is
    /// done to an event that has moved on since it was judged, or that a stage has begun. Returns those that will be emitted.
    func reemit(_ items: [Reemission], owner: InstanceID) async throws(StoreError) -> Set<EventID>

    /// Submissions that were ever submitted, by id; `nextAfter` is nil at the end.
    func audit(after: SubmissionID?, limit: Int) async throws(StoreError) -> (page: [SubmissionAudit], nextAfter: SubmissionID?)

    /// The same of these alone.
    func audit(of submissions: [SubmissionID]) async throws(StoreError) -> [SubmissionAudit]

    func deliveryCounts() async throws(StoreError) -> DeliveryCounts

    /// Runs `body` unless somebody else is at it, or was within `interval`; nil then.
    func withRound<T: Sendable>(
        every interval: Duration, _ body: @Sendable () async throws -> T
    ) async throws -> T?
}
