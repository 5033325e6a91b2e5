import Domain
import FoundationEssentials
import Telemetry

/// The metrics of a delivery loop.
struct DeliveryMetrics: Sendable {
    private let tries: Counter
    private let delay: Histogram
    private let inProgress: Gauge.Series
    private let channel: String

    init(_ metrics: MetricsRegistry, channel: String) {
        self.channel = channel
        tries = metrics.counter(
            "docket_delivery_tries_total", "Tries to tell an endpoint, by how they ended.", labels: ["channel", "end"])
        delay = metrics.histogram(
            "docket_delivery_delay_seconds", "From an event to its delivery.", labels: ["channel"],
            buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3600, 21_600, 86_400])
        inProgress = metrics.gauge("docket_deliveries_in_progress", "Tries under way.", labels: ["channel"]).series([channel])
    }

    func began() { inProgress.add(1) }
    func left() { inProgress.add(-1) }

    func ended(_ event: RecordedEvent, _ end: DeliveryEnd, now: Date) {
        switch end {
        case .delivered:
            tries.increment([channel, "delivered"])
            delay.observe(max(0, now.timeIntervalSince(event.time)), [channel])
        case .retry: tries.increment([channel, "retry"])
        case .givenUp: tries.increment([channel, "given_up"])
        case .postponed: tries.increment([channel, "postponed"])
        }
    }
}
