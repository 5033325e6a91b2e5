import Shared
import Telemetry

/// The metrics of questions: asked, answered, unanswered, and their durations.
struct CallOutMetrics: Sendable {
    private let asked: Counter
    private let ended: Counter
    private let seconds: Histogram
    private let resting: Gauge

    init(_ metrics: MetricsRegistry) {
        asked = metrics.counter("docket_callouts_asked_total", "Questions that submissions wait for.", labels: ["callout"])
        ended = metrics.counter(
            "docket_callouts_ended_total", "Questions that are over: what was answered, or that nobody has.",
            labels: ["callout", "verdict"])
        seconds = metrics.histogram(
            "docket_callout_seconds", "From a question to its answer, tries and waits together.", labels: ["callout"],
            buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3600])
        resting = metrics.gauge(
            "docket_callouts_resting", "1 while a call-out is not asked, for too many tries in a row have failed.",
            labels: ["callout"])
    }

    func began(_ endpoint: String) { asked.increment([endpoint]) }

    func ended(_ endpoint: String, _ record: CallOutRecord) {
        ended.increment([endpoint, record.verdict.rawValue])
        guard record.verdict != .unanswered else { return }
        let milliseconds = record.endedAt.millisecondsSinceEpoch - record.askedAt.millisecondsSinceEpoch
        seconds.observe(Double(max(0, milliseconds)) / 1000, [endpoint])
    }

    func rests(_ endpoint: String, _ isResting: Bool) { resting.set(isResting ? 1 : 0, [endpoint]) }
}
