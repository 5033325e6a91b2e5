internal import CLibrdkafka
public import EventLoop
import Synchronization
public import Telemetry

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

/// Questions about a cluster, and the making of topics. librdkafka answers most of them only by blocking, so they run on the
/// pool of threads, each for at most `limit`.
public final class KafkaAdmin: Sendable {
    private let configuration: KafkaConfiguration
    /// Nil once closed.
    private let queue: Mutex<KafkaQueue?>
    private let blocking: BlockingPool
    private let loop: EventLoop
    private let limit: Duration
    private let logger: Logger

    public init(
        _ configuration: KafkaConfiguration, group: EventLoopGroup, limit: Duration = .seconds(5), logger: Logger
    ) throws(KafkaError) {
        let handle = try KafkaHandle(RD_KAFKA_PRODUCER, configuration.adminProperties, events: RD_KAFKA_EVENT_LOG)
        // Logs and the answers to requests go to one queue; whoever reads an answer passes the logs on.
        guard let pointer = rd_kafka_queue_new(handle.pointer) else { throw KafkaError.closed }
        rd_kafka_set_log_queue(handle.pointer, pointer)
        loop = group.next()
        queue = Mutex(try KafkaQueue(pointer, of: handle, on: loop))
        blocking = group.blocking
        self.configuration = configuration
        self.limit = limit
        self.logger = logger
    }

    /// Ends the client. Idempotent.
    public func close() async {
        let last = queue.withLock { queue in
            defer { queue = nil }
            return queue
        }
        // Ending it joins its threads.
        try? await blocking.run { withExtendedLifetime(last) {} }
    }

    private func openQueue() throws(KafkaError) -> KafkaQueue {
        guard let queue = queue.withLock({ $0 }) else { throw .closed }
        return queue
    }

    // MARK: - Questions

    /// Whom the cluster consists of. Also the way to ask whether it can be reached at all.
    public func metadata() async throws(KafkaError) -> ClusterMetadata {
        let milliseconds = CInt(clamping: limit.milliseconds)
        return try await ask { handle throws(KafkaError) in
            try handle.metadata(within: milliseconds)
        }
    }

    /// The id of the cluster as it is now.
    public func clusterID() async throws(KafkaError) -> String {
        guard let id = try await metadata().clusterID else {
            throw KafkaError(code: .unsupported, isRetriable: false, description: "the Kafka cluster does not tell its id")
        }
        return id
    }

    public func watermarks(of partition: TopicPartition) async throws(KafkaError) -> Watermarks {
        let milliseconds = CInt(clamping: limit.milliseconds)
        return try await ask { handle throws(KafkaError) in
            var low: Int64 = 0
            var high: Int64 = 0
            let error = rd_kafka_query_watermark_offsets(
                handle.pointer, partition.topic, partition.partition, &low, &high, milliseconds)
            guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
                throw KafkaError(error, doing: "reading the watermarks of \(partition)")
            }
            return Watermarks(low: low, high: high)
        }
    }

    /// The offsets that a group has committed; partitions without one are left out.
    public func committedOffsets(
        of group: String, partitions: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        let milliseconds = CInt(clamping: limit.milliseconds)
        let properties = configuration.consumerProperties(group: group).merging(["log.queue": "false"]) { $1 }
        return try await ask { _ throws(KafkaError) in
            // The question is asked by a client of that group, which never joins it.
            let handle = try KafkaHandle(RD_KAFKA_CONSUMER, properties, events: 0)
            return try PartitionList(partitions).withPointer { list in
                let error = rd_kafka_committed(handle.pointer, list, milliseconds)
                guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
                    return Result<[TopicPartition: Int64], KafkaError>.failure(
                        KafkaError(error, doing: "reading the offsets of group \(group)"))
                }
                return .success(
                    Dictionary(
                        PartitionList.elements(of: list).filter { $0.offset >= 0 }.map {
                            (TopicPartition(topic: String(cString: $0.topic), partition: $0.partition), $0.offset)
                        }, uniquingKeysWith: { $1 }))
            }.get()
        }
    }

    private func ask<T: Sendable>(
        _ question: @escaping @Sendable (KafkaHandle) throws(KafkaError) -> T
    ) async throws(KafkaError) -> T {
        let handle = try openQueue().handle
        do {
            return try await blocking.run { try question(handle) }
        } catch let error as KafkaError {
            throw error
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw KafkaError(
                code: .other, isRetriable: true, description: "the question to Kafka could not be asked",
                detail: String(reflecting: error))
        }
    }

    // MARK: - Topics

    /// Makes the topics that do not exist; those that do are left as they are. One call at a time.
    ///
    /// - Returns: the names of the topics that were made.
    public func createTopics(_ topics: [TopicSpecification]) async throws(KafkaError) -> [String] {
        let existing = try await metadata().topics
        let missing = topics.filter { existing[$0.name] == nil }
        guard !missing.isEmpty else { return [] }
        let queue = try openQueue()
        try request(missing, answerTo: queue)
        do {
            return try await withDeadline(limit + .seconds(1), on: loop) { [logger] in
                while true {
                    while let event = queue.poll() {
                        defer { rd_kafka_event_destroy(event) }
                        switch rd_kafka_event_type(event) {
                        case RD_KAFKA_EVENT_LOG: KafkaHandle.log(event, to: logger)
                        case RD_KAFKA_EVENT_CREATETOPICS_RESULT: return try Self.made(event)
                        default: break
                        }
                    }
                    try await queue.wait()
                }
            }
        } catch let error as KafkaError {
            throw error
        } catch {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "creating topics")
        }
    }

    private func request(_ topics: [TopicSpecification], answerTo queue: KafkaQueue) throws(KafkaError) {
        var made: [OpaquePointer?] = []
        defer { for topic in made { rd_kafka_NewTopic_destroy(topic) } }
        for topic in topics {
            let new = topic.name.withCString { name in
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
                    rd_kafka_NewTopic_new(
                        name, CInt(clamping: topic.partitions), CInt(clamping: topic.replication ?? -1), words.baseAddress,
                        words.count)
                }
            }
            guard let new else {
                throw KafkaError(
                    code: .configuration, isRetriable: false, description: "the Kafka topic \(topic.name) cannot be described",
                    detail: "\(topic.partitions) partitions, replication \(topic.replication ?? -1)")
            }
            made.append(new)
        }
        let options = rd_kafka_AdminOptions_new(queue.handle.pointer, RD_KAFKA_ADMIN_OP_CREATETOPICS)
        defer { rd_kafka_AdminOptions_destroy(options) }
        rd_kafka_AdminOptions_set_request_timeout(options, CInt(clamping: limit.milliseconds), nil, 0)
        queue.withPointer { rd_kafka_CreateTopics(queue.handle.pointer, &made, made.count, options, $0) }
    }

    private static func made(_ event: OpaquePointer) throws(KafkaError) -> [String] {
        let whole = rd_kafka_event_error(event)
        guard whole == RD_KAFKA_RESP_ERR_NO_ERROR else {
            let words = rd_kafka_event_error_string(event).map { String(cString: $0) }
            throw KafkaError(whole, doing: "creating topics", words: words)
        }
        var made: [String] = []
        var count = 0
        let results = rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count)
        for result in UnsafeBufferPointer(start: results, count: count) {
            let error = rd_kafka_topic_result_error(result)
            let name = rd_kafka_topic_result_name(result).map { String(cString: $0) } ?? ""
            switch error {
            case RD_KAFKA_RESP_ERR_NO_ERROR: made.append(name)
            // A broker that was asked for its topics may not have heard of a new one yet.
            case RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS: continue
            case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
                throw KafkaError(
                    code: .authorization, number: error.rawValue, isRetriable: false,
                    description: "Kafka does not allow this user to create the topic \(name): create it by hand, or grant CREATE",
                    detail: String(cString: rd_kafka_err2str(error)))
            default:
                let words = rd_kafka_topic_result_error_string(result).map { String(cString: $0) }
                throw KafkaError(error, doing: "creating the topic \(name)", words: words)
            }
        }
        return made
    }
}
