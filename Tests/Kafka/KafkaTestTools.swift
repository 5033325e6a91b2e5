import EventLoop
import Kafka

/// Runs `body` with two loops and ends them afterwards, whatever happens.
func withLoops<T: Sendable>(_ body: @Sendable (EventLoopGroup) async throws -> T) async throws -> T {
    let group = try EventLoopGroup(threads: 2)
    let result: Result<T, any Error>
    do { result = .success(try await body(group)) } catch { result = .failure(error) }
    await group.shutdown()
    return try result.get()
}

extension KafkaMessage {
    static func text(_ value: String, key: String = "key", to topic: String) -> KafkaMessage {
        KafkaMessage(topic: topic, key: Array(key.utf8), value: Array(value.utf8), headers: [KafkaHeader("kind", "text")])
    }
}

extension ConsumedRecord {
    var text: String { String(decoding: value ?? [], as: UTF8.self) }
}

/// A consumer that answers every change at once and hands records on.
struct PlainReader {
    let consumer: KafkaConsumer
    /// Where reading begins, other than where the group had come to.
    var starts: [TopicPartition: Int64] = [:]

    func read(_ count: Int) async throws -> [ConsumedRecord] {
        var records: [ConsumedRecord] = []
        while records.count < count {
            switch try await consumer.next(maximum: count - records.count) {
            case .records(let some): records += some
            case .assigned(let change), .revoked(let change), .lost(let change): try consumer.answer(change, from: starts)
            }
        }
        return records
    }
}
