/// The producer that message delivery needs; `KafkaProducer` implements it.
public protocol RecordProducer: Sendable {
    /// Sends the messages in order and returns once each has its delivery report, in the same order. Waits while the
    /// producer's queue is full.
    func produce(_ messages: [KafkaMessage]) async -> [Result<DeliveryReport, KafkaError>]

    /// The id of the receiving cluster; nil before the first contact.
    var clusterID: String? { get }

    /// Whether every known broker is gone and no other has been found since: then waiting for reports is useless.
    var seesNoBroker: Bool { get }

    /// Asks a broker for the cluster's metadata.
    func metadata() async throws(KafkaError) -> ClusterMetadata

    /// Delivers the accepted messages for at most `limit`, and closes; sooner if it sees no broker. Idempotent.
    func close(within limit: Duration) async
}

extension RecordProducer {
    public var seesNoBroker: Bool { false }
}

/// An event of a consumer for its owner.
public enum ConsumerEvent: Sendable, Hashable {
    /// In order within each partition; never empty.
    case records([ConsumedRecord])
    /// The partitions will be read from the group's position on. Reading begins with `answer(_:)`.
    case assigned(Rebalance)
    /// The partitions must be given up: finish, store offsets, then call `answer(_:)`. The group waits for it.
    case revoked(Rebalance)
    /// The group has already reassigned the partitions; offsets that are stored now have no effect. Requires
    /// `answer(_:)`, too.
    case lost(Rebalance)
}

/// A change of the assignment that waits for its owner's answer.
public struct Rebalance: Sendable, Hashable {
    public let partitions: [TopicPartition]
    let number: Int

    public init(partitions: [TopicPartition], number: Int) {
        self.partitions = partitions
        self.number = number
    }
}

/// The consumer that message delivery needs; `KafkaConsumer` implements it.
public protocol RecordConsumer: Sendable {
    /// Waits for the next event. Call it continuously, for polling keeps the consumer in its group; hold records back
    /// with `pause`. One caller at a time.
    func next(maximum: Int) async throws(KafkaError) -> ConsumerEvent

    /// The id of the cluster that is read; nil before the first contact.
    var clusterID: String? { get }

    /// Carries the change out.
    func answer(_ rebalance: Rebalance) async throws(KafkaError)

    /// Sets the group's position in the partition: the offset to read next. It is committed within a second, and on
    /// revocation and close. False if the partition is no longer assigned.
    func storeOffset(_ partition: TopicPartition, next offset: Int64) throws(KafkaError) -> Bool

    /// Pauses or resumes reading of these partitions. Records that were read before may still arrive. Name only
    /// partitions that change: a repeated `resume` makes librdkafka read from an old position.
    func pause(_ partitions: [TopicPartition]) throws(KafkaError)
    func resume(_ partitions: [TopicPartition]) throws(KafkaError)

    /// The number of records between `offset` and the end of the partition, as far as the client knows; nil if it does
    /// not know. Sends no request.
    func lag(of partition: TopicPartition, next offset: Int64) -> Int64?

    /// Asks the brokers for the group's positions in these partitions and for their ends. Partitions that cannot be asked
    /// about now are left out. Nil if there is no broker to ask.
    func places(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: PartitionPlace]?

    /// Commits stored offsets and leaves the group, in at most `limit`. Idempotent. The owner has answered every change
    /// before.
    func close(within limit: Duration) async
}

extension RecordConsumer {
    public func places(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: PartitionPlace]? { nil }
}
