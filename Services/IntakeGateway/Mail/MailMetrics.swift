import Telemetry

/// How much mail comes, and what becomes of it.
struct MailMetrics: Sendable {
    private let messages: Counter
    private let refusals: Counter
    private let waiting: Gauge

    init(_ registry: MetricsRegistry) {
        messages = registry.counter(
            "docket_mail_messages_total",
            "Messages by what became of them, once for each recipient: assigned to a draft, waiting for somebody who says whose they are, repeated, refused, or deferred to another try",
            labels: ["outcome"])
        refusals = registry.counter(
            "docket_mail_refusals_total",
            "Recipients, messages and commands of mail servers that were refused or deferred, by the status that was told",
            labels: ["status"])
        waiting = registry.gauge(
            "docket_mail_waiting", "Messages that wait for somebody who says whose they are, of all tenants.", labels: [])
    }

    func count(_ outcome: MailOutcome) { messages.increment([outcome.rawValue]) }

    /// One of those that `MailReplies` has, or that LMTP itself has.
    func countRefusal(_ status: String?) { refusals.increment([status ?? "none"]) }

    func set(waiting count: Int) { waiting.set(Double(count), []) }
}
