import Telemetry

/// The metrics of spans. Every service has them, so that alerts on losses always find a series.
struct TraceMetrics: Sendable {
    let exported: Counter.Series
    /// Dropped for lack of room: more spans came than were sent.
    let overflowed: Counter.Series
    /// The collector refused them.
    let refused: Counter.Series
    /// The collector did not answer, or was busy for too long.
    let undelivered: Counter.Series

    init(_ registry: MetricsRegistry) {
        exported = registry.counter("docket_spans_exported_total", "Spans that the collector of traces has taken").series()
        let dropped = registry.counter(
            "docket_spans_dropped_total", "Spans that no collector of traces has got, by reason", labels: ["reason"])
        overflowed = dropped.series(["overflow"])
        refused = dropped.series(["refused"])
        undelivered = dropped.series(["undelivered"])
    }
}
