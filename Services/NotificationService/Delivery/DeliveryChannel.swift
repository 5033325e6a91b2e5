import Domain
import Shared

/// A way to tell somebody: webhooks, e-mail, push.
protocol DeliveryChannel: Sendable {
    /// Names the channel in the store, in logs and in metrics, such as `webhook`.
    var name: String { get }

    /// The ids of the endpoints that are to be told of an event. Never a secret, and never a person's address.
    func endpoints(for event: EventHeader) async throws(StoreError) -> [String]

    /// How long an event waits before its first try, so that what happens together can be told together.
    var delay: Duration { get }

    /// Tries once. Nil when the try was broken off because the process stops: it is then due again for whoever comes next.
    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery?
}

extension DeliveryChannel {
    var delay: Duration { .zero }
}

/// How a try ended, and what was sent and answered where that is worth keeping.
struct ToldDelivery: Sendable {
    let end: DeliveryEnd
    var tried: DeliveryTry?
    /// For the log alone: the words of the layer below. They may name addresses that are none of a tenant's business.
    var cause: String?
    /// Whether it is nothing that an operator wants a line of: a question that waits its turn.
    var isUsual = false
}

extension ToldDelivery {
    /// Something could not be read or written in the database, and is tried again: no try where the database was away. Nil where the
    /// try itself was stopped.
    init?(_ error: StoreError, _ words: String) {
        guard error.code != .cancelled else { return nil }
        self.init(
            end: error.isOutage
                ? .postponed(after: .seconds(5), error: words) : .retry(after: .seconds(5), status: nil, error: words))
    }
}
