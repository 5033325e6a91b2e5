import Telemetry

/// What a relay counts.
struct RelayMetrics: Sendable {
    let published: Counter.Series
    let failures: Counter.Series
    let backlog: Gauge.Series
    let oldest: Gauge.Series

    init(_ registry: MetricsRegistry) {
        published = registry.counter("docket_outbox_published_total", "Events published and marked").series()
        failures = registry.counter("docket_outbox_failures_total", "Batches that were not delivered in full").series()
        // The manual takes these words from here; the number is `OutboxBacklog.mostCounted`.
        backlog = registry.gauge(
            "docket_outbox_rows", "Events that wait for their topic, of all processes: 10000 means so many or more"
        ).series()
        oldest = registry.gauge("docket_outbox_oldest_seconds", "How long the oldest of them has waited").series()
    }
}
