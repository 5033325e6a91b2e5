public import Kafka

/// The reconciler's queries of a cluster. `KafkaAdmin` is the real implementation.
public protocol ClusterReader: Sendable {
    /// The cluster's id, brokers and topics.
    func metadata() async throws(KafkaError) -> ClusterMetadata
    /// The committed offsets of a group, without partitions that have none.
    func committedOffsets(of group: String, partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Int64]
    func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks]
}

extension KafkaAdmin: ClusterReader {}
