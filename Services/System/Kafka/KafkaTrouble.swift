internal import CLibrdkafka

/// The library's message about a connection that broke or could not be made. It alone holds the reason (an unknown name,
/// a refused connection, a wrong password): a request without an answer only says that no broker answered.
struct KafkaTrouble: Sendable, Hashable {
    /// The number of librdkafka's error.
    let number: Int32
    let words: String

    /// Nil for an event without a reason, such as that all brokers are down.
    init?(_ event: OpaquePointer) {
        self.init(
            error: rd_kafka_event_error(event), words: rd_kafka_event_error_string(event).map { String(cString: $0) } ?? "")
    }

    init?(error: rd_kafka_resp_err_t, words: String) {
        let telling = [
            RD_KAFKA_RESP_ERR__TRANSPORT, RD_KAFKA_RESP_ERR__RESOLVE, RD_KAFKA_RESP_ERR__AUTHENTICATION, RD_KAFKA_RESP_ERR__SSL,
            RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED, RD_KAFKA_RESP_ERR__TIMED_OUT,
        ]
        guard telling.contains(error), !words.isEmpty else { return nil }
        (self.number, self.words) = (error.rawValue, words)
    }
}

extension KafkaError {
    /// The same error with the reason, if no broker answered and the library has reported one.
    func explained(by trouble: KafkaTrouble?) -> KafkaError {
        guard let trouble, code == .unreachable || code == .timedOut else { return self }
        let action = String(detail.prefix { $0 != ":" })
        return KafkaError(rd_kafka_resp_err_t(rawValue: trouble.number), doing: action, words: trouble.words)
    }
}
