import Synchronization
import Telemetry

/// What a server counts, by the names of OpenTelemetry's conventions. Routes are patterns, so the number of series is bounded.
final class ServerMetrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private let duration: Histogram
    private let received: Counter.Series
    private let sent: Counter.Series
    private let connections: Gauge.Series
    private let refusals: Counter
    private let series = Mutex<[Key: Histogram.Series]>([:])

    init(_ registry: MetricsRegistry) {
        duration = registry.histogram(
            "http_server_request_duration_seconds", "Time from a request's head to the end of its answer.",
            labels: ["method", "route", "status"], buckets: Histogram.secondsBuckets)
        received = registry.counter("http_server_request_body_bytes_total", "Bytes of request bodies that were read.").series()
        sent = registry.counter("http_server_response_body_bytes_total", "Bytes of response bodies that were sent.").series()
        connections = registry.gauge("http_server_connections", "Open connections.").series()
        refusals = registry.counter(
            "http_server_refused_requests_total", "Requests that were refused before they reached a route.", labels: ["reason"])
    }

    func connectionOpened() { connections.add(1) }
    func connectionClosed() { connections.add(-1) }
    func refused(_ fault: RequestFault) { refusals.increment(by: 1, [fault.reason.rawValue]) }

    func answered(_ record: ExchangeRecord) {
        // Methods are the client's words; only those of routes are labels.
        let key = Key(method: record.route == nil ? "other" : record.method, route: record.route ?? "none", status: record.status)
        let series = series.withLock { known in
            if let series = known[key] { return series }
            let made = duration.series([key.method, key.route, String(key.status)])
            known[key] = made
            return made
        }
        series.observe(record.duration)
        if record.bytesIn > 0 { received.increment(by: Double(record.bytesIn)) }
        if record.bytesOut > 0 { sent.increment(by: Double(record.bytesOut)) }
    }
}

/// What is remembered of a request and its answer: no target, no header, no content.
struct ExchangeRecord: Sendable {
    let method: String
    /// The pattern; nil if none matched.
    let route: String?
    let status: Int
    let duration: Duration
    let bytesIn: Int
    let bytesOut: Int
}
