import Kafka
import ServiceRuntime
import Support

/// What one process asks the simulated broker.
struct SimulatedClusterReader: ClusterReader {
    let broker: SimulatedBroker
    let host: SimulatedHost

    func metadata() async throws(KafkaError) -> ClusterMetadata {
        try await reach()
        return ClusterMetadata(clusterID: broker.clusterID, brokers: [], topics: broker.topics)
    }

    func committedOffsets(
        of group: String, partitions: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await reach()
        return broker.committed(group: group).filter { partitions.contains($0.key) }
    }

    func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks] {
        guard !partitions.isEmpty else { return [:] }
        try await reach()
        return Dictionary(
            partitions.map { ($0, Watermarks(low: 0, high: broker.end(of: $0))) }, uniquingKeysWith: { $1 })
    }

    private func reach() async throws(KafkaError) {
        let delay = broker.draw { $0.duration(.milliseconds(1)...broker.faults.slowest) }
        do { try await host.sleep(for: delay) } catch { throw .cancelled }
        if broker.isDown { throw .timedOut }
    }
}
