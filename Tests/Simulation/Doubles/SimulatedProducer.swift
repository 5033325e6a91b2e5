import EventLoop
import Kafka
import Shared
import Support
import Synchronization

/// A producer of the simulated broker, on behalf of one process.
final class SimulatedProducer: RecordProducer {
    /// How long a message tries to reach the broker.
    private static let deliveryTimeout = Duration.seconds(20)

    private let broker: SimulatedBroker
    private let owner: Incarnation
    private let oracle: Oracle
    private let hasFailed = Mutex(false)
    /// Partitions by topic, as it knows them.
    private let topics: Mutex<[String: Int]>

    init(_ broker: SimulatedBroker, for owner: Incarnation, oracle: Oracle) {
        self.broker = broker
        self.owner = owner
        self.oracle = oracle
        topics = Mutex(broker.topics)
    }

    var clusterID: String? { broker.clusterID }

    func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>] {
        guard owner.isAlive else { return messages.map { _ in .failure(.cancelled) } }
        let reply = AsyncSignal<[Result<DeliveryReport, KafkaError>]>()
        let delays = broker.draw { generator in
            (0..<2).map { _ in generator.duration(.microseconds(200)...self.broker.faults.slowest) }
        }
        let server = broker.server
        server.spawn { [self] in
            try? await server.sleep(for: delays[0])
            var patience = Self.deliveryTimeout
            while broker.isDown, patience > .zero {
                try? await server.sleep(for: .milliseconds(500))
                patience -= .milliseconds(500)
            }
            let reports = messages.map { message in broker.isDown ? .failure(.timedOut) : deliver(message) }
            try? await server.sleep(for: delays[1])
            reply.send(reports)
        }
        do { return try await reply.wait() } catch { return messages.map { _ in .failure(.cancelled) } }
    }

    private func deliver(_ message: KafkaMessage) -> Result<DeliveryReport, KafkaError> {
        guard !hasFailed.withLock({ $0 }) else { return .failure(.fatal) }
        if broker.strikes(broker.faults.messagesLost) {
            broker.trace.note(owner.name, "message lost")
            return .failure(.timedOut)
        }
        if broker.strikes(broker.faults.producerFailures) {
            hasFailed.withLock { $0 = true }
            broker.trace.note(owner.name, "producer fails")
            if broker.draw({ $0.chance(0.5) }) { append(message) }
            return .failure(.fatal)
        }
        let report = append(message)
        if broker.strikes(broker.faults.reportsLost) {
            broker.trace.note(owner.name, "report lost")
            return .failure(.timedOut)
        }
        return .success(report)
    }

    @discardableResult
    private func append(_ message: KafkaMessage) -> DeliveryReport {
        // It asks for them now and then, and not at the same time as others.
        if topics.withLock({ $0 }) != broker.topics, broker.draw({ $0.chance(0.2) }) {
            topics.withLock { $0 = broker.topics }
        }
        let report = broker.append(message, knowing: topics.withLock { $0 })
        broker.trace.note(owner.name, "appended \(report.topic)[\(report.partition)] \(report.offset)")
        oracle.published(message, by: owner.name)
        return report
    }

    func metadata() async throws(KafkaError) -> ClusterMetadata {
        if broker.isDown { throw .timedOut }
        return ClusterMetadata(clusterID: clusterID, brokers: [], topics: [:])
    }

    func close(within limit: Duration) async {}
}
