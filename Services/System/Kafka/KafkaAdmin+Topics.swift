internal import CLibrdkafka
internal import EventLoop

extension KafkaAdmin {
    /// Creates the topics that do not exist, and leaves existing ones unchanged. It returns when the topics are visible:
    /// brokers learn of a new topic later, and answer until then that it does not exist. One call at a time.
    ///
    /// - Returns: the names of the topics that were created.
    public func createTopics(_ topics: [TopicSpecification]) async throws(KafkaError) -> [String] {
        let existing = try await metadata().topics
        let missing = topics.filter { existing[$0.name] == nil }
        guard !missing.isEmpty else { return [] }
        let queue = try openQueue()
        try request(missing, answerTo: queue)
        let made = try await answer(from: queue)
        try await waitUntilSeen(missing)
        return made
    }

    private func waitUntilSeen(_ topics: [TopicSpecification]) async throws(KafkaError) {
        do {
            try await withDeadline(limit, on: loop) { [self] in
                while true {
                    let seen = try await metadata().topics
                    if topics.allSatisfy({ seen[$0.name, default: 0] > 0 }) { return }
                    try await loop.sleep(for: .milliseconds(50))
                }
            }
        } catch let error as KafkaError {
            throw error
        } catch {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: "waiting for the topics that were made")
        }
    }

    private func answer(from queue: KafkaQueue) async throws(KafkaError) -> [String] {
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
