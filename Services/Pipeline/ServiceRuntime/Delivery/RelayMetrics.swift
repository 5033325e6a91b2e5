import Domain
import Shared
import Telemetry

/// The metrics of a relay.
struct RelayMetrics: Sendable {
    let published: Counter.Series
    let failures: Counter.Series
    private let byTenant: BusiestCounter
    private let sentBack: BusiestCounter
    let backlog: Gauge.Series
    let oldest: Gauge.Series
    let held: Gauge.Series
    let heldSeconds: Gauge.Series

    init(_ registry: MetricsRegistry) {
        published = registry.counter("docket_outbox_published_total", "Events published and marked").series()
        byTenant = registry.counter(
            "docket_tenant_events_total",
            "Events that went to their topics, by tenant: the busiest hundred by name, all others as “other”",
            labels: ["tenant"], busiest: 100)
        sentBack = registry.counter(
            "docket_tenant_submissions_refused_total",
            "Submissions that were rejected or need input, by tenant: the busiest hundred by name, all others as “other”",
            labels: ["tenant"], busiest: 100)
        failures = registry.counter("docket_outbox_failures_total", "Batches that were not delivered in full").series()
        // The manual takes these words from here; the number is `OutboxBacklog.mostCounted`.
        backlog = registry.gauge(
            "docket_outbox_rows", "Events that wait for their topic, of all processes: 10000 means so many or more"
        ).series()
        oldest = registry.gauge(
            "docket_outbox_oldest_seconds", "How long the oldest of them has waited that does not wait for its tenant's turn"
        ).series()
        held = registry.gauge(
            "docket_outbox_held_lines",
            "Tenants' journeys of which events wait for their turn, by topic and process: as many as may be are under way"
        ).series()
        heldSeconds = registry.gauge(
            "docket_outbox_held_seconds", "How long the one that has waited for its turn longest has done so"
        ).series()
    }

    /// What is measured of all processes is told by others from now on.
    func tellNothing() { for gauge in [backlog, oldest, held, heldSeconds] { gauge.set(0) } }

    /// A broker has accepted it.
    func delivered(_ row: OutboxRow) {
        byTenant.increment(row.tenant.rawValue)
        if row.type == .submissionRejected || row.type == .submissionNeedsInput { sentBack.increment(row.tenant.rawValue) }
    }
}
