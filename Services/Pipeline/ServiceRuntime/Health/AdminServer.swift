import EventLoop
import HTTPServer
public import Shared
import Telemetry

extension ListenerComponent {
    /// Health and metrics, on a separate address that is not public.
    static func admin(_ context: ServiceContext) -> ListenerComponent {
        var configuration = HTTPServerConfiguration(address: context.configuration.adminAddress)
        configuration.maximumConnections = 64
        configuration.logsAccess = false
        var router = Router()
        // What is asked every second is in no log and in no trace.
        router.on(.get, "/health/live", accessLog: .debug) { _, _ in HTTPResponse.json(ProcessReport.now()) }
        router.on(.get, "/health/ready", accessLog: .debug) { [health = context.health] _, _ in
            let report = ReadinessReport(health)
            return HTTPResponse.json(report, status: report.ready ? 200 : 503)
        }
        router.on(.get, "/metrics", accessLog: .debug) { [metrics = context.metrics] _, _ in
            HTTPResponse(
                status: 200, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
                body: .bytes(Array(metrics.renderPrometheus().utf8)))
        }
        // The server's own metrics are the public one's: this one counts into a registry that nobody reads.
        let server = HTTPServer(
            configuration: configuration, router: router, group: context.group, logger: context.logger,
            metrics: MetricsRegistry())
        return ListenerComponent("admin-server", at: "DOCKET_ADMIN_ADDRESS", server, gracePeriod: .seconds(1))
    }
}

/// The process answers.
public struct LivenessReport: Encodable, Sendable {
    public let status = "live"

    public init() {}

    enum CodingKeys: String, CodingKey { case status }
}

/// The parts of readiness.
public struct ReadinessReport: Codable, Sendable {
    public struct Part: Codable, Sendable {
        public let name: String
        /// `ok`, `degraded` or `failing`.
        public let status: String
        public let required: Bool
        public let reason: String?
        /// Since when it has that status.
        public let since: Timestamp?
    }

    public let ready: Bool
    public let degraded: Bool
    public let parts: [Part]

    public init(_ registry: HealthRegistry) {
        ready = registry.isReady
        degraded = registry.isDegraded
        parts = registry.all.map { entry in
            let (status, reason): (String, String?) =
                switch entry.health {
                case .ok: ("ok", nil)
                case .noted(let note): ("ok", note)
                case .degraded(let reason): ("degraded", reason)
                case .failing(let reason): ("failing", reason)
                }
            return Part(
                name: entry.name, status: status, required: entry.isRequired, reason: reason, since: Timestamp(entry.since))
        }
    }
}
