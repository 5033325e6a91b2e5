/// A topic that should exist.
public struct TopicSpecification: Sendable, Hashable {
    public let name: String
    public let partitions: Int
    /// Nil for the broker's default.
    public let replication: Int?

    public init(name: String, partitions: Int, replication: Int? = nil) {
        self.name = name
        self.partitions = partitions
        self.replication = replication
    }
}

/// The metadata of a cluster.
public struct ClusterMetadata: Sendable, Hashable {
    public let clusterID: String?
    /// Host and port pairs.
    public let brokers: [String]
    /// The number of partitions of each topic.
    public let topics: [String: Int]
    /// The number of partitions without a leader, by topic: these can be neither written nor read. Topics without such
    /// partitions are left out.
    public let leaderless: [String: Int]

    public init(clusterID: String?, brokers: [String], topics: [String: Int], leaderless: [String: Int] = [:]) {
        self.clusterID = clusterID
        self.brokers = brokers
        self.topics = topics
        self.leaderless = leaderless
    }

    /// All partitions of the topics that exist.
    public func partitions(of names: [String]) -> [TopicPartition] {
        names.flatMap { name in
            (0..<Int32(clamping: topics[name] ?? 0)).map { TopicPartition(topic: name, partition: $0) }
        }
    }

    public func has(_ partition: TopicPartition) -> Bool { Int(partition.partition) < topics[partition.topic] ?? 0 }

    /// The cluster's id.
    ///
    /// - Throws: `unsupported` if the cluster does not tell one.
    public func identity() throws(KafkaError) -> String {
        guard let clusterID else {
            throw KafkaError(code: .unsupported, isRetriable: false, description: "the Kafka cluster does not tell its id")
        }
        return clusterID
    }
}

/// The first and the next offset of a partition.
public struct Watermarks: Sendable, Hashable {
    /// The oldest record that still exists.
    public let low: Int64
    /// The offset that the next record will get.
    public let high: Int64

    public init(low: Int64, high: Int64) {
        self.low = low
        self.high = high
    }
}

/// The position of a group in a partition.
public struct PartitionPlace: Sendable, Hashable {
    /// The offset that the group reads next; nil if it has committed none, and begins with the oldest record.
    public let committed: Int64?
    public let marks: Watermarks

    public init(committed: Int64?, marks: Watermarks) {
        self.committed = committed
        self.marks = marks
    }

    /// The offset that the group reads next. A committed offset beyond the end is ignored: the group starts again.
    public var start: Int64 { max(committed.flatMap { $0 <= marks.high ? $0 : nil } ?? marks.low, marks.low) }

    /// The number of records that the group has not finished.
    public var lag: Int64 { max(0, marks.high - start) }
}
