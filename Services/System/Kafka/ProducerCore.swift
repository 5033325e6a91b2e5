internal import CLibrdkafka
internal import EventLoop
import Synchronization
internal import Telemetry

/// The producer's state, and the task that serves its queue.
final class ProducerCore: Sendable {
    private struct State {
        /// Nil once the client has ended.
        var queue: KafkaQueue?
        var nextID: UInt = 1
        var underWay: [UInt: PendingReport] = [:]
        var fatal: KafkaError?
        var isClosing = false
        /// No known broker is left.
        var seesNoBroker = false
        /// The last known reason why no broker answers; nil once one has answered.
        var trouble: KafkaTrouble?
    }

    private let state: Mutex<State>
    /// Bounds the messages in flight; further ones wait in order.
    private let room: AsyncSemaphore
    /// Set when the client is closing and no message is in flight.
    private let idle = AsyncSignal<Void>()
    private let logger: Logger

    init(queue: KafkaQueue, room: Int, logger: Logger) {
        state = Mutex(State(queue: queue))
        self.room = AsyncSemaphore(permits: room)
        self.logger = logger
    }

    func withHandle<T>(_ body: (KafkaHandle) -> T) -> T? {
        let handle = state.withLock { $0.queue?.handle }
        return handle.map(body)
    }

    var seesNoBroker: Bool { state.withLock { $0.seesNoBroker } }
    var trouble: KafkaTrouble? { state.withLock { $0.trouble } }

    func heardOfABroker() { state.withLock { $0.trouble = nil } }

    // MARK: - Sending

    func send(_ message: KafkaMessage) async -> PendingReport {
        do {
            try await room.acquire()
        } catch {
            return PendingReport(.cancelled)
        }
        let report = PendingReport()
        let (id, handle, refusal) = state.withLock { state -> (UInt, KafkaHandle?, KafkaError?) in
            guard let queue = state.queue, !state.isClosing else { return (0, nil, .closed) }
            if let fatal = state.fatal { return (0, nil, fatal) }
            let id = state.nextID
            state.nextID += 1
            state.underWay[id] = report
            return (id, queue.handle, nil)
        }
        guard let handle else {
            room.release()
            return PendingReport(refusal ?? .closed)
        }
        while let error = handle.enqueue(message, id: id) {
            if error == RD_KAFKA_RESP_ERR__QUEUE_FULL, !Task.isCancelled {
                // Full by bytes: wait for the queue to move on.
                try? await Task.sleep(for: .milliseconds(10))
                continue
            }
            settle(id, .failure(KafkaError(error, doing: "handing over a message for \(message.topic)")))
            break
        }
        return report
    }

    private func settle(_ id: UInt, _ value: PendingReport.Value) {
        let (report, isIdle) = state.withLock { state in
            (state.underWay.removeValue(forKey: id), state.isClosing && state.underWay.isEmpty)
        }
        guard let report else { return }
        report.resolve(value)
        room.release()
        if isIdle { idle.send() }
    }

    // MARK: - Serving

    /// Serves the queue until cancelled.
    func serve() async {
        while !Task.isCancelled, let queue = state.withLock({ $0.queue }) {
            drain(queue)
            do {
                try await queue.wait()
            } catch {
                return
            }
        }
    }

    private func drain(_ queue: KafkaQueue) {
        while let event = queue.poll() {
            serve(event, of: queue.handle)
            rd_kafka_event_destroy(event)
        }
    }

    private func serve(_ event: OpaquePointer, of handle: KafkaHandle) {
        switch rd_kafka_event_type(event) {
        case RD_KAFKA_EVENT_DR:
            let fatal = handle.fatalError
            while let message = rd_kafka_event_message_next(event) {
                if message.pointee.err == RD_KAFKA_RESP_ERR_NO_ERROR { state.withLock { $0.seesNoBroker = false } }
                let report = Self.report(message, fatal: fatal)
                settle(UInt(bitPattern: message.pointee._private), report.mapError { $0.explained(by: trouble) })
            }
        case RD_KAFKA_EVENT_ERROR:
            let error = rd_kafka_event_error(event)
            if error == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN { state.withLock { $0.seesNoBroker = true } }
            if let trouble = KafkaTrouble(event) { state.withLock { $0.trouble = trouble } }
            if error == RD_KAFKA_RESP_ERR__FATAL, let fatal = handle.fatalError {
                state.withLock { $0.fatal = fatal }
                logger.error("the producer has failed and must be replaced", ["error": .string(fatal.detail)])
            } else {
                let words = rd_kafka_event_error_string(event).map { String(cString: $0) }
                logger.debug(
                    "the producer has trouble",
                    ["error": .string(KafkaError(error, doing: "producing", words: words).detail)])
            }
        case RD_KAFKA_EVENT_LOG: KafkaHandle.log(event, to: logger)
        default: break
        }
    }

    private static func report(_ message: UnsafePointer<rd_kafka_message_t>, fatal: KafkaError?) -> PendingReport.Value {
        let topic = message.pointee.rkt.map { String(cString: rd_kafka_topic_name($0)) } ?? ""
        guard message.pointee.err == RD_KAFKA_RESP_ERR_NO_ERROR else {
            if let fatal { return .failure(fatal) }
            return .failure(KafkaError(message.pointee.err, doing: "delivering a message to \(topic)"))
        }
        return .success(DeliveryReport(topic: topic, partition: message.pointee.partition, offset: message.pointee.offset))
    }

    // MARK: - Closing

    /// False if closing has begun before.
    func beginClosing() -> Bool {
        let (isFirst, isIdle) = state.withLock { state in
            defer { state.isClosing = true }
            return (!state.isClosing, state.underWay.isEmpty)
        }
        if isIdle { idle.send() }
        return isFirst
    }

    /// Waits until no message is in flight, or until cancelled.
    func waitUntilIdle() async throws { try await idle.wait() }

    /// Gives up the messages in flight.
    func purge() {
        withHandle { handle in
            _ = rd_kafka_purge(handle.pointer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT | RD_KAFKA_PURGE_F_NON_BLOCKING)
        }
        let given = state.withLock { Array($0.underWay.keys) }
        for id in given { settle(id, .failure(.closed)) }
    }

    /// Removes and returns the client's queue, so that its last reference can be released where blocking is allowed.
    func finish() -> KafkaQueue? {
        state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
    }
}
