package import HTTPClient
import Crypto
import Shared

/// Charts of an installation's last hours, from a Prometheus.
package struct PrometheusCharts: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The charts and their queries.
    package static let queries: [(name: String, query: String)] = [
        ("requests", "sum(rate(http_server_request_duration_seconds_count[WINDOW]))"),
        ("published", "sum(rate(docket_outbox_published_total[WINDOW]))"),
        ("outbox", "max(docket_outbox_rows)"),
        ("lag", "sum(docket_consumer_lag_records)"),
        ("letters", "sum(max by (stage, cause) (docket_dead_letters))"),
    ]

    /// The number of points of a line: a screen has no room for more.
    package static let points = 240
    /// For all lines together, since the page waits for them.
    private static let patience = Duration.seconds(5)
    private static let largest = 1 << 20

    private let url: String
    private let client: HTTPClient

    /// `url` is the address of Prometheus's own page, such as `http://127.0.0.1:9090`.
    package init(url: String, client: HTTPClient) {
        self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.client = client
    }

    /// Lines by name, of the hours before `end` (in seconds since 1970).
    ///
    /// - Throws: `Failure`, in words for an operator.
    package func lines(hours: Int, until end: Double) async throws -> [String: [PrometheusAnswer.Point]] {
        let step = Self.step(hours: hours)
        var lines: [String: [PrometheusAnswer.Point]] = [:]
        let deadline = ContinuousClock.now + Self.patience
        for (name, query) in Self.queries {
            // Between two points nothing is lost, and two samples of a scraper are within a minute.
            let asked = query.replacing("WINDOW", with: "\(max(60, step))s")
            lines[name] = try await line(asked, from: end - Double(hours) * 3600, to: end, step: step, by: deadline)
        }
        return lines
    }

    /// Seconds from one point to the next.
    package static func step(hours: Int) -> Int { max(1, hours) * 3600 / points }

    private func line(
        _ query: String, from start: Double, to end: Double, step: Int, by deadline: ContinuousClock.Instant
    ) async throws -> [PrometheusAnswer.Point] {
        let parts = [("query", query), ("start", "\(start)"), ("end", "\(end)"), ("step", "\(step)")]
        let text = parts.map { "\($0.0)=\(SignatureV4.escaped($0.1))" }.joined(separator: "&")
        var request = ClientRequest("GET", "\(url)/api/v1/query_range?\(text)")
        (request.timeout, request.maximumResponseBytes) = (max(.milliseconds(1), deadline - .now), Self.largest)
        do {
            let answer = try await client.send(request)
            return try PrometheusAnswer(answer.body).points
        } catch let error as HTTPClientError {
            throw Failure(description: "Prometheus does not answer: \(error)")
        } catch let fault as PrometheusAnswer.Fault {
            throw Failure(description: "Prometheus: \(fault)")
        }
    }
}
