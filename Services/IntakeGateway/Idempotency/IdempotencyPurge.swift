import DocketStore
import EventLoop
import ServiceRuntime
import Telemetry

/// Forgets idempotency keys whose time is over. Every gateway does; they do not get into each other's way.
struct IdempotencyPurge: ServiceComponent {
    let name = "idempotency-purge"
    let keys: IdempotencyStore
    let loop: EventLoop
    let logger: Logger
    var interval = Duration.seconds(60)
    private let stopping = AsyncSignal<Void>()

    private static let batch = 1_000

    init(_ keys: IdempotencyStore, on loop: EventLoop, logger: Logger) {
        self.keys = keys
        self.loop = loop
        self.logger = logger
    }

    func run() async throws {
        while stopping.value == nil {
            // Ends early when the service stops.
            _ = try? await withDeadline(interval, on: loop) { [stopping] in try await stopping.wait() }
            guard stopping.value == nil else { return }
            do {
                while try await keys.purge(limit: Self.batch) == Self.batch, stopping.value == nil {}
            } catch {
                logger.warning("idempotency keys cannot be forgotten for now", ["error": .string(error.detail)])
            }
        }
    }

    func stop() async { stopping.send() }
}
