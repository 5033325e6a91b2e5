package import Kafka
import Shared

/// The start of reading in each partition, and the end of each partition with existing records.
package struct TopicPlan: Sendable {
    package private(set) var starts: [TopicPartition: Int64] = [:]
    /// The offset after the last record of each.
    package private(set) var ends: [TopicPartition: Int64] = [:]
    /// Topics that do not exist.
    package private(set) var missing: [String] = []
    /// Why the brokers did not look up a time: everything is read then, and filtered.
    package private(set) var untimed: KafkaError?

    /// With `partition`, only this one.
    package init(
        of topics: [String], from start: TailStart, partition: Int32? = nil, asking admin: KafkaAdmin
    ) async throws(KafkaError) {
        let cluster = try await admin.metadata()
        missing = topics.filter { cluster.topics[$0] == nil }
        let partitions = cluster.partitions(of: topics.filter { cluster.topics[$0] != nil }).filter { one in
            if let partition, partition != one.partition { return false }
            if case .places(let places) = start { return places[one.partition] != nil }
            return true
        }
        var times: [TopicPartition: Int64] = [:]
        if case .time(let time) = start {
            do throws(KafkaError) {
                times = try await admin.offsets(of: partitions, since: time.millisecondsSinceEpoch)
            } catch {
                guard error.code == .unsupported else { throw error }
                untimed = error
            }
        }
        for (partition, marks) in try await admin.watermarks(of: partitions) {
            let first = start.offset(of: partition.partition, between: marks, atTime: times[partition])
            starts[partition] = first
            if first < marks.high { ends[partition] = marks.high }
        }
    }

    /// A single record; nil if there is none at that offset.
    package init?(of place: TopicPartition, at offset: Int64, between marks: Watermarks?) {
        guard let marks, marks.low <= offset, offset < marks.high else { return nil }
        (starts, ends) = ([place: offset], [place: offset + 1])
    }
}
