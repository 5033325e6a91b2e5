internal import CLibrdkafka
public import EventLoop
import Synchronization
public import Telemetry

/// Reads facts about a cluster, creates topics and adds partitions to them. Most of librdkafka's calls for that block, so they run on the pool of
/// threads, each for at most `limit`.
public final class KafkaAdmin: Sendable {
    private let configuration: KafkaConfiguration
    /// Nil once closed.
    private let queue: Mutex<KafkaQueue?>
    /// The last known reason why no broker answers. librdkafka repeats the same reason only every half minute.
    private let trouble = Mutex<KafkaTrouble?>(nil)
    private let blocking: BlockingPool
    let loop: EventLoop
    let limit: Duration
    let logger: Logger

    public init(
        _ configuration: KafkaConfiguration, group: EventLoopGroup, limit: Duration = .seconds(5), logger: Logger
    ) throws(KafkaError) {
        let handle = try KafkaHandle(
            RD_KAFKA_PRODUCER, configuration.adminProperties, events: RD_KAFKA_EVENT_LOG | RD_KAFKA_EVENT_ERROR)
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

    /// Closes the client. Idempotent.
    public func close() async {
        let last = LastReference(
            queue.withLock { queue in
                defer { queue = nil }
                return queue
            })
        await last.end(on: loop, logger)
    }

    func openQueue() throws(KafkaError) -> KafkaQueue {
        guard let queue = queue.withLock({ $0 }) else { throw .closed }
        return queue
    }

    // MARK: - Questions

    /// The cluster's brokers and topics. It also shows whether the cluster can be reached.
    public func metadata() async throws(KafkaError) -> ClusterMetadata {
        try await explaining { () async throws(KafkaError) in
            try await QuestionTurns.ask(within: limit) { milliseconds throws(KafkaError) in
                try await ask { handle throws(KafkaError) in try handle.metadata(within: milliseconds) }
            }
        }
    }

    /// The id of the current cluster.
    public func clusterID() async throws(KafkaError) -> String { try await metadata().identity() }

    /// The watermarks of all partitions, in two requests.
    public func watermarks(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Watermarks] {
        guard !partitions.isEmpty else { return [:] }
        let what = "reading the watermarks"
        let low = try await listOffsets(of: partitions, at: Int64(RD_KAFKA_OFFSET_BEGINNING), doing: what)
        let high = try await listOffsets(of: partitions, at: Int64(RD_KAFKA_OFFSET_END), doing: what)
        let watermarks = KafkaHandle.watermarks(from: low, to: high)
        if let partition = partitions.first(where: { watermarks[$0] == nil }) {
            throw KafkaError(RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, doing: "\(what) of \(partition)")
        }
        return watermarks
    }

    /// The offset of each partition's first record at or after `moment`, in milliseconds since 1970; its end if there is
    /// none. Throws `unsupported` for the embedded broker, which cannot find records by time and answers without an
    /// error.
    public func offsets(
        of partitions: [TopicPartition], since moment: Int64
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        guard try await !clusterID().hasPrefix(EmbeddedCluster.idPrefix) else {
            throw KafkaError(
                code: .unsupported, isRetriable: false, description: "the embedded broker cannot look records up by their time")
        }
        let offsets = try await listOffsets(of: partitions, at: moment, doing: "looking records up by their time")
        let ends = try await watermarks(of: partitions.filter { offsets[$0] == nil }).mapValues(\.high)
        return offsets.merging(ends) { $1 }
    }

    /// The offsets of the partitions that have one.
    private func listOffsets(
        of partitions: [TopicPartition], at moment: Int64, doing action: String
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await explaining { () async throws(KafkaError) in
            try await QuestionTurns.ask(within: limit) { milliseconds throws(KafkaError) in
                try await ask { handle throws(KafkaError) in
                    try handle.offsets(of: partitions, at: moment, within: milliseconds, doing: action)
                }
            }
        }
    }

    /// The offsets that a group has committed; partitions without one are left out.
    public func committedOffsets(
        of group: String, partitions: [TopicPartition]
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        guard !partitions.isEmpty else { return [:] }
        let milliseconds = CInt(clamping: limit.milliseconds)
        let properties = configuration.consumerProperties(group: group).merging(["log.queue": "false"]) { $1 }
        return try await ask { _ throws(KafkaError) in
            // Asked by a client of that group, which never joins it. Any other client could ask by ListConsumerGroupOffsets; but when
            // the group's coordinator is another one by then, librdkafka 2.0.2 ends the process.
            let handle = try KafkaHandle(RD_KAFKA_CONSUMER, properties, events: RD_KAFKA_EVENT_ERROR)
            do throws(KafkaError) {
                return try handle.committedOffsets(
                    of: partitions, within: milliseconds, doing: "reading the offsets of group \(group)")
            } catch {
                throw error.explained(by: handle.takeTrouble())
            }
        }
    }

    /// Adds the last known reason to an error. A success clears that reason.
    private func explaining<T>(_ question: () async throws(KafkaError) -> T) async throws(KafkaError) -> T {
        do throws(KafkaError) {
            let answer = try await question()
            _ = saidSince()
            trouble.withLock { $0 = nil }
            return answer
        } catch {
            let said = saidSince()
            throw error.explained(
                by: trouble.withLock { trouble in
                    trouble = said ?? trouble
                    return trouble
                })
        }
    }

    private func saidSince() -> KafkaTrouble? { queue.withLock { $0?.handle }?.takeTrouble() }

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
}
