internal import CLibrdkafka

extension KafkaHandle {
    /// Blocks for at most `milliseconds`.
    func metadata(within milliseconds: CInt) throws(KafkaError) -> ClusterMetadata {
        var list: UnsafePointer<rd_kafka_metadata>?
        let error = rd_kafka_metadata(pointer, 1, nil, &list, milliseconds)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR, let list else { throw KafkaError(error, doing: "reading metadata") }
        defer { rd_kafka_metadata_destroy(list) }
        let brokers = UnsafeBufferPointer(start: list.pointee.brokers, count: Int(list.pointee.broker_cnt))
        let topics = UnsafeBufferPointer(start: list.pointee.topics, count: Int(list.pointee.topic_cnt))
        // One that has lost all of its leaders may be named by this error, and is there.
        let known = topics.filter { [RD_KAFKA_RESP_ERR_NO_ERROR, RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE].contains($0.err) }
        let leaderless = known.map { topic in
            let partitions = UnsafeBufferPointer(start: topic.partitions, count: Int(topic.partition_cnt))
            return (String(cString: topic.topic), partitions.count { $0.leader < 0 })
        }
        return ClusterMetadata(
            clusterID: clusterID, brokers: brokers.map { "\(String(cString: $0.host)):\($0.port)" },
            topics: Dictionary(
                known.map { (String(cString: $0.topic), Int($0.partition_cnt)) }, uniquingKeysWith: { $1 }),
            leaderless: Dictionary(leaderless.filter { $0.1 > 0 }, uniquingKeysWith: { $1 }))
    }
}
