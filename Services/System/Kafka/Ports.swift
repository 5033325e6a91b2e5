/// What the delivery machinery needs of a producer. `KafkaProducer` is the real one.
public protocol RecordProducer: Sendable {
    /// Hands the messages over in order and answers once each has its delivery report, in the same order. Waits while the
    /// producer's queue is full.
    func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>]

    /// The id of the cluster that takes the messages; nil before the first contact.
    var clusterID: String? { get }

    /// Whether it has lost every broker that it knew and has heard of none since: waiting for reports is of no use now.
    var seesNoBroker: Bool { get }

    /// Asks a broker what the cluster consists of.
    func metadata() async throws(KafkaError) -> ClusterMetadata

    /// Delivers what was handed over, for at most that long, and ends; sooner when it sees no broker. Idempotent.
    func close(within limit: Duration) async
}

extension RecordProducer {
    public var seesNoBroker: Bool { false }
}

/// What a consumer tells its owner.
public enum ConsumerEvent: Sendable, Hashable {
    /// In order within each partition; never empty.
    case records([ConsumedRecord])
    /// The partitions are about to be read from where their group had come to. Reading begins with `answer(_:)`.
    case assigned(Rebalance)
    /// The partitions are to be given up: finish and store offsets, then `answer(_:)`. The group waits for it.
    case revoked(Rebalance)
    /// The group has given the partitions to others already; offsets stored now come to nothing. Wants `answer(_:)` too.
    case lost(Rebalance)
}

/// A change of assignment that waits for its owner's answer.
public struct Rebalance: Sendable, Hashable {
    public let partitions: [TopicPartition]
    let number: Int

    public init(partitions: [TopicPartition], number: Int) {
        self.partitions = partitions
        self.number = number
    }
}

/// What the delivery machinery needs of a consumer. `KafkaConsumer` is the real one.
public protocol RecordConsumer: Sendable {
    /// Waits for the next event. Asking is what keeps the consumer in its group, so ask all the time and hold records back with
    /// `pause`. One caller at a time.
    func next(maximum: Int) async throws(KafkaError) -> ConsumerEvent

    /// The id of the cluster that is read; nil before the first contact.
    var clusterID: String? { get }

    /// Carries the change out.
    func answer(_ rebalance: Rebalance) async throws(KafkaError)

    /// The group's position in the partition: the offset to read next. Committed within a second, and on revocation and close.
    /// False when the partition is not assigned any more.
    func storeOffset(_ partition: TopicPartition, next offset: Int64) throws(KafkaError) -> Bool

    /// Stops reading these partitions, or goes on. What was read before may still come. Both say only what changes: a repeated
    /// `resume` makes librdkafka read from an old position.
    func pause(_ partitions: [TopicPartition]) throws(KafkaError)
    func resume(_ partitions: [TopicPartition]) throws(KafkaError)

    /// How many records of the partition lie between this position and its end, as far as the client has heard; nil when it has not.
    /// Asks nobody.
    func lag(of partition: TopicPartition, next offset: Int64) -> Int64?

    /// Asks the brokers where the group and the ends of these partitions are; of those that cannot be asked about now, none. Nil where
    /// there is nobody to be asked.
    func places(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: PartitionPlace]?

    /// Commits stored offsets and leaves the group, for at most that long. Idempotent. The owner has answered every change.
    func close(within limit: Duration) async
}

extension RecordConsumer {
    public func places(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: PartitionPlace]? { nil }
}
