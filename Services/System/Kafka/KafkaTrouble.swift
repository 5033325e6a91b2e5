internal import CLibrdkafka

/// What the library says of a connection that broke or did not come about. A question that no broker answered says only that; why
/// (a name that nobody knows, a refused connection, a wrong password) is in these words alone.
struct KafkaTrouble: Sendable, Hashable {
    /// librdkafka's.
    let number: Int32
    let words: String

    /// Nil for what says nothing of why: that all brokers are down, say.
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
    /// The same with why: where no broker answered, and the library has said what kept it from that.
    func explained(by trouble: KafkaTrouble?) -> KafkaError {
        guard let trouble, code == .unreachable || code == .timedOut else { return self }
        let action = String(detail.prefix { $0 != ":" })
        return KafkaError(rd_kafka_resp_err_t(rawValue: trouble.number), doing: action, words: trouble.words)
    }
}
