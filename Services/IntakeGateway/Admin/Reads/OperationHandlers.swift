import HTTPServer
import Kafka
import Operations
import PostgresStore
import Shared

/// `/v1/admin/status` and related resources: the state of the installation.
struct OperationHandlers: Sendable {
    let gateway: GatewayServices

    func status(_ call: Call) async throws -> HTTPResponse {
        .resource(Encoded(try await gateway.operations.status()))
    }

    func lag(_ call: Call) async throws -> HTTPResponse {
        .resource(Encoded(LagDescription(try await gateway.operations.status())))
    }

    func processes(_ call: Call) async throws -> HTTPResponse {
        async let status = gateway.operations.status()
        let leases = try await gateway.operations.leases.liveInstances()
        return .resource(Encoded(ProcessesDescription(leases, services: try await status.services)))
    }

    func topics(_ call: Call) async throws -> HTTPResponse {
        do throws(KafkaError) {
            let admin = try gateway.operations.kafka.client()
            let cluster = try await admin.metadata()
            let names = Topic.allCases.map(\.name).filter { cluster.topics[$0] != nil }
            let marks = try await admin.watermarks(of: cluster.partitions(of: names))
            return .whole(names.map { TopicDescription($0, marks) })
        } catch {
            throw Problem.brokersAway(error)
        }
    }
}

extension TopicDescription {
    fileprivate init(_ name: String, _ marks: [TopicPartition: Watermarks]) {
        let own = marks.filter { $0.key.topic == name }
        self.init(
            topic: name, partitions: own.count,
            records: Int(clamping: own.values.reduce(Int64(0)) { $0 + max(0, $1.high - $1.low) }))
    }
}

extension Problem {
    /// The problem of a request that needs unreachable brokers.
    static func brokersAway(_ error: KafkaError) -> Problem {
        Problem(
            .unavailable, detail: "Kafka does not answer (\(error)). Look at the brokers, and try again.",
            headers: ["Retry-After": String(retryAfter)])
    }
}
