internal import CLibrdkafka
internal import Telemetry

/// Owns one librdkafka client. Releasing the last reference ends the client, which can block: give the last reference to
/// the pool of blocking threads.
///
/// `@unchecked Sendable`: librdkafka's functions may be called from any thread, and the pointer never changes.
final class KafkaHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let isConsumer: Bool

    init(
        _ kind: rd_kafka_type_t, _ properties: [String: String], events: Int32
    ) throws(KafkaError) {
        let words = UnsafeMutablePointer<CChar>.allocate(capacity: Self.wordsSize)
        words.initialize(repeating: 0, count: Self.wordsSize)
        defer { words.deallocate() }
        guard let configuration = rd_kafka_conf_new() else {
            throw KafkaError(RD_KAFKA_RESP_ERR__INVALID_ARG, doing: "configuring a client")
        }
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
            let answer = rd_kafka_conf_set(configuration, name, value, words, Self.wordsSize)
            guard answer == RD_KAFKA_CONF_OK else {
                rd_kafka_conf_destroy(configuration)
                // The library's words repeat the value, which may be a secret.
                let problem = answer == RD_KAFKA_CONF_UNKNOWN ? "is not a property of librdkafka" : "does not take that value"
                throw KafkaError(
                    code: .configuration, isRetriable: false, description: "the Kafka property \(name) \(problem)")
            }
        }
        rd_kafka_conf_set_events(configuration, events)
        Self.allowLateTimers(configuration)
        // On success the client owns the configuration.
        guard let pointer = rd_kafka_new(kind, configuration, words, Self.wordsSize) else {
            rd_kafka_conf_destroy(configuration)
            throw KafkaError(
                code: .configuration, isRetriable: false, description: "the Kafka client cannot be made",
                detail: String(cString: words))
        }
        self.pointer = pointer
        isConsumer = kind == RD_KAFKA_CONSUMER
    }

    deinit {
        // A consumer that was not closed in good order just goes; its group finds out by the session's time-out.
        rd_kafka_destroy_flags(pointer, isConsumer ? RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE : 0)
    }

    /// Why the client has to be replaced; nil if it need not be.
    var fatalError: KafkaError? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.wordsSize) { words in
            words.initialize(repeating: 0)
            let error = rd_kafka_fatal_error(pointer, words.baseAddress, words.count)
            guard error != RD_KAFKA_RESP_ERR_NO_ERROR else { return nil }
            let text = words.baseAddress.map { String(cString: $0) }
            return KafkaError(error, doing: "working", isFatal: true, words: text)
        }
    }

    /// The id of the cluster that last answered; nil before the first answer.
    var clusterID: String? {
        guard let text = rd_kafka_clusterid(pointer, 0) else { return nil }
        defer { rd_kafka_mem_free(pointer, text) }
        return String(cString: text)
    }

    private static let wordsSize = 512
}

extension KafkaHandle {
    /// The last message of the library about its connections since the previous call; nil if there was none. For a client
    /// whose main queue nobody else reads.
    func takeTrouble() -> KafkaTrouble? {
        guard let main = rd_kafka_queue_get_main(pointer) else { return nil }
        defer { rd_kafka_queue_destroy(main) }
        var last: KafkaTrouble?
        while let event = rd_kafka_queue_poll(main, 0) {
            defer { rd_kafka_event_destroy(event) }
            if rd_kafka_event_type(event) == RD_KAFKA_EVENT_ERROR { last = KafkaTrouble(event) ?? last }
        }
        return last
    }
}

extension KafkaHandle {
    /// Logs a log event of the library.
    static func log(_ event: OpaquePointer, to logger: Logger) {
        var facility: UnsafePointer<CChar>?
        var words: UnsafePointer<CChar>?
        var level: CInt = 0
        guard rd_kafka_event_log(event, &facility, &words, &level) == 0, let words else { return }
        // Levels are syslog's. What the library reports of connections is told once by whoever uses the client, with what it
        // means; here it is only of use when looking closer.
        let fields: [String: LogValue] = [
            "facility": .string(facility.map { String(cString: $0) } ?? ""), "words": .string(String(cString: words)),
        ]
        // Records were lost, or will be read again: nothing that may pass in silence.
        if fields["facility"] == .string("OFFSET"), level <= 4 {
            return logger.error("a group's position does not exist any more, and was reset", fields)
        }
        switch level {
        case ..<3: logger.error("librdkafka reports", fields)
        case 3...4: logger.debug("librdkafka reports", fields)
        default: logger.trace("librdkafka reports", fields)
        }
    }
}
