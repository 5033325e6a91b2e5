import HTTPServer
import ServiceRuntime

/// `GET /health/live` and `/health/ready`, for load balancers. Only the admin address shows the parts of readiness.
struct HealthHandlers: Sendable {
    let registry: HealthRegistry

    private struct Readiness: Encodable, Sendable {
        let status: String
    }

    func live() -> HTTPResponse { Self.alive }

    func ready() -> HTTPResponse {
        guard registry.isReady else { return .json(Readiness(status: "unavailable"), status: 503, headers: Self.headers) }
        return .json(Readiness(status: registry.isDegraded ? "degraded" : "ready"), headers: Self.headers)
    }

    private static let headers: HTTPHeaders = ["Cache-Control": "no-store"]
    /// Load balancers request it every few seconds, and it is always the same.
    private static let alive = HTTPResponse.json(LivenessReport(), headers: headers)
}
