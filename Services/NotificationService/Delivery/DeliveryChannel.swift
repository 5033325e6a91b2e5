import Domain
import Shared

/// A channel of notifications: webhooks, e-mail, push.
protocol DeliveryChannel: Sendable {
    /// The name in the store, in logs and in metrics, such as `webhook`.
    var name: String { get }

    /// The ids of the endpoints for an event. Never a secret or a person's address.
    func endpoints(for event: EventHeader) async throws(StoreError) -> [String]

    /// The delay of an event's first attempt, so that concurrent events can share a message.
    var delay: Duration { get }

    /// Makes one attempt. Nil if it was aborted because the process stops: it is then due again for any process.
    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery?
}

extension DeliveryChannel {
    var delay: Duration { .zero }

    /// The endpoints if they are to be told. Where how to reach them cannot be opened, now or by anybody any more, they are planned as
    /// well, and the delivery waits or is given up: the event's other endpoints are told of it, and nothing is left out in silence.
    func planning(
        _ endpoints: [String], if areReached: () async throws(StoreError) -> Bool
    ) async throws(StoreError) -> [String] {
        do throws(StoreError) { return try await areReached() ? endpoints : [] } catch {
            guard [.keysUnavailable, .unopenable].contains(error.code) else { throw error }
            return endpoints
        }
    }
}

/// The end of an attempt, with the request and the answer if they are worth storing.
struct ToldDelivery: Sendable {
    let end: DeliveryEnd
    var tried: DeliveryTry?
    /// The message of the layer below, only for the log. It may name internal addresses.
    var cause: String?
    /// Whether it needs no log line, such as a question that waits for its turn.
    var isUsual = false
}

extension ToldDelivery {
    /// A failed access to the database, which is retried. An outage of the database does not count as an attempt. Nil if
    /// the attempt itself was stopped.
    init?(_ error: StoreError, _ words: String) {
        guard error.code != .cancelled else { return nil }
        self.init(
            end: error.isOutage
                ? .postponed(after: .seconds(5), error: words) : .retry(after: .seconds(5), status: nil, error: words))
    }

    /// The same of a message to a submission's person. If nobody can open any more how to reach them, it is given up.
    static func toPerson(_ error: StoreError) -> ToldDelivery? { opening(error, "The submission could not be read.") }

    /// The same of a message that its endpoint's key has to sign. If nobody can open the key any more, it is given up.
    static func unsigned(_ error: StoreError) -> ToldDelivery? { opening(error, "The endpoint's key could not be read.") }

    private static func opening(_ error: StoreError, _ words: String) -> ToldDelivery? {
        guard error.code == .unopenable else { return ToldDelivery(error, words) }
        return ToldDelivery(end: .givenUp(status: nil, error: "\(words) \(error.description)"), cause: error.detail)
    }
}
