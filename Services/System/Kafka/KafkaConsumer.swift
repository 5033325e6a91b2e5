internal import CLibrdkafka
public import EventLoop
import Synchronization
public import Telemetry

/// A member of a consumer group. Records come one at a time from librdkafka's own queue, so a slow owner slows fetching
/// down. Changes of the assignment wait for the owner's answer. The owner stores offsets, and librdkafka commits them
/// once a second.
///
/// `next` and `close` are called from tasks on the consumer's loop, one at a time.
public final class KafkaConsumer: RecordConsumer {
    public let loop: EventLoop
    let blocking: BlockingPool
    let logger: Logger
    private let pollInterval: Duration
    let state: Mutex<State>

    struct State {
        /// Nil once closed.
        var queue: KafkaQueue?
        /// A change that arrived while records were being collected; it is the next event.
        var stashed: ConsumerEvent?
        var nextRebalance = 1
        var unanswered: [Int: Bool] = [:]
        /// The id of the first cluster that answered.
        var clusterID: String?
        /// Another cluster answers now.
        var isClusterReplaced = false
        /// Every known broker is gone, and no other has been found since.
        var seesNoBroker = false
        /// Resumed partitions whose brokers have to be asked something; nil while nobody asks.
        var toWake: Set<TopicPartition>?
        /// Asks them. It stays here when it has ended.
        var waking: Task<Void, Never>?
    }

    /// Joins the group when the first event is asked for.
    public convenience init(
        _ configuration: KafkaConfiguration, group: String, topics: [String], loops: EventLoopGroup, loop: EventLoop,
        logger: Logger
    ) throws(KafkaError) {
        try self.init(configuration, group: group, loops, loop, logger) { handle throws(KafkaError) in
            let error = PartitionList(topics.map { TopicPartition(topic: $0, partition: RD_KAFKA_PARTITION_UA) })
                .withPointer { rd_kafka_subscribe(handle.pointer, $0) }
            guard error == RD_KAFKA_RESP_ERR_NO_ERROR else { throw KafkaError(error, doing: "subscribing") }
        }
    }

    /// Reads these partitions from these offsets on, without a group: joining one takes seconds. No change of the
    /// assignment is reported, and later partitions are not read.
    public convenience init(
        _ configuration: KafkaConfiguration, reading starts: [TopicPartition: Int64], loops: EventLoopGroup, loop: EventLoop,
        logger: Logger
    ) throws(KafkaError) {
        var configuration = configuration
        // Nothing is committed, and nobody else is in a group of this name.
        configuration.properties["enable.auto.commit"] = "false"
        try self.init(configuration, group: "docket-reading-along", loops, loop, logger) { handle throws(KafkaError) in
            let error = PartitionList(starts).withPointer { rd_kafka_assign(handle.pointer, $0) }
            guard error == RD_KAFKA_RESP_ERR_NO_ERROR else { throw KafkaError(error, doing: "choosing partitions") }
        }
    }

    private init(
        _ configuration: KafkaConfiguration, group: String, _ loops: EventLoopGroup, _ loop: EventLoop, _ logger: Logger,
        beginning: (KafkaHandle) throws(KafkaError) -> Void
    ) throws(KafkaError) {
        let handle = try KafkaHandle(
            RD_KAFKA_CONSUMER, configuration.consumerProperties(group: group),
            events: RD_KAFKA_EVENT_FETCH | RD_KAFKA_EVENT_REBALANCE | RD_KAFKA_EVENT_ERROR | RD_KAFKA_EVENT_LOG
                | RD_KAFKA_EVENT_OFFSET_COMMIT)
        rd_kafka_poll_set_consumer(handle.pointer)
        guard let pointer = rd_kafka_queue_get_consumer(handle.pointer) else { throw KafkaError.closed }
        rd_kafka_set_log_queue(handle.pointer, pointer)
        let queue = try KafkaQueue(pointer, of: handle, on: loop)
        try beginning(handle)
        self.loop = loop
        self.logger = logger
        pollInterval = configuration.pollInterval
        blocking = loops.blocking
        state = Mutex(State(queue: queue))
    }

    public var clusterID: String? { state.withLock { $0.queue }?.handle.clusterID }

    // MARK: - Events

    public func next(maximum: Int) async throws(KafkaError) -> ConsumerEvent {
        var records: [ConsumedRecord] = []
        while true {
            let change = try await next(maximum: maximum, within: pollInterval) { records.append($0.copy()) }
            if let change { return change }
            if !records.isEmpty { return .records(records) }
        }
    }

    /// Like the above, but shows each record in place instead of copying it, and waits for at most `limit`. Returns a
    /// change of the assignment; nil if records were shown or the time ran out.
    public func next(
        maximum: Int, within limit: Duration, _ body: (borrowing RecordView) -> Void
    ) async throws(KafkaError) -> ConsumerEvent? {
        let end = ContinuousClock.now + limit
        while true {
            guard let queue = state.withLock({ $0.queue }) else { throw .closed }
            try checkCluster(queue.handle)
            switch try collect(from: queue, maximum: maximum, body) {
            case .records: return nil
            case .change(let change): return change
            case .nothing:
                let left = end - .now
                guard left > .zero else { return nil }
                try await wait(for: queue, atMost: left)
            }
        }
    }

    /// Waits until there may be an event, or until the next poll is due. librdkafka gives the partitions up if nobody
    /// polls it.
    private func wait(for queue: KafkaQueue, atMost limit: Duration) async throws(KafkaError) {
        do {
            try await withDeadline(min(limit, pollInterval), on: loop) { try await queue.wait() }
        } catch is DeadlineExceeded {
            return
        } catch {
            throw .cancelled
        }
    }

    /// Throws if another cluster answers now: offsets of one cluster mean nothing in another.
    private func checkCluster(_ handle: KafkaHandle) throws(KafkaError) {
        guard let current = handle.clusterID else { return }
        let isReplaced = state.withLock { state in
            let first = state.clusterID ?? current
            state.clusterID = first
            if first != current { state.isClusterReplaced = true }
            return state.isClusterReplaced
        }
        if isReplaced { throw .clusterReplaced }
    }

    private enum Collected {
        case nothing
        case records
        case change(ConsumerEvent)
    }

    /// Collects the events in the queue.
    private func collect(
        from queue: KafkaQueue, maximum: Int, _ body: (borrowing RecordView) -> Void
    ) throws(KafkaError) -> Collected {
        let stashed = state.withLock { state in
            defer { state.stashed = nil }
            return state.stashed
        }
        if let stashed { return .change(stashed) }
        var places = RecordPlaces()
        var count = 0
        var isHeard = false
        while count < maximum, let event = queue.poll() {
            defer { rd_kafka_event_destroy(event) }
            switch rd_kafka_event_type(event) {
            case RD_KAFKA_EVENT_FETCH:
                guard let message = rd_kafka_event_message_next(event) else { continue }
                if !isHeard { state.withLock { $0.seesNoBroker = false } }
                isHeard = true
                let place: TopicPartition
                do throws(KafkaError) {
                    place = try places.place(of: message)
                } catch {
                    logger.warning("a partition cannot be read for now", ["error": .string(error.detail)])
                    continue
                }
                count += 1
                body(RecordView(message, of: place))
            case RD_KAFKA_EVENT_REBALANCE:
                state.withLock { $0.seesNoBroker = false }
                guard let change = rebalance(event, of: queue.handle) else { continue }
                if count == 0 { return .change(change) }
                state.withLock { $0.stashed = change }
                return .records
            case RD_KAFKA_EVENT_ERROR:
                isHeard = false
                try report(event, of: queue.handle)
            case RD_KAFKA_EVENT_LOG: KafkaHandle.log(event, to: logger)
            default: break
            }
        }
        return count == 0 ? .nothing : .records
    }

    private func report(_ event: OpaquePointer, of handle: KafkaHandle) throws(KafkaError) {
        if let fatal = handle.fatalError { throw fatal }
        let words = rd_kafka_event_error_string(event).map { String(cString: $0) }
        noteLoss(event)
        let error = KafkaError(rd_kafka_event_error(event), doing: "consuming", words: words)
        if error.isRetriable {
            logger.debug("the consumer has trouble", ["error": .string(error.detail)])
        } else {
            logger.warning("the consumer has trouble", ["error": .string(error.detail)])
        }
    }

    func noteLoss(_ event: OpaquePointer) {
        if rd_kafka_event_error(event) == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN { state.withLock { $0.seesNoBroker = true } }
    }
}
