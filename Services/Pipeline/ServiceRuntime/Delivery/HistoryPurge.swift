import Domain
import EventLoop
import Telemetry

/// Forgets how work and deliveries ended, once it is long ago and nobody can ask for it any more. The log of events stays.
struct HistoryPurge: Sendable {
    let items: any WorkItemStore
    let deliveries: any DeliveryStore
    let outbox: any OutboxStore
    let retention: Duration
    var time: any TimeSource = SystemTime()
    let logger: Logger

    private static let interval = Duration.seconds(600)
    /// Small enough that no transaction holds many rows, or for long.
    private static let batch = 1_000

    /// Runs until cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                // Deliveries first: the item of an event stays until they are gone.
                while try await deliveries.purgeEnded(olderThan: retention, limit: Self.batch) == Self.batch {}
                while try await items.purgeDone(olderThan: retention, limit: Self.batch) == Self.batch {}
                while try await outbox.purgeDeadLetters(olderThan: retention, limit: Self.batch) == Self.batch {}
            } catch {
                logger.warning("what has ended long ago cannot be removed for now", ["error": .string(error.detail)])
            }
            do { try await time.sleep(for: Self.interval) } catch { return }
        }
    }
}
