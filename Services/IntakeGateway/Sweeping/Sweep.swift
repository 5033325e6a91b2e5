import Domain
import EventLoop
import ServiceRuntime
import Shared
import Telemetry

/// A periodic job: expires or removes data that is due.
protocol Sweep: Sendable {
    /// The name in logs and metrics, such as `retention`.
    var name: String { get }

    /// The time until the next turn.
    var interval: Duration { get }

    /// Does everything due, and returns early when the turn is over. Several gateways may run it at once for a moment, so
    /// each step must be guarded.
    func sweep(_ turn: SweepTurn) async throws
}

extension Sweep {
    var interval: Duration { .seconds(60) }
}

/// One turn of a sweep. It ends when the service stops, and skips items that fail.
struct SweepTurn: Sendable {
    /// The number of items in one query.
    static let batch = 100
    /// After this many failed items the turn ends: something else is wrong.
    static let mostPassedOver = 1_000

    private let name: String
    private let logger: Logger
    private let failures: Counter.Series
    private var hasStopped: @Sendable () -> Bool
    private var pause: @Sendable (Duration) async -> Void = { _ in }

    init(of name: String, logger: Logger, metrics: MetricsRegistry, hasStopped: @escaping @Sendable () -> Bool = { false }) {
        self.name = name
        self.logger = logger
        self.hasStopped = hasStopped
        failures = metrics.counter(
            "docket_sweep_failures_total", "What was due to be removed or given up, and could not be: it is tried again",
            labels: ["sweep"]
        ).series([name])
    }

    /// Whether the service stops: begin nothing new.
    var isOver: Bool { hasStopped() }

    /// The same turn, which also ends with a turn of the task that runs it.
    func during(_ turn: PeriodicTask.Turn) -> SweepTurn {
        var own = self
        own.hasStopped = { turn.isOver }
        own.pause = turn.rest
        return own
    }

    /// Does everything due, part by part, and returns the number of done items. A failed item is logged and skipped until
    /// the next turn. `due` returns the next items without those skipped in this turn. `act` returns false if there was
    /// nothing left to do, or not yet.
    @discardableResult
    func doAll<Item: Sendable, ID: Hashable>(
        due: (_ without: Set<ID>, _ limit: Int) async throws -> [Item], id: (Item) -> ID, submission: (Item) -> SubmissionID,
        act: (Item) async throws -> Bool
    ) async throws -> Int {
        var (count, passedOver): (Int, Set<ID>) = (0, [])
        try await forgetAll(by: Self.batch) { limit in
            let items = try await due(passedOver, limit)
            for item in items where !isOver {
                if try await succeeds(for: submission(item), { try await act(item) }) {
                    count += 1
                } else {
                    passedOver.insert(id(item))
                }
            }
            return passedOver.count < Self.mostPassedOver ? items.count : 0
        }
        return count
    }

    /// The same for due submissions.
    @discardableResult
    func doAll<Item: Sendable>(
        due: (_ without: Set<SubmissionID>, _ limit: Int) async throws -> [Item], submission: (Item) -> SubmissionID,
        act: (Item) async throws -> Bool
    ) async throws -> Int {
        try await doAll(due: due, id: submission, submission: submission, act: act)
    }

    /// Calls `forget` until it removes fewer than `limit`.
    func forgetAll(by limit: Int, _ forget: (_ limit: Int) async throws -> Int) async throws {
        try await SweepPace.sweepAll(by: limit, isOver: { isOver }, resting: pause, batch: forget)
    }

    /// Whether it was done. Logs a failure. Without the database the turn ends.
    private func succeeds(for submission: SubmissionID, _ act: () async throws -> Bool) async throws -> Bool {
        do {
            return try await act()
        } catch {
            if (error as? StoreError)?.code == .unavailable || error is CancellationError { throw error }
            tell(error, of: submission)
            return false
        }
    }

    /// Logs a failed item.
    func tell(_ error: any Error, of submission: SubmissionID) {
        failures.increment()
        logger.warning(
            "one cannot be swept, and is passed over until the next turn",
            ["sweep": .string(name), "submission": .string(submission.description), "error": .string(String(reflecting: error))])
    }
}

extension PeriodicTask {
    /// Has one gateway of all sweep. What is swept is gone, so none does it whose clock is wrong.
    init(
        _ sweep: any Sweep, byEldest eldest: LeaseKeeper, on loop: EventLoop, logger: Logger, metrics: MetricsRegistry,
        isClockRight: @escaping @Sendable () async throws -> Bool
    ) {
        let sweepTurn = SweepTurn(of: sweep.name, logger: logger, metrics: metrics)
        self.init(sweep.name, every: sweep.interval, byEldest: eldest, on: loop, logger: logger) { turn in
            guard try await isClockRight() else {
                return logger.warning(
                    "nothing is swept while this machine's clock is not known to be the database's",
                    ["sweep": .string(sweep.name)])
            }
            try await sweep.sweep(sweepTurn.during(turn))
        }
    }
}
