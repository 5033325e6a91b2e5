internal import CLibrdkafka

extension KafkaHandle {
    /// Copies the message into the producer's queue. Nil means that it was accepted and that a report will follow.
    func enqueue(_ message: KafkaMessage, id: UInt) -> rd_kafka_resp_err_t? {
        let headers = message.headers.isEmpty ? nil : rd_kafka_headers_new(message.headers.count)
        for header in message.headers {
            header.value.withUnsafeBytes { value in
                // The name's length of -1 means that it ends with a zero.
                _ = rd_kafka_header_add(headers, header.name, -1, value.baseAddress, value.count)
            }
        }
        let error: OpaquePointer? = message.topic.withCString { topic in
            message.key.withUnsafeBytes { key in
                message.value.withUnsafeBytes { value in
                    var fields = [rd_kafka_vu_t](repeating: rd_kafka_vu_t(), count: headers == nil ? 5 : 6)
                    fields[0].vtype = RD_KAFKA_VTYPE_TOPIC
                    fields[0].u.cstr = topic
                    fields[1].vtype = RD_KAFKA_VTYPE_KEY
                    fields[1].u.mem.ptr = UnsafeMutableRawPointer(mutating: key.baseAddress)
                    fields[1].u.mem.size = key.count
                    fields[2].vtype = RD_KAFKA_VTYPE_VALUE
                    fields[2].u.mem.ptr = UnsafeMutableRawPointer(mutating: value.baseAddress)
                    fields[2].u.mem.size = value.count
                    fields[3].vtype = RD_KAFKA_VTYPE_MSGFLAGS
                    fields[3].u.i = RD_KAFKA_MSG_F_COPY
                    fields[4].vtype = RD_KAFKA_VTYPE_OPAQUE
                    // A number, never followed as a pointer.
                    fields[4].u.ptr = UnsafeMutableRawPointer(bitPattern: id)
                    if let headers {
                        fields[5].vtype = RD_KAFKA_VTYPE_HEADERS
                        fields[5].u.headers = headers
                    }
                    return rd_kafka_produceva(pointer, fields, fields.count)
                }
            }
        }
        guard let error else { return nil }
        // The headers stay ours when the message is not taken.
        if let headers { rd_kafka_headers_destroy(headers) }
        defer { rd_kafka_error_destroy(error) }
        return rd_kafka_error_code(error)
    }
}
