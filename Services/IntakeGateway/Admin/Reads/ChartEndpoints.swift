import FoundationEssentials
import HTTPServer
import Operations
import Shared

extension Endpoint {
    static let ofCharts: [Endpoint] = [
        .reading(
            "adminCharts", "/v1/admin/charts", "The last hours, where there is a Prometheus",
            [.query("hours", .integer(ChartHandlers.hours), "How many; 6 unless told.")]
        ) { ChartHandlers(gateway: $0).show }
    ]
}

/// `GET /v1/admin/charts`.
struct ChartHandlers: Sendable {
    let gateway: GatewayServices

    static let hours = 1...48
    private static let usual = 6

    private struct Charts: Encodable {
        struct Line: Encodable {
            let name: String
            /// Seconds since 1970, and the measured value; null without one.
            let points: [[Double?]]
        }

        /// `prometheus`, or `none` if none is configured.
        let source: String
        let hours: Int
        /// Seconds from one point to the next.
        let step: Int
        let items: [Line]
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        let hours = try call.request.query.integer("hours", in: Self.hours) ?? Self.usual
        let step = PrometheusCharts.step(hours: hours)
        guard let charts = gateway.operations.charts else {
            return .resource(Encoded(Charts(source: "none", hours: hours, step: step, items: [])))
        }
        do {
            let end = gateway.now().date.timeIntervalSince1970
            let lines = try await charts.lines(hours: hours, until: end)
            return .resource(
                Encoded(
                    Charts(
                        source: "prometheus", hours: hours, step: step,
                        items: PrometheusCharts.queries.map { query in
                            Charts.Line(
                                name: query.name, points: (lines[query.name] ?? []).map { [$0.time, $0.value] })
                        })))
        } catch let failure as PrometheusCharts.Failure {
            throw Problem(.unavailable, detail: "\(failure). Does DOCKET_PROMETHEUS_URL name it?", headers: ["Retry-After": "10"])
        }
    }
}
