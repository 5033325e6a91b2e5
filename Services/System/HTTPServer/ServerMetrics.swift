import Synchronization
import Telemetry

/// The metrics of a server, named by OpenTelemetry's conventions. Routes are patterns, so the number of series is
/// bounded.
final class ServerMetrics: Sendable {
    struct Key: Hashable {
        let method: HTTPMethod?
        /// The number of the route.
        let route: Int?
        let status: Int
    }

    private let duration: Histogram
    private let received: Counter.Series
    private let sent: Counter.Series
    private let connections: Gauge.Series
    private let refusals: Counter
    private let refusedConnections: Counter.Series
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
        refusedConnections = registry.counter(
            "http_server_refused_connections_total", "Connections over the limit of their address."
        ).series()
    }

    func connectionRefused() { refusedConnections.increment(by: 1) }
    func connectionOpened() { connections.add(1) }
    func connectionClosed() { connections.add(-1) }
    func refused(_ fault: RequestFault) { refusals.increment(by: 1, [fault.reason.rawValue]) }

    /// The series that a connection used last: most requests use the same ones.
    struct Recent {
        fileprivate var key: Key?
        fileprivate var series: Histogram.Series?
    }

    func answered(_ record: ExchangeRecord, _ recent: inout Recent) {
        // Methods are the client's words; only those of routes are labels.
        let key = Key(method: record.route == nil ? nil : record.method, route: record.route?.number, status: record.status)
        if recent.key != key { recent = Recent(key: key, series: series(key, record)) }
        recent.series?.observe(record.duration)
        if record.bytesIn > 0 { received.increment(by: Double(record.bytesIn)) }
        if record.bytesOut > 0 { sent.increment(by: Double(record.bytesOut)) }
    }

    private func series(_ key: Key, _ record: ExchangeRecord) -> Histogram.Series {
        series.withLock { known in
            if let series = known[key] { return series }
            let made = duration.series([
                key.method?.rawValue ?? "other", record.route?.pattern ?? "none", String(key.status),
            ])
            known[key] = made
            return made
        }
    }
}

/// The recorded facts of a request and its answer: no target, no header, no content.
struct ExchangeRecord: Sendable {
    let method: HTTPMethod
    /// Nil if no route matched.
    let route: Route?
    let status: Int
    let duration: Duration
    let bytesIn: Int
    let bytesOut: Int
    /// The type of the answer's problem.
    let problem: String?
}
