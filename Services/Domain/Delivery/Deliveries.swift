public import Shared

/// Identifies a delivery: one event, one channel, one endpoint.
public struct DeliveryKey: Hashable, Sendable {
    public let eventID: EventID
    /// Such as `webhook`.
    public let channel: String
    /// The endpoint's id within the channel. Never a secret or a person's address.
    public let endpoint: String

    public init(eventID: EventID, channel: String, endpoint: String) {
        self.eventID = eventID
        self.channel = channel
        self.endpoint = endpoint
    }
}

/// A delivery that a stage plans.
public struct PlannedDelivery: Hashable, Sendable {
    public let key: DeliveryKey
    /// The delay of the first attempt, from the commit on.
    public let delay: Duration

    public init(_ key: DeliveryKey, after delay: Duration = .zero) {
        self.key = key
        self.delay = delay
    }
}

/// A delivery that may be attempted now.
public struct ClaimedDelivery: Sendable {
    public let key: DeliveryKey
    /// From 1, counted before the attempt. Restarts when an operator retries the delivery.
    public let attempt: Int
    public let event: RecordedEvent
    /// The fields of the event's data to deliver, as configured at the time of planning; nil for the current
    /// configuration.
    public let fields: [String]?

    public init(key: DeliveryKey, attempt: Int, event: RecordedEvent, fields: [String]? = nil) {
        self.key = key
        self.attempt = attempt
        self.event = event
        self.fields = fields
    }
}

/// The answer to a claim.
public struct DeliveryClaim: Sendable {
    public let deliveries: [ClaimedDelivery]
    /// The time until another attempt may begin; nil if nothing else waits. Not above zero if something is due that found no room,
    /// or that follows an earlier event of its submission.
    public let next: Duration?

    public init(_ deliveries: [ClaimedDelivery], next: Duration?) {
        self.deliveries = deliveries
        self.next = next
    }
}

/// The end of an attempt. `status` is the channel's own (the HTTP status for a webhook), `error` is safe text for
/// operators.
public enum DeliveryEnd: Hashable, Sendable {
    case delivered(status: Int)
    case retry(after: Duration, status: Int?, error: String)
    case givenUp(status: Int?, error: String)
    /// Nothing was sent, for a reason that is not the endpoint's (such as a database outage). Due again after this time;
    /// no attempt counts.
    case postponed(after: Duration, error: String)

    /// Whether no attempt follows.
    package var isFinal: Bool {
        switch self {
        case .delivered, .givenUp: true
        case .retry, .postponed: false
        }
    }
}

public enum DeliveryState: String, Hashable, Sendable, CaseIterable { case pending, delivered, givenUp = "given_up" }

/// The planned deliveries. They are committed by stages. A row per (event, channel, endpoint) makes a repeated event
/// harmless.
public protocol DeliveryStore: Sendable {
    /// Begins due attempts, oldest first, within `room`; tenants take turns. For each submission and endpoint at most one
    /// is in progress, in the order of the submission's events. Attempts that a dead process left unfinished are due
    /// again. So are those of this instance that are not in `excluding`, the known ones: the answer of an earlier claim
    /// was lost. They were not attempted, and do not count twice.
    func claimDue(
        channel: String, room: DeliveryRoom, excluding: [DeliveryKey], _ lease: Lease
    ) async throws(StoreError) -> DeliveryClaim

    /// Ends an attempt, and stores the request and the answer if they are known. False if this instance did not begin the
    /// attempt.
    func end(
        _ key: DeliveryKey, _ end: DeliveryEnd, tried: DeliveryTry?, _ lease: Lease
    ) async throws(StoreError) -> Bool

    /// The time until the next attempt that `claimDue` may begin; nil if nothing waits.
    func nextDue(channel: String, excluding: [DeliveryKey], _ lease: Lease) async throws(StoreError) -> Duration?

    /// Deletes at most `limit` deliveries that ended longer than `age` ago, and returns their number. A delivery stays
    /// while its submission can change, and while its event has an outbox row: a second planning must find it.
    func purgeEnded(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int
}
