public import Kafka

/// What the reconciler asks a cluster. `KafkaAdmin` is the real one.
public protocol ClusterReader: Sendable {
    /// Which cluster it is, and what it consists of.
    func metadata() async throws(KafkaError) -> ClusterMetadata
    /// The offsets that a group has committed; partitions without one are left out.
    func committedOffsets(of group: String, partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Int64]
    func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks]
}

extension KafkaAdmin: ClusterReader {}
