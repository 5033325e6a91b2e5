import Domain
import EventLoop
import ServiceRuntime
import Telemetry

/// Forgets what has had its time. Every gateway does; they do not get into each other's way.
struct Purge: ServiceComponent {
    let name: String
    /// Forgets at most so many, and returns how many.
    private let purge: @Sendable (_ limit: Int) async throws(StoreError) -> Int
    private let loop: EventLoop
    private let logger: Logger
    private let interval: Duration
    private let stopping = AsyncSignal<Void>()

    private static let batch = 1_000

    init(
        _ name: String, every interval: Duration, on loop: EventLoop, logger: Logger,
        _ purge: @escaping @Sendable (_ limit: Int) async throws(StoreError) -> Int
    ) {
        (self.name, self.interval, self.loop, self.logger, self.purge) = (name, interval, loop, logger, purge)
    }

    func run() async throws {
        while stopping.value == nil {
            // Ends early when the service stops.
            _ = try? await withDeadline(interval, on: loop) { [stopping] in try await stopping.wait() }
            guard stopping.value == nil else { return }
            do {
                while try await purge(Self.batch) == Self.batch, stopping.value == nil {}
            } catch {
                logger.warning(
                    "what has had its time cannot be forgotten for now",
                    ["purge": .string(name), "error": .string(error.detail)])
            }
        }
    }

    func stop() async { stopping.send() }
}
