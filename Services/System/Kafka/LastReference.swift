internal import EventLoop
import Synchronization
internal import Telemetry

/// The last reference to a client: whoever drops it ends the client and joins its threads, which may take its time, or for ever
/// (librdkafka 2.0.2 does not always get a broker's thread to end when the cluster of several nodes was replaced). So that happens on
/// a thread of its own, and never on a loop's: a variable that still holds the client when its owner returns would have it there.
final class LastReference: Sendable {
    private let client: Mutex<KafkaQueue?>

    private static let patience = Duration.seconds(10)

    init(_ client: consuming KafkaQueue?) { self.client = Mutex(client) }

    /// Ends the client. Returns when it has ended, or when that takes too long: then it is left to itself. Cancelling the caller
    /// changes nothing about it.
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
