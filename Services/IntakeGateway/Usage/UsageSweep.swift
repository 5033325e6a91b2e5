import PostgresStore
import Shared
import Telemetry

/// Counts new events every minute, closes the days that are over, and tells of them on `docket.usage`.
///
/// Several processes may run it: who counts, closes or tells holds the collector's row.
struct UsageSweep: Sweep {
    let name = "usage"
    /// The number of events in one transaction.
    private static let batch = 500

    private let collector: UsageCollector
    private let days: UsageDayStore
    private let now: @Sendable () -> Timestamp
    private let lag: Gauge.Series
    private let told: Counter.Series

    init(_ collector: UsageCollector, _ days: UsageDayStore, now: @escaping @Sendable () -> Timestamp, metrics: MetricsRegistry) {
        (self.collector, self.days, self.now) = (collector, days, now)
        lag = metrics.gauge(
            "docket_usage_uncounted_seconds",
            "For how long the oldest event that is not counted for any tenant has waited; of the gateway that counts"
        ).series([])
        told = metrics.counter("docket_usage_records_total", "Days of tenants that were closed and told of").series([])
    }

    func sweep(_ turn: SweepTurn) async throws {
        // Before, too: of a turn that fails it is known how far it is behind.
        try await measure()
        try await turn.forgetAll(by: Self.batch) { limit in try await collector.collect(limit: limit) }
        _ = try await days.close(at: now())
        try await turn.forgetAll(by: SweepTurn.batch) { limit in
            let count = try await days.tell(at: now(), limit: limit)
            told.increment(by: Double(count))
            return count
        }
        try await measure()
    }

    private func measure() async throws { lag.set(try await collector.lag()) }
}
