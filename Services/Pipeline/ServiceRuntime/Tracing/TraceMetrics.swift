import Telemetry

/// What became of spans. There with every service, so that what watches for losses never asks for nothing.
struct TraceMetrics: Sendable {
    let exported: Counter.Series
    /// Found no room: more came than went.
    let overflowed: Counter.Series
    /// The collector would not have them.
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
