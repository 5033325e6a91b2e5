internal import CLibrdkafka

extension ConsumedRecord {
    /// Copies what librdkafka hands out; its message may be destroyed afterwards. What it reports in place of a message is
    /// thrown.
    init(_ pointer: UnsafePointer<rd_kafka_message_t>) throws(KafkaError) {
        let message = pointer.pointee
        guard message.err == RD_KAFKA_RESP_ERR_NO_ERROR, let topic = message.rkt else {
            throw KafkaError(message.err, doing: "fetching")
        }
        var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        let time = rd_kafka_message_timestamp(pointer, &kind)
        self.init(
            topicPartition: TopicPartition(topic: String(cString: rd_kafka_topic_name(topic)), partition: message.partition),
            offset: message.offset, timestamp: kind == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE ? nil : time,
            key: Self.bytes(message.key, message.key_len), value: Self.bytes(message.payload, message.len),
            headers: Self.headers(of: pointer))
    }

    private static func bytes(_ pointer: UnsafeRawPointer?, _ count: Int) -> [UInt8]? {
        pointer.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    private static func headers(of message: UnsafePointer<rd_kafka_message_t>) -> [KafkaHeader] {
        var list: OpaquePointer?
        guard rd_kafka_message_headers(message, &list) == RD_KAFKA_RESP_ERR_NO_ERROR else { return [] }
        var headers: [KafkaHeader] = []
        var name: UnsafePointer<CChar>?
        var value: UnsafeRawPointer?
        var size = 0
        while rd_kafka_header_get_all(list, headers.count, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR, let name {
            headers.append(KafkaHeader(String(cString: name), bytes(value, size) ?? []))
        }
        return headers
    }
}
