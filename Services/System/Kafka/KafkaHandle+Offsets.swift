internal import CLibrdkafka

/// Requests for offsets. Each blocks for at most `milliseconds`.
extension KafkaHandle {
    /// The offsets of the partitions that have one. In the protocol's ListOffsets special times stand for the first and
    /// the next offset.
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

    /// The committed offsets of this client's group; partitions without one are left out.
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

    /// The watermarks of the partitions with both offsets.
    static func watermarks(
        from low: [TopicPartition: Int64], to high: [TopicPartition: Int64]
    ) -> [TopicPartition: Watermarks] {
        low.reduce(into: [:]) { marks, first in
            marks[first.key] = high[first.key].map { Watermarks(low: first.value, high: $0) }
        }
    }
}
