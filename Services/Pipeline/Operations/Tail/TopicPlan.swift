package import Kafka
import Shared

/// Where reading begins in each partition, and where each ends that has something to be read now.
package struct TopicPlan: Sendable {
    package private(set) var starts: [TopicPartition: Int64] = [:]
    /// The offset after the last record of each.
    package private(set) var ends: [TopicPartition: Int64] = [:]
    /// Topics that are not there.
    package private(set) var missing: [String] = []
    /// Why the brokers did not look a time up: all is read then, and has to be looked at.
    package private(set) var untimed: KafkaError?

    /// `partition`: this one alone.
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

    /// One record; nil where there is none at that offset.
    package init?(of place: TopicPartition, at offset: Int64, between marks: Watermarks?) {
        guard let marks, marks.low <= offset, offset < marks.high else { return nil }
        (starts, ends) = ([place: offset], [place: offset + 1])
    }
}
