import Shared
import Telemetry

/// The metrics of a stage.
struct StageMetrics: Sendable {
    let items: Counter
    let passedOver: Counter.Series
    let storeErrors: Counter.Series
    let seconds: Histogram
    let commits: Histogram

    init(_ registry: MetricsRegistry, stage: Stage) {
        items = registry.counter(
            "docket_stage_items_total", "Events that a stage ended, by their type and how", labels: ["stage", "type", "end"])
        passedOver = registry.counter(
            "docket_stage_passed_over_total", "Events that came and were done or in the store's care", labels: ["stage"]
        ).series([stage.rawValue])
        storeErrors = registry.counter(
            "docket_stage_store_errors_total", "Passing errors of the database that a stage met", labels: ["stage"]
        ).series([stage.rawValue])
        seconds = registry.histogram(
            "docket_stage_attempt_seconds", "How long an attempt took", labels: ["stage"])
        commits = registry.histogram(
            "docket_stage_commit_items", "How many items one transaction ended", labels: ["stage"],
            buckets: [1, 2, 5, 10, 20, 50, 100, 200])
    }
}
