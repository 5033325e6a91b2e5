internal import Telemetry

/// The metrics of the pool.
struct PoolMetrics: Sendable {
    private let leased: Gauge.Series
    private let idle: Gauge.Series
    private let waiting: Gauge.Series

    init(_ registry: MetricsRegistry) {
        let connections = registry.gauge("docket_postgres_connections", "Connections to the database.", labels: ["state"])
        leased = connections.series(["leased"])
        idle = connections.series(["idle"])
        waiting = registry.gauge("docket_postgres_waiters", "Tasks that wait for a connection to the database.").series()
    }

    func record(leased: Int, idle: Int, waiting: Int) {
        self.leased.set(Double(leased))
        self.idle.set(Double(idle))
        self.waiting.set(Double(waiting))
    }
}
