internal import CLibrdkafka
import EventLoop
import Synchronization

/// Assignment of partitions, and positions in them.
extension KafkaConsumer {
    func rebalance(_ event: OpaquePointer, of handle: KafkaHandle) -> ConsumerEvent? {
        let isAssignment = rd_kafka_event_error(event) == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS
        let isLost = !isAssignment && rd_kafka_assignment_lost(handle.pointer) != 0
        let partitions = PartitionList.partitions(of: rd_kafka_event_topic_partition_list(event))
        let number = state.withLock { state in
            defer { state.nextRebalance += 1 }
            state.unanswered[state.nextRebalance] = isAssignment
            return state.nextRebalance
        }
        let change = Rebalance(partitions: partitions, number: number)
        return isAssignment ? .assigned(change) : isLost ? .lost(change) : .revoked(change)
    }

    public func answer(_ rebalance: Rebalance) async throws(KafkaError) { try answer(rebalance, from: [:]) }

    /// Carries the change out. Newly assigned partitions that are named in `starts` are read from that offset on,
    /// whatever the group's position.
    public func answer(_ rebalance: Rebalance, from starts: [TopicPartition: Int64]) throws(KafkaError) {
        let (queue, isAssignment) = state.withLock {
            ($0.queue, $0.unanswered.removeValue(forKey: rebalance.number))
        }
        guard let queue, let isAssignment else { return }
        // Assigning nothing commits what was stored, unless the partitions are lost.
        let error =
            isAssignment
            ? PartitionList(
                Dictionary(
                    rebalance.partitions.map { ($0, starts[$0] ?? Int64(RD_KAFKA_OFFSET_INVALID)) },
                    uniquingKeysWith: { first, _ in first })
            ).withPointer { rd_kafka_assign(queue.handle.pointer, $0) }
            : rd_kafka_assign(queue.handle.pointer, nil)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR else { throw KafkaError(error, doing: "answering a rebalance") }
    }

    public func storeOffset(_ partition: TopicPartition, next offset: Int64) throws(KafkaError) -> Bool {
        guard let queue = state.withLock({ $0.isClusterReplaced ? nil : $0.queue }) else { return false }
        // Who has a lost partition now may have come further.
        guard rd_kafka_assignment_lost(queue.handle.pointer) == 0 else { return false }
        let error = PartitionList([partition], offset: offset)
            .withPointer { rd_kafka_offsets_store(queue.handle.pointer, $0) }
        switch error {
        case RD_KAFKA_RESP_ERR_NO_ERROR: return true
        // For one partition the list's error is the partition's; `_STATE` is what a partition answers that was given up.
        case RD_KAFKA_RESP_ERR__STATE, RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION: return false
        default: throw KafkaError(error, doing: "storing an offset of \(partition)")
        }
    }

    public func pause(_ partitions: [TopicPartition]) throws(KafkaError) {
        try change(partitions, doing: "pausing partitions") { rd_kafka_pause_partitions($0, $1) }
    }

    public func resume(_ partitions: [TopicPartition]) throws(KafkaError) {
        try change(partitions, doing: "resuming partitions") { rd_kafka_resume_partitions($0, $1) }
        wakeFetching(of: partitions)
    }

    /// A thread of librdkafka 2.0.2 that had nothing to fetch sleeps for up to a second, and resuming does not wake it: a
    /// question to its broker does. The coordinator is asked before, by way of the thread that resumes.
    private func wakeFetching(of partitions: [TopicPartition]) {
        guard !partitions.isEmpty else { return }
        state.withLock { state in
            guard state.queue != nil else { return }
            defer { state.toWake = (state.toWake ?? []).union(partitions) }
            guard state.toWake == nil else { return }
            state.waking = loop.spawn { [self] in
                while !Task.isCancelled, let partitions = nextToWake() { try? await askLeaders(of: partitions) }
            }
        }
    }

    private func nextToWake() -> [TopicPartition]? {
        state.withLock { state in
            let next = state.toWake ?? []
            state.toWake = next.isEmpty ? nil : []
            return next.isEmpty ? nil : Array(next)
        }
    }

    private func change(
        _ partitions: [TopicPartition], doing action: String,
        _ body: (OpaquePointer, UnsafeMutablePointer<rd_kafka_topic_partition_list_t>) -> rd_kafka_resp_err_t
    ) throws(KafkaError) {
        guard !partitions.isEmpty, let queue = state.withLock({ $0.queue }) else { return }
        let error = PartitionList(partitions).withPointer { body(queue.handle.pointer, $0) }
        // A partition that has gone meanwhile needs neither.
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR || error == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION else {
            throw KafkaError(error, doing: action)
        }
    }

    /// The number of records between `offset` and the end of the partition, as far as the client knows; nil if it does
    /// not know.
    public func lag(of partition: TopicPartition, next offset: Int64) -> Int64? {
        guard let queue = state.withLock({ $0.queue }) else { return nil }
        var low: Int64 = 0
        var high: Int64 = 0
        let error = rd_kafka_get_watermark_offsets(queue.handle.pointer, partition.topic, partition.partition, &low, &high)
        guard error == RD_KAFKA_RESP_ERR_NO_ERROR, high >= 0 else { return nil }
        return max(0, high - max(offset, low))
    }
}
