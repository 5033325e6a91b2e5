public import EventLoop
public import Telemetry

/// Work that a service does again and again: it forgets what was kept for long enough, and gives up what nobody went on with.
///
/// A turn that fails is logged, and the next one comes at its time. Several processes may be at the same work: the store guards
/// each step.
public struct PeriodicTask: ServiceComponent {
    /// One turn; it ends early when the service stops.
    public struct Turn: Sendable {
        /// Rows of one transaction: few enough that none holds many rows, or for long.
        private static let batch = 1_000

        fileprivate let stopping = AsyncSignal<Void>()
        fileprivate let loop: EventLoop

        /// Whether the service stops: nothing new is begun.
        public var isOver: Bool { stopping.value != nil }

        /// Calls `forget` until it removes fewer rows than it may.
        public func forgetAll(_ forget: (_ limit: Int) async throws -> Int) async throws {
            try await SweepPace.sweepAll(by: Self.batch, isOver: { isOver }, resting: rest, batch: forget)
        }

        /// Ends early when the service stops.
        public func rest(for pause: Duration) async {
            _ = try? await withDeadline(pause, on: loop) { [stopping] in try await stopping.wait() }
        }
    }

    public let name: String
    private let interval: Duration
    private let logger: Logger
    private let work: @Sendable (Turn) async throws -> Void
    private let turn: Turn

    /// `interval` lies between the end of a turn and the beginning of the next one.
    public init(
        _ name: String, every interval: Duration, on loop: EventLoop, logger: Logger,
        work: @escaping @Sendable (Turn) async throws -> Void
    ) {
        (self.name, self.interval, self.logger, self.work) = (name, interval, logger, work)
        turn = Turn(loop: loop)
    }

    public func run() async throws {
        while !turn.isOver {
            do {
                try await work(turn)
            } catch {
                logger.warning(
                    "a periodic task was not finished; it is tried again at its next turn",
                    ["task": .string(name), "error": .string(String(reflecting: error))])
            }
            await turn.rest(for: interval)
        }
    }

    public func stop() async { turn.stopping.send() }
}
