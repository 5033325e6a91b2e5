internal import CLibrdkafka
internal import EventLoop
import Synchronization

/// The group's positions according to the brokers, rather than to the fetched records.
extension KafkaConsumer {
    private static let limit = Duration.seconds(5)

    public func places(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: PartitionPlace]? {
        guard !partitions.isEmpty else { return [:] }
        let committed = try await committedOffsets(of: partitions)
        let low = try await offsets(of: partitions, at: Int64(RD_KAFKA_OFFSET_BEGINNING))
        let high = try await offsets(of: partitions, at: Int64(RD_KAFKA_OFFSET_END))
        return KafkaHandle.watermarks(from: low, to: high).reduce(into: [:]) { places, marks in
            places[marks.key] = PartitionPlace(committed: committed[marks.key], marks: marks.value)
        }
    }

    /// Has the partitions' leaders answer something, after the coordinator did.
    func askLeaders(of partitions: [TopicPartition]) async throws(KafkaError) {
        _ = try await committedOffsets(of: partitions)
        _ = try await offsets(of: partitions, at: Int64(RD_KAFKA_OFFSET_END))
    }

    private func committedOffsets(of partitions: [TopicPartition]) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await ask { handle, milliseconds throws(KafkaError) in
            try handle.committedOffsets(of: partitions, within: milliseconds, doing: "reading the group's offsets")
        }
    }

    private func offsets(
        of partitions: [TopicPartition], at moment: Int64
    ) async throws(KafkaError) -> [TopicPartition: Int64] {
        try await ask { handle, milliseconds throws(KafkaError) in
            try handle.offsets(of: partitions, at: moment, within: milliseconds, doing: "reading the ends of partitions")
        }
    }

    /// The pool's thread takes the client and releases it there: a loop must not hold the last reference.
    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (KafkaHandle, _ milliseconds: CInt) throws(KafkaError) -> Answer
    ) async throws(KafkaError) -> Answer {
        try await QuestionTurns.ask(within: Self.limit) { milliseconds throws(KafkaError) in
            do {
                return try await blocking.run { [self] () throws(KafkaError) in
                    guard let handle = state.withLock({ $0.queue })?.handle else { throw .closed }
                    return try question(handle, milliseconds)
                }
            } catch let error as KafkaError {
                throw error
            } catch {
                throw .cancelled
            }
        }
    }
}
