public import FoundationEssentials
public import Shared

/// One event to be told over one channel to one endpoint.
public struct DeliveryKey: Hashable, Sendable {
    public let eventID: EventID
    /// Such as `webhook`.
    public let channel: String
    /// The endpoint's id within the channel. Never a secret, and never a person's address.
    public let endpoint: String

    public init(eventID: EventID, channel: String, endpoint: String) {
        self.eventID = eventID
        self.channel = channel
        self.endpoint = endpoint
    }
}

/// A delivery that a stage asks for.
public struct PlannedDelivery: Hashable, Sendable {
    public let key: DeliveryKey
    /// How long it waits before its first try, from the commit on.
    public let delay: Duration

    public init(_ key: DeliveryKey, after delay: Duration = .zero) {
        self.key = key
        self.delay = delay
    }
}

/// A delivery that may be tried now.
public struct ClaimedDelivery: Sendable {
    public let key: DeliveryKey
    /// Counts from 1; counted before the try. Begins anew when an operator has it tried anew.
    public let attempt: Int
    public let event: RecordedEvent
    /// What of the event's data is told, as it was wanted when this was planned; nil for what is wanted now.
    public let fields: [String]?

    public init(key: DeliveryKey, attempt: Int, event: RecordedEvent, fields: [String]? = nil) {
        self.key = key
        self.attempt = attempt
        self.event = event
        self.fields = fields
    }
}

/// How a try ended. `status` is the channel's own (for a webhook the HTTP status), `error` is safe text for operators.
public enum DeliveryEnd: Hashable, Sendable {
    case delivered(status: Int)
    case retry(after: Duration, status: Int?, error: String)
    case givenUp(status: Int?, error: String)
    /// Nobody was told, for a reason that is not the endpoint's (the database is away): due after this long, no try counted.
    case postponed(after: Duration, error: String)
}

/// What became of a delivery, for operators.
public struct DeliverySummary: Hashable, Sendable {
    public enum State: String, Hashable, Sendable { case pending, delivered, givenUp = "given_up" }

    public let key: DeliveryKey
    public let submission: SubmissionID
    public let sequence: Int
    public let state: State
    public let attempts: Int
    public let nextAt: Date?
    public let lastStatus: Int?
    public let lastError: String?

    public init(
        key: DeliveryKey, submission: SubmissionID, sequence: Int, state: State, attempts: Int, nextAt: Date?, lastStatus: Int?,
        lastError: String?
    ) {
        self.key = key
        self.submission = submission
        self.sequence = sequence
        self.state = state
        self.attempts = attempts
        self.nextAt = nextAt
        self.lastStatus = lastStatus
        self.lastError = lastError
    }
}

extension DeliveryStore {
    /// Ends a try of which nothing more is known.
    public func end(_ key: DeliveryKey, _ end: DeliveryEnd, _ lease: Lease) async throws(StoreError) -> Bool {
        try await self.end(key, end, tried: nil, lease)
    }
}

/// What is to be told to whom, as stages committed it. A row per (event, channel, endpoint) makes a repeated event harmless.
public protocol DeliveryStore: Sendable {
    /// Begins tries that are due, oldest first, with at most one in progress for each submission on each endpoint and in the
    /// order of the submission's events there, as many as there is room for; tenants take turns. Tries that a dead process left
    /// unfinished are due again, and so are those in this instance's own name that are not among `excluding`, the ones it knows
    /// of: an earlier claim began them whose answer was lost. They were not tried, and do not count twice.
    func claimDue(
        channel: String, room: DeliveryRoom, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> [ClaimedDelivery]

    /// Ends a try, and keeps what was sent and answered if it is known. False when this instance is not the one that began it.
    func end(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool

    /// When the next try is due that `claimDue` may begin, as time from now; nil when nothing waits.
    func nextDue(channel: String, excluding: [DeliveryKey], _ lease: Lease) async throws(StoreError) -> Duration?

    /// Deletes at most `limit` deliveries that ended longer ago than `age`; returns how many. They stay while their submission can
    /// still change, and while their event has an outbox row: what is planned a second time must find them.
    func purgeEnded(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int

    /// The deliveries of one submission, in order.
    func deliveries(of submission: SubmissionID) async throws(StoreError) -> [DeliverySummary]
}
