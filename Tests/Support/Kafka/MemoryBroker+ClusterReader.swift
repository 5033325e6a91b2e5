public import Kafka
public import ServiceRuntime
import Synchronization

extension MemoryBroker: ClusterReader {
    public func metadata() async throws(KafkaError) -> ClusterMetadata {
        ClusterMetadata(clusterID: id, brokers: [], topics: state.withLock { $0.partitions })
    }

    public func committedOffsets(
        of group: String, partitions: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        committed(group: group).filter { partitions.contains($0.key) }
    }

    public func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks] {
        state.withLock { state in
            Dictionary(
                partitions.map { ($0, Watermarks(low: 0, high: Int64(state.logs[$0]?.count ?? 0))) }, uniquingKeysWith: { $1 })
        }
    }
}
