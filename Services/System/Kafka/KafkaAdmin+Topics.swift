internal import CLibrdkafka
internal import EventLoop

extension KafkaAdmin {
    /// Creates the topics that do not exist, and leaves existing ones unchanged. It returns when the topics are visible:
    /// brokers learn of a new topic later, and answer until then that it does not exist. One call at a time.
    ///
    /// - Returns: the names of the topics that were created.
    public func createTopics(_ topics: [TopicSpecification]) async throws(KafkaError) -> [String] {
        let existing = try await metadata().topics
        return try await carryOut(.creation, of: topics.filter { existing[$0.name] == nil })
    }

    /// Adds partitions to existing topics that have fewer than specified, and returns when they are visible. Records keep their
    /// places; the keys of later ones are spread over all partitions anew. One call at a time.
    ///
    /// - Returns: the names of the topics that have more partitions now.
    public func addPartitions(to topics: [TopicSpecification]) async throws(KafkaError) -> [String] {
        let existing = try await metadata().topics
        return try await carryOut(.growth, of: topics.filter { existing[$0.name, default: .max] < $0.partitions })
    }

    private func carryOut(_ change: TopicChange, of topics: [TopicSpecification]) async throws(KafkaError) -> [String] {
        guard !topics.isEmpty else { return [] }
        let queue = try openQueue()
        try change.request(topics, within: limit, answerTo: queue)
        let changed = try await answer(to: change, from: queue)
        try await waitUntilSeen(topics, change)
        return changed
    }

    private func waitUntilSeen(_ topics: [TopicSpecification], _ change: TopicChange) async throws(KafkaError) {
        do {
            try await withDeadline(limit, on: loop) { [self] in
                while true {
                    let seen = try await metadata().topics
                    if topics.allSatisfy({ seen[$0.name, default: 0] >= change.least(of: $0) }) { return }
                    try await loop.sleep(for: .milliseconds(50))
                }
            }
        } catch let error as KafkaError {
            throw error
        } catch {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "waiting for the topics that were changed")
        }
    }

    private func answer(to change: TopicChange, from queue: KafkaQueue) async throws(KafkaError) -> [String] {
        do {
            return try await withDeadline(limit + .seconds(1), on: loop) { [logger] in
                while true {
                    while let event = queue.poll() {
                        defer { rd_kafka_event_destroy(event) }
                        switch rd_kafka_event_type(event) {
                        case RD_KAFKA_EVENT_LOG: KafkaHandle.log(event, to: logger)
                        case change.answer: return try change.names(in: event)
                        default: break
                        }
                    }
                    try await queue.wait()
                }
            }
        } catch let error as KafkaError {
            throw error
        } catch {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: change.action)
        }
    }
}
