import PostgresStore
import Shared
import Telemetry

/// Deletes the keys of erased submissions and of ended mail again where a restore has brought them back.
struct ReturnedKeySweep: Sweep {
    let name = "returned-keys"
    let interval = Duration.seconds(600)
    private static let batch = 1_000

    private let store: ReturnedKeys
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let removed: Counter.Series

    init(_ store: ReturnedKeys, now: @escaping @Sendable () -> Timestamp, logger: Logger, metrics: MetricsRegistry) {
        (self.store, self.now, self.logger) = (store, now, logger)
        removed = metrics.counter(
            "docket_returned_keys_total",
            "Keys of erased submissions and of ended mail that were there again, as after a restore of the keys alone, and were deleted again"
        ).series([])
    }

    func sweep(_ turn: SweepTurn) async throws {
        var last: SubmissionID?
        try await turn.forgetAll(by: Self.batch) { limit in
            let step = try await store.remove(after: last, limit: limit, at: now())
            last = step.last
            tell(step.removed.count, "keys of erased submissions had come back")
            return step.count
        }
        try await turn.forgetAll(by: Self.batch) { limit in
            let count = try await store.removeOfMail(limit: limit, at: now())
            tell(count, "keys of mail that has ended had come back")
            return count
        }
    }

    private func tell(_ count: Int, _ what: String) {
        guard count > 0 else { return }
        removed.increment(by: Double(count))
        logger.warning("\(what), and were deleted again: was a backup of the keys restored?", ["keys": LogValue(count)])
    }
}
