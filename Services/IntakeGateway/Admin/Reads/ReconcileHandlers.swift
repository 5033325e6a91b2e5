import Domain
import FoundationEssentials
import HTTPServer
import Kafka
import Operations
import PostgresStore
import ServiceRuntime

/// `/v1/admin/reconcile`: proves that nothing was lost. GET only reads. POST emits stuck events again, as services also
/// do from time to time.
struct ReconcileHandlers: Sendable {
    let gateway: GatewayServices

    /// In seconds.
    static let deadlines = 0...31_536_000
    static let limits = 0...10_000

    func look(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["deadline", "limit"])
        let limit = faults.limit(Self.limits, otherwise: 100)
        let deadline = faults.read("deadline", "a whole number of seconds, at most a year") { text in
            Int(text).flatMap { Self.deadlines.contains($0) ? $0 : nil }
        }
        try faults.check("Nothing can be looked at like this; `errors` says why.")
        return try await answer(limit, deadline, emittingFor: nil)
    }

    /// Emits stuck events again, without an owner: a live service adopts them.
    func emit(_ call: Call) async throws -> HTTPResponse {
        let (limit, deadline) = try await read(call)
        return try await answer(limit ?? 100, deadline, emittingFor: InstanceID(UUID()))
    }

    @inline(never)
    private func read(_ call: Call) async throws -> (limit: Int?, deadline: Int?) {
        var object = try await call.request.jsonObject()
        let read = (object.optionalInteger("limit", in: Self.limits), object.optionalInteger("deadline", in: Self.deadlines))
        try object.finish()
        return read
    }

    private func answer(_ limit: Int, _ deadline: Int?, emittingFor owner: InstanceID?) async throws -> HTTPResponse {
        do {
            return .resource(Encoded(try await description(limit, .seconds(deadline ?? 3600), emittingFor: owner)))
        } catch let error as KafkaError {
            throw Problem.brokersAway(error)
        } catch is ClusterChanged {
            throw Problem.unavailable
        }
    }

    @inline(never)
    private func description(
        _ limit: Int, _ deadline: Duration, emittingFor owner: InstanceID?
    ) async throws -> ReconcileDescription {
        let pool = gateway.operations.pool
        let admin = try gateway.operations.kafka.client()
        let overdue = try await DeliveryOverview(pool: pool).overdue(deadline: deadline)
        let paused = try await Hindrance.all(in: pool)
        let troubles = try await admin.metadata().troubles
        var listed: [InFlightDescription] = []
        let report = try await Auditor(store: PostgresReconcileStore(pool: pool), cluster: admin)
            .run(emittingFor: owner) { item, status in
                let line = InFlightDescription(item, status)
                // What is stuck is named in any case.
                if line.isStuck || listed.count < limit { listed.append(line) }
            }
        return ReconcileDescription(report, listed, overdue, paused: paused, kafka: troubles)
    }
}
