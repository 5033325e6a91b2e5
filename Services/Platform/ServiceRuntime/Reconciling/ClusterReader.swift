public import Kafka

/// What the reconciler asks a cluster. `KafkaAdmin` is the real one.
public protocol ClusterReader: Sendable {
    func overview() async throws(KafkaError) -> ClusterOverview
    /// The offsets that a group has committed; partitions without one are left out.
    func committedOffsets(of group: String, partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Int64]
    func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks]
}

/// A cluster's id, and how many partitions its topics have.
public struct ClusterOverview: Sendable, Hashable {
    public let id: String
    public let topics: [String: Int]

    public init(id: String, topics: [String: Int]) {
        self.id = id
        self.topics = topics
    }

    func partitions(of topic: String) -> [TopicPartition] {
        (0..<Int32(clamping: topics[topic] ?? 0)).map { TopicPartition(topic: topic, partition: $0) }
    }

    func has(_ partition: TopicPartition) -> Bool { Int(partition.partition) < topics[partition.topic] ?? 0 }
}

extension KafkaAdmin: ClusterReader {
    public func overview() async throws(KafkaError) -> ClusterOverview {
        let metadata = try await metadata()
        guard let id = metadata.clusterID else {
            throw KafkaError(code: .unsupported, isRetriable: false, description: "the Kafka cluster does not tell its id")
        }
        return ClusterOverview(id: id, topics: metadata.topics)
    }
}
