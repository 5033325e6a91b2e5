public import EventLoop
public import Telemetry

/// A periodic job of a service, such as removing or expiring data.
///
/// A failed turn is logged, and the next one comes as scheduled. Of a job that one process is enough for, the eldest of the
/// service has the turns; the others ask nobody for that, since their renewal of the lease tells. Two may have a turn at the
/// same time, so the store guards each step.
public struct PeriodicTask: ServiceComponent {
    /// One turn. It ends early when the service stops.
    public struct Turn: Sendable {
        /// The rows of one transaction, few enough to hold their locks only briefly.
        private static let batch = 1_000

        fileprivate let stopping = StopSignal()
        fileprivate let loop: EventLoop

        /// Whether the service stops: begin nothing new.
        public var isOver: Bool { stopping.isOver }

        /// Calls `forget` until it removes fewer rows than `limit`.
        public func forgetAll(_ forget: (_ limit: Int) async throws -> Int) async throws {
            try await SweepPace.sweepAll(by: Self.batch, isOver: { isOver }, resting: rest, batch: forget)
        }

        /// Pauses. Ends early when the service stops.
        public func rest(for pause: Duration) async { await stopping.rest(for: pause, on: loop) }
    }

    public let name: String
    private let interval: Duration
    private let eldest: LeaseKeeper?
    private let logger: Logger
    private let work: @Sendable (Turn) async throws -> Void
    private let resigned: @Sendable () -> Void
    private let turn: Turn

    /// `interval` is the time from the end of a turn to the beginning of the next one. With a keeper, only the eldest
    /// process of its service has turns; which one that is, a process that has just begun does not know yet. `resigned` is called
    /// where another process has them from now on.
    public init(
        _ name: String, every interval: Duration, byEldest eldest: LeaseKeeper? = nil, on loop: EventLoop, logger: Logger,
        resigned: @escaping @Sendable () -> Void = {}, work: @escaping @Sendable (Turn) async throws -> Void
    ) {
        (self.name, self.interval, self.eldest, self.logger, self.work) = (name, interval, eldest, logger, work)
        self.resigned = resigned
        turn = Turn(loop: loop)
    }

    public func run() async throws {
        var hasTurns = false
        while !turn.isOver {
            let isEldest = eldest == nil ? true : eldest?.isEldest
            if isEldest == true { await haveTurn() }
            if isEldest == false, hasTurns { resigned() }
            hasTurns = isEldest ?? hasTurns
            await turn.rest(for: interval)
        }
    }

    private func haveTurn() async {
        do {
            try await work(turn)
        } catch {
            logger.warning(
                "a periodic task was not finished; it is tried again at its next turn",
                ["task": .string(name), "error": .string(String(reflecting: error))])
        }
    }

    public func stop() async { turn.stopping.send() }
}
