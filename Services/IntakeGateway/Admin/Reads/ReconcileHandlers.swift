import Domain
import HTTPServer
import Kafka
import Operations
import PostgresStore
import ServiceRuntime
import Shared

/// `GET /v1/admin/reconcile`: proves that nothing was lost. It only looks: services emit again what is stuck by themselves.
struct ReconcileHandlers: Sendable {
    let gateway: GatewayServices

    private static let deadline = Duration.seconds(3600)
    private static let limits = 0...10_000

    func look(_ call: Call) async throws -> HTTPResponse {
        let limit = try call.request.query.integer("limit", in: Self.limits) ?? 100
        do {
            return .resource(Encoded(try await description(limit)))
        } catch let error as KafkaError {
            throw Problem.brokersAway(error)
        } catch is ClusterChanged {
            throw Problem.unavailable
        }
    }

    @inline(never)
    private func description(_ limit: Int) async throws -> ReconcileDescription {
        let pool = gateway.operations.pool
        let admin = try gateway.operations.kafka.client()
        let overdue = try await DeliveryOverview(pool: pool).overdue(deadline: Self.deadline)
        let paused = try await Hindrance.all(in: pool)
        let troubles = try await admin.metadata().troubles
        var listed: [InFlightDescription] = []
        let report = try await Auditor(store: PostgresReconcileStore(pool: pool), cluster: admin)
            .run(emittingFor: nil) { item, status in
                let line = InFlightDescription(item, status)
                // What is stuck is named in any case.
                if line.isStuck || listed.count < limit { listed.append(line) }
            }
        return ReconcileDescription(report, listed, overdue, paused: paused, kafka: troubles)
    }
}
