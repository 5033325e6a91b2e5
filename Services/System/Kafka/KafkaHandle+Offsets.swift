internal import CLibrdkafka

/// Questions about offsets. Each blocks for at most so many milliseconds.
extension KafkaHandle {
    /// Of the partitions that have one. The protocol's ListOffsets takes the first and the next offset for times, too.
    func offsets(
        of partitions: [TopicPartition], at moment: Int64, within milliseconds: CInt, doing action: String
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try PartitionList(partitions, offset: moment).withPointer { list in
            let error = rd_kafka_offsets_for_times(pointer, list, milliseconds)
            let errors = [error] + PartitionList.elements(of: list).map(\.err)
            if let error = errors.first(where: { $0 != RD_KAFKA_RESP_ERR_NO_ERROR }) {
                return Result<[TopicPartition: Int64], KafkaError>.failure(KafkaError(error, doing: action))
            }
            return .success(PartitionList.offsets(of: list))
        }.get()
    }

    /// Of this client's group; partitions without one are left out.
    func committedOffsets(
        of partitions: [TopicPartition], within milliseconds: CInt, doing action: String
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        try PartitionList(partitions).withPointer { list in
            let error = rd_kafka_committed(pointer, list, milliseconds)
            guard error == RD_KAFKA_RESP_ERR_NO_ERROR else {
                return Result<[TopicPartition: Int64], KafkaError>.failure(KafkaError(error, doing: action))
            }
            return .success(PartitionList.offsets(of: list))
        }.get()
    }

    /// Of any group, which this client is no member of.
    func committedOffsets(
        of group: String, partitions: [TopicPartition], within milliseconds: CInt
    ) throws(KafkaError) -> [TopicPartition: Int64] {
        let action = "reading the offsets of group \(group)"
        // A queue of its own: what else this client is told goes elsewhere.
        guard let queue = rd_kafka_queue_new(pointer) else { throw .closed }
        defer { rd_kafka_queue_destroy(queue) }
        let options = rd_kafka_AdminOptions_new(pointer, RD_KAFKA_ADMIN_OP_LISTCONSUMERGROUPOFFSETS)
        defer { rd_kafka_AdminOptions_destroy(options) }
        rd_kafka_AdminOptions_set_request_timeout(options, milliseconds, nil, 0)
        var request = PartitionList(partitions).withPointer { rd_kafka_ListConsumerGroupOffsets_new(group, $0) }
        defer { rd_kafka_ListConsumerGroupOffsets_destroy(request) }
        rd_kafka_ListConsumerGroupOffsets(pointer, &request, 1, options, queue)
        // The library keeps to the time itself; it is given a moment more to say so.
        guard let event = rd_kafka_queue_poll(queue, milliseconds &+ 500) else {
            throw KafkaError(RD_KAFKA_RESP_ERR__TIMED_OUT, doing: action)
        }
        defer { rd_kafka_event_destroy(event) }
        let error = rd_kafka_event_error(event)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR else { throw KafkaError(error, doing: action) }
        var count = 0
        guard
            let groups = rd_kafka_ListConsumerGroupOffsets_result_groups(
                rd_kafka_event_ListConsumerGroupOffsets_result(event), &count), count > 0, let found = groups[0]
        else { return [:] }
        if let fault = rd_kafka_group_result_error(found) { throw KafkaError(rd_kafka_error_code(fault), doing: action) }
        let list = UnsafeMutablePointer(mutating: rd_kafka_group_result_partitions(found))
        if let error = PartitionList.elements(of: list).map(\.err).first(where: { $0 != RD_KAFKA_RESP_ERR_NO_ERROR }) {
            throw KafkaError(error, doing: action)
        }
        return PartitionList.offsets(of: list)
    }

    /// Of the partitions that have both.
    static func watermarks(
        from low: [TopicPartition: Int64], to high: [TopicPartition: Int64]
    ) -> [TopicPartition: Watermarks] {
        low.reduce(into: [:]) { marks, first in
            marks[first.key] = high[first.key].map { Watermarks(low: first.value, high: $0) }
        }
    }
}
