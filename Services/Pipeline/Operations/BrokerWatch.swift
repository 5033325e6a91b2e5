import Shared
import Synchronization

/// Checks the brokers periodically, however often it is called.
package final class BrokerWatch: Sendable {
    private static let interval = Duration.seconds(5)

    private let seen = Mutex<(at: ContinuousClock.Instant, troubles: [Hindrance])?>(nil)

    package init() {}

    /// Empty if no brokers are configured.
    package func troubles(_ kafka: KafkaReader?) async -> [Hindrance] {
        guard let kafka else { return [] }
        let known = seen.withLock { seen in seen.flatMap { ContinuousClock.now - $0.at < Self.interval ? $0.troubles : nil } }
        if let known { return known }
        let found = await kafka.troubles().map {
            Hindrance(stage: Hindrance.brokers, cause: Hindrance.brokers, by: Hindrance.brokers, reason: $0)
        }
        seen.withLock { $0 = (.now, found) }
        return found
    }
}
