internal import CLibrdkafka

/// What a cluster's controller is asked to do with topics, and what its answer says.
enum TopicChange {
    case creation
    /// More partitions for topics that exist.
    case growth

    var action: String { self == .creation ? "creating topics" : "adding partitions to topics" }

    /// The event that carries the answer.
    var answer: rd_kafka_event_type_t {
        self == .creation ? RD_KAFKA_EVENT_CREATETOPICS_RESULT : RD_KAFKA_EVENT_CREATEPARTITIONS_RESULT
    }

    /// How many partitions are seen once the change is. A topic that somebody else made meanwhile may have fewer than specified.
    func least(of topic: TopicSpecification) -> Int { self == .creation ? 1 : topic.partitions }

    // MARK: - Asking

    func request(_ topics: [TopicSpecification], within limit: Duration, answerTo queue: KafkaQueue) throws(KafkaError) {
        var parts: [OpaquePointer?] = []
        defer { for part in parts { destroy(part) } }
        for topic in topics {
            guard let part = describe(topic) else {
                throw KafkaError(
                    code: .configuration, isRetriable: false, description: "the Kafka topic \(topic.name) cannot be described",
                    detail: "\(topic.partitions) partitions, replication \(topic.replication ?? -1)")
            }
            parts.append(part)
        }
        let client = queue.handle.pointer
        let operation = self == .creation ? RD_KAFKA_ADMIN_OP_CREATETOPICS : RD_KAFKA_ADMIN_OP_CREATEPARTITIONS
        let options = rd_kafka_AdminOptions_new(client, operation)
        defer { rd_kafka_AdminOptions_destroy(options) }
        rd_kafka_AdminOptions_set_request_timeout(options, CInt(clamping: limit.milliseconds), nil, 0)
        queue.withPointer {
            switch self {
            case .creation: rd_kafka_CreateTopics(client, &parts, parts.count, options, $0)
            case .growth: rd_kafka_CreatePartitions(client, &parts, parts.count, options, $0)
            }
        }
    }

    private func describe(_ topic: TopicSpecification) -> OpaquePointer? {
        let partitions = CInt(clamping: topic.partitions)
        return topic.name.withCString { name in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
                switch self {
                case .creation:
                    rd_kafka_NewTopic_new(
                        name, partitions, CInt(clamping: topic.replication ?? -1), words.baseAddress, words.count)
                case .growth:
                    rd_kafka_NewPartitions_new(name, max(0, Int(partitions)), words.baseAddress, words.count)
                }
            }
        }
    }

    private func destroy(_ part: OpaquePointer?) {
        switch self {
        case .creation: rd_kafka_NewTopic_destroy(part)
        case .growth: rd_kafka_NewPartitions_destroy(part)
        }
    }

    // MARK: - The answer

    /// The names of the topics that were changed.
    func names(in event: OpaquePointer) throws(KafkaError) -> [String] {
        let whole = rd_kafka_event_error(event)
        guard whole == RD_KAFKA_RESP_ERR_NO_ERROR else {
            let words = rd_kafka_event_error_string(event).map { String(cString: $0) }
            throw KafkaError(whole, doing: action, words: words)
        }
        var changed: [String] = []
        for result in results(in: event) {
            let error = rd_kafka_topic_result_error(result)
            let name = rd_kafka_topic_result_name(result).map { String(cString: $0) } ?? ""
            switch error {
            case RD_KAFKA_RESP_ERR_NO_ERROR: changed.append(name)
            // Somebody else did it meanwhile. A broker that was asked for its topics may not have heard of it yet.
            case RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS where self == .creation: continue
            case RD_KAFKA_RESP_ERR_INVALID_PARTITIONS where self == .growth: continue
            case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
                throw refusal(of: name, error)
            default:
                let words = rd_kafka_topic_result_error_string(result).map { String(cString: $0) }
                throw KafkaError(error, doing: "\(action): \(name)", words: words)
            }
        }
        return changed
    }

    private func results(in event: OpaquePointer) -> UnsafeBufferPointer<OpaquePointer?> {
        var count = 0
        let start =
            switch self {
            case .creation: rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event), &count)
            case .growth: rd_kafka_CreatePartitions_result_topics(rd_kafka_event_CreatePartitions_result(event), &count)
            }
        return UnsafeBufferPointer(start: start, count: count)
    }

    private func refusal(of name: String, _ error: rd_kafka_resp_err_t) -> KafkaError {
        let words =
            self == .creation
            ? "create the topic \(name): create it by hand, or grant CREATE"
            : "add partitions to the topic \(name): add them by hand, or grant ALTER"
        return KafkaError(
            code: .authorization, number: error.rawValue, isRetriable: false,
            description: "Kafka does not allow this user to \(words)", detail: String(cString: rd_kafka_err2str(error)))
    }
}
