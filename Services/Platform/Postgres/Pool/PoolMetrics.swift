internal import Telemetry

/// The pool in numbers.
struct PoolMetrics: Sendable {
    private let connections: Gauge
    private let waiting: Gauge

    init(_ registry: MetricsRegistry) {
        connections = registry.gauge("docket_postgres_connections", "Connections to the database.", labels: ["state"])
        waiting = registry.gauge("docket_postgres_waiters", "Tasks that wait for a connection to the database.")
    }

    func record(leased: Int, idle: Int, waiting: Int) {
        connections.set(Double(leased), ["leased"])
        connections.set(Double(idle), ["idle"])
        self.waiting.set(Double(waiting))
    }
}
