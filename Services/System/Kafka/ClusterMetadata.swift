/// A topic that should exist.
public struct TopicSpecification: Sendable, Hashable {
    public let name: String
    public let partitions: Int
    /// Nil leaves it to the broker's default.
    public let replication: Int?

    public init(name: String, partitions: Int, replication: Int? = nil) {
        self.name = name
        self.partitions = partitions
        self.replication = replication
    }
}

/// What a cluster says of itself.
public struct ClusterMetadata: Sendable, Hashable {
    public let clusterID: String?
    /// Host and port pairs.
    public let brokers: [String]
    /// How many partitions each topic has.
    public let topics: [String: Int]
    /// How many of them nobody leads now: nothing can be written to these, nor read from them. Topics without such are left out.
    public let leaderless: [String: Int]

    public init(clusterID: String?, brokers: [String], topics: [String: Int], leaderless: [String: Int] = [:]) {
        self.clusterID = clusterID
        self.brokers = brokers
        self.topics = topics
        self.leaderless = leaderless
    }

    /// All partitions of those of the topics that there are.
    public func partitions(of names: [String]) -> [TopicPartition] {
        names.flatMap { name in
            (0..<Int32(clamping: topics[name] ?? 0)).map { TopicPartition(topic: name, partition: $0) }
        }
    }

    public func has(_ partition: TopicPartition) -> Bool { Int(partition.partition) < topics[partition.topic] ?? 0 }

    /// The cluster's id, for those who cannot do without it.
    ///
    /// - Throws: `unsupported` where it does not tell one.
    public func identity() throws(KafkaError) -> String {
        guard let clusterID else {
            throw KafkaError(code: .unsupported, isRetriable: false, description: "the Kafka cluster does not tell its id")
        }
        return clusterID
    }
}

/// The first and the next offset of a partition.
public struct Watermarks: Sendable, Hashable {
    /// The oldest record that is still there.
    public let low: Int64
    /// The offset that the next record will get.
    public let high: Int64

    public init(low: Int64, high: Int64) {
        self.low = low
        self.high = high
    }
}

/// How far a group has come in a partition.
public struct PartitionPlace: Sendable, Hashable {
    /// The offset that it reads next; nil where it has committed none, and begins with the oldest record.
    public let committed: Int64?
    public let marks: Watermarks

    public init(committed: Int64?, marks: Watermarks) {
        self.committed = committed
        self.marks = marks
    }

    /// What the group reads next. An offset beyond the end counts for nothing: the group starts over.
    public var start: Int64 { max(committed.flatMap { $0 <= marks.high ? $0 : nil } ?? marks.low, marks.low) }

    /// Records that the group has not finished.
    public var lag: Int64 { max(0, marks.high - start) }
}
