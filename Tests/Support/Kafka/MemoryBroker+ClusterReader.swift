public import Kafka
public import ServiceRuntime
import Synchronization

extension MemoryBroker: ClusterReader {
    public func overview() async throws(KafkaError) -> ClusterOverview {
        ClusterOverview(id: id, topics: state.withLock { $0.partitions })
    }

    public func committedOffsets(
        of group: String, partitions: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        committed(group: group).filter { partitions.contains($0.key) }
    }

    public func watermarks(of partition: TopicPartition) async throws(KafkaError) -> Watermarks {
        Watermarks(low: 0, high: state.withLock { Int64($0.logs[partition]?.count ?? 0) })
    }
}
