import HTTPServer
import Telemetry

extension Endpoint {
    static let ofHealth: [Endpoint] = [
        Endpoint(
            "isAlive", .get, "/health/live", .everybody, in: .service,
            summary: "Whether it runs",
            answers: [.json(200, "Liveness", "It does.")],
            responder: .open(log: .debug) { gateway in { _, _ in HealthHandlers(registry: gateway.health).live() } }),
        Endpoint(
            "isReady", .get, "/health/ready", .everybody, in: .service,
            summary: "Whether it can work",
            answers: [.json(200, "Readiness", "It can; or, without Kafka, in part."), .json(503, "Readiness", "It cannot.")],
            responder: .open(log: .debug) { gateway in { _, _ in HealthHandlers(registry: gateway.health).ready() } }),
    ]
}
