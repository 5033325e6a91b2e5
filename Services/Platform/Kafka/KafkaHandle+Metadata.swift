internal import CLibrdkafka

extension KafkaHandle {
    /// Blocks for at most so many milliseconds.
    func metadata(within milliseconds: CInt) throws(KafkaError) -> ClusterMetadata {
        var list: UnsafePointer<rd_kafka_metadata>?
        let error = rd_kafka_metadata(pointer, 1, nil, &list, milliseconds)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR, let list else { throw KafkaError(error, doing: "reading metadata") }
        defer { rd_kafka_metadata_destroy(list) }
        let brokers = UnsafeBufferPointer(start: list.pointee.brokers, count: Int(list.pointee.broker_cnt))
        let topics = UnsafeBufferPointer(start: list.pointee.topics, count: Int(list.pointee.topic_cnt))
        return ClusterMetadata(
            clusterID: clusterID, brokers: brokers.map { "\(String(cString: $0.host)):\($0.port)" },
            topics: Dictionary(
                topics.filter { $0.err == RD_KAFKA_RESP_ERR_NO_ERROR }.map {
                    (String(cString: $0.topic), Int($0.partition_cnt))
                }, uniquingKeysWith: { $1 }))
    }
}
