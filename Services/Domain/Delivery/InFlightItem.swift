public import FoundationEssentials
public import Shared

/// An event that its stage has not finished, with everything that the database knows of its processing.
public struct InFlightItem: Sendable, Hashable {
    /// The state in the outbox.
    public enum Publication: Sendable, Hashable {
        /// No row: no relay knows of it.
        case unknown
        case waiting(owner: InstanceID, isOwnerAlive: Bool)
        case published(RecordLocation)
    }

    /// The state at the stage.
    public enum Work: Sendable, Hashable {
        case notBegun
        /// Nil is a time that never comes.
        case waiting(until: Date?)
        case started(by: InstanceID, isAlive: Bool)
        case parked
        case done
    }

    public let key: WorkItemKey
    /// The event's place in the log. It orders listings.
    public let position: Int64
    public let submission: SubmissionID
    public let sequence: Int
    /// Whether the submission is still in the state that the event brought, and cannot continue without the stage.
    public let isAwaited: Bool
    public let publication: Publication
    /// Whether its row waits because as much of its tenant's is under way as may be.
    public let waitsForTurn: Bool
    /// How often the record was emitted again because its consumers had passed over it.
    public let timesPassedOver: Int
    /// Since when its record is published; zero if it is not.
    public let publishedFor: Duration
    public let work: Work

    public init(
        key: WorkItemKey, position: Int64, submission: SubmissionID, sequence: Int, isAwaited: Bool, publication: Publication,
        waitsForTurn: Bool = false, timesPassedOver: Int = 0, publishedFor: Duration = .zero, work: Work
    ) {
        self.waitsForTurn = waitsForTurn
        self.key = key
        self.position = position
        self.submission = submission
        self.sequence = sequence
        self.isAwaited = isAwaited
        self.publication = publication
        self.timesPassedOver = timesPassedOver
        self.publishedFor = publishedFor
        self.work = work
    }
}

/// How far a pass over all that is in flight has come. It goes three ways, one after the other, each in the order of a key of its
/// own; a page is read from where the one before it ended, so that a pass costs what is in flight once and not once for each page.
public enum InFlightCursor: Sendable, Hashable {
    /// The rows of the outbox whose events are not finished.
    case rows(after: Int64)
    /// The unfinished work items that have no row (any more).
    case work(after: WorkItemKey?)
    /// The submissions on their way that wait for a stage which has neither, or which says that it is done.
    case submissions(after: SubmissionID?)

    public static let start = InFlightCursor.rows(after: 0)

    /// Where it goes on when this way has come to its end; nil after the last one.
    public var nextWay: InFlightCursor? {
        switch self {
        case .rows: .work(after: nil)
        case .work: .submissions(after: nil)
        case .submissions: nil
        }
    }
}

/// A piece of a pass over all that is in flight.
public struct InFlightPage: Sendable, Hashable {
    /// In the order of their positions. There may be none before the end, too: so much was looked at, not found.
    public let items: [InFlightItem]
    /// Nil at the end.
    public let next: InFlightCursor?

    public init(items: [InFlightItem], next: InFlightCursor?) {
        self.items = items
        self.next = next
    }
}

/// An event to emit again.
public struct Reemission: Sendable, Hashable {
    public let event: EventID
    /// The record's place at the time of the decision; nil if no relay knew of the event. If it has changed, nothing
    /// happens.
    public let judged: RecordLocation?
    /// Whether its consumers had passed over it.
    public let wasPassedOver: Bool

    public init(event: EventID, judged: RecordLocation?, wasPassedOver: Bool) {
        self.event = event
        self.judged = judged
        self.wasPassedOver = wasPassedOver
    }
}

/// What the log says of a submission that was submitted, beside its row.
public struct SubmissionAudit: Sendable, Hashable {
    public let submission: SubmissionID
    /// In its row.
    public let state: SubmissionState
    public let version: Int
    /// In the log: the type of the newest event that changed its state, and the number of events.
    public let newestStep: EventType
    public let events: Int
    public let highestSequence: Int
    /// Whether a stage has given up one of its events, and an operator has yet to decide.
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

/// The numbers of deliveries by state, over all channels.
public struct DeliveryCounts: Sendable, Hashable {
    public let pending: Int
    public let delivered: Int
    public let givenUp: Int
    /// Pending deliveries without a time for the next attempt and without a current one.
    public let stuck: [DeliveryKey]

    public init(pending: Int, delivered: Int, givenUp: Int, stuck: [DeliveryKey]) {
        self.pending = pending
        self.delivered = delivered
        self.givenUp = givenUp
        self.stuck = stuck
    }
}

/// The store of reconciling. An outbox row stays until its stage has finished the event. So anything in flight has a row
/// or an unfinished work item, or is a fault.
public protocol ReconcileStore: Sendable {
    /// Looks at `limit` rows, work items or submissions from there on, and at the next kind as well where there were fewer. What is
    /// of one kind is one consistent look.
    func inFlightItems(from cursor: InFlightCursor, limit: Int) async throws(StoreError) -> InFlightPage

    /// Items in flight of these submissions, in order of position.
    func inFlightItems(of submissions: [SubmissionID], limit: Int) async throws(StoreError) -> [InFlightItem]

    /// Makes the rows of these events unpublished again, for the relay of `owner`, and adopts rows of unknown owners.
    /// Leaves out events that have moved on since the decision, or that a stage has begun. Returns the events that will
    /// be emitted.
    func reemit(_ items: [Reemission], owner: InstanceID) async throws(StoreError) -> Set<EventID>

    /// All submissions that were ever submitted, by id; `nextAfter` is nil at the end.
    func audit(after: SubmissionID?, limit: Int) async throws(StoreError) -> (page: [SubmissionAudit], nextAfter: SubmissionID?)

    /// The same for the given submissions.
    func audit(of submissions: [SubmissionID]) async throws(StoreError) -> [SubmissionAudit]

    func deliveryCounts() async throws(StoreError) -> DeliveryCounts

    /// Runs `body`, unless another process does so now or did within `interval`; nil then.
    func withRound<T: Sendable>(
        every interval: Duration, _ body: @Sendable () async throws -> T
    ) async throws -> T?
}
