internal import CLibrdkafka
internal import Glibc

/// A record in the client's memory, valid for the time of a call. Only the requested parts are copied.
public struct RecordView: ~Copyable {
    public let topicPartition: TopicPartition
    private let pointer: UnsafePointer<rd_kafka_message_t>

    init(_ pointer: UnsafePointer<rd_kafka_message_t>, of place: TopicPartition) {
        self.pointer = pointer
        topicPartition = place
    }

    public var offset: Int64 { pointer.pointee.offset }

    /// Adds the value's bytes; nothing for a tombstone.
    public func appendValue(to bytes: inout [UInt8]) {
        guard let payload = pointer.pointee.payload else { return }
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: payload, count: pointer.pointee.len))
    }

    /// A copy of the whole record, to keep.
    public func copy() -> ConsumedRecord {
        let message = pointer.pointee
        var kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE
        let time = rd_kafka_message_timestamp(pointer, &kind)
        return ConsumedRecord(
            topicPartition: topicPartition, offset: message.offset,
            timestamp: kind == RD_KAFKA_TIMESTAMP_NOT_AVAILABLE ? nil : time,
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

/// The partitions of consecutive messages. Most messages have the same one, whose name is then not read again.
struct RecordPlaces {
    private var last: TopicPartition?

    /// - Throws: The error that librdkafka reports in place of a message.
    mutating func place(of pointer: UnsafePointer<rd_kafka_message_t>) throws(KafkaError) -> TopicPartition {
        let message = pointer.pointee
        guard message.err == RD_KAFKA_RESP_ERR_NO_ERROR, let topic = message.rkt, let name = rd_kafka_topic_name(topic) else {
            throw KafkaError(message.err, doing: "fetching")
        }
        if let last, last.partition == message.partition, last.topic.withCString({ strcmp($0, name) }) == 0 { return last }
        let place = TopicPartition(topic: String(cString: name), partition: message.partition)
        last = place
        return place
    }
}
