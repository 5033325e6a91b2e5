internal import CLibrdkafka

/// librdkafka's list of partitions, freed with this value.
struct PartitionList: ~Copyable {
    private let pointer: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>

    /// Without an offset they have librdkafka's default.
    init(_ partitions: [TopicPartition], offset: Int64? = nil) {
        pointer = rd_kafka_topic_partition_list_new(CInt(clamping: partitions.count))
        for partition in partitions {
            let element = rd_kafka_topic_partition_list_add(pointer, partition.topic, partition.partition)
            if let offset { element?.pointee.offset = offset }
        }
    }

    init(_ offsets: [TopicPartition: Int64]) {
        pointer = rd_kafka_topic_partition_list_new(CInt(clamping: offsets.count))
        for (partition, offset) in offsets {
            rd_kafka_topic_partition_list_add(pointer, partition.topic, partition.partition)?.pointee.offset = offset
        }
    }

    deinit { rd_kafka_topic_partition_list_destroy(pointer) }

    borrowing func withPointer<T>(_ body: (UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) -> T) -> T { body(pointer) }

    static func partitions(of list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) -> [TopicPartition] {
        elements(of: list).map { TopicPartition(topic: String(cString: $0.topic), partition: $0.partition) }
    }

    /// The offsets of the partitions that have one.
    static func offsets(of list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?) -> [TopicPartition: Int64] {
        Dictionary(
            elements(of: list).filter { $0.offset >= 0 }.map {
                (TopicPartition(topic: String(cString: $0.topic), partition: $0.partition), $0.offset)
            }, uniquingKeysWith: { $1 })
    }

    static func elements(
        of list: UnsafeMutablePointer<rd_kafka_topic_partition_list_t>?
    ) -> [rd_kafka_topic_partition_t] {
        guard let list else { return [] }
        return Array(UnsafeBufferPointer(start: list.pointee.elems, count: Int(list.pointee.cnt)))
    }
}
