internal import EventLoop
import Synchronization
internal import Telemetry

/// The last reference to a client. Releasing it ends the client and joins its threads, so it happens on a thread of its
/// own and never on a loop's. Joining can take long, or for ever: librdkafka 2.0.2 does not always end a broker's thread
/// after a cluster of several nodes was replaced. (A variable that still holds the client when its owner returns would
/// release it on the loop.)
final class LastReference: Sendable {
    private let client: Mutex<KafkaQueue?>

    private static let patience = Duration.seconds(10)

    init(_ client: consuming KafkaQueue?) { self.client = Mutex(client) }

    /// Ends the client. Returns when it has ended, or after 10 seconds: then it is abandoned. Cancelling the caller has
    /// no effect.
    func end(on loop: EventLoop, _ logger: Logger) async {
        let ended = AsyncSignal<Void>()
        do {
            try runDetached("kafka-end") {
                self.drop()
                ended.send()
            }
        } catch {
            drop()
            return
        }
        // Nobody is left to wait on.
        guard !loop.hasEnded else { return }
        let isOver = await Task {
            (try? await withDeadline(Self.patience, on: loop) { try await ended.wait() }) != nil
        }.value
        if !isOver { logger.warning("a Kafka client does not end, and is left to itself") }
    }

    private func drop() { client.withLock { $0 = nil } }
}
