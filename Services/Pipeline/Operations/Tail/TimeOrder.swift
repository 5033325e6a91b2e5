package import Kafka
import Shared

/// Puts records of several partitions into the order of their times, as they come. Pure.
///
/// Each partition is nearly in order in itself. So the earliest record that is here is the next one as soon as of every partition
/// that is still to be read some are here, or its end has come. What is nearer to its partition's end than it should be by its time,
/// since it was published late (after a broker was away, or emitted again), comes late.
package struct TimeOrder {
    /// So many records of a partition, or so many bytes, are enough to know what comes next.
    private static let enough = (records: 64, bytes: 256 << 10)
    /// With so much of a partition here, it is not read on until some of it has gone.
    private static let most = (records: 1_000, bytes: 4 << 20)

    private struct Lane {
        /// The offset after the last one that has to be read; nil once it was.
        var end: Int64?
        var records = 0
        var bytes = 0
        var isPaused = false

        var lacks: Bool { end != nil && records < TimeOrder.enough.records && bytes < TimeOrder.enough.bytes }
        var isFull: Bool { records >= TimeOrder.most.records || bytes >= TimeOrder.most.bytes }
        var isRoomy: Bool { records <= TimeOrder.enough.records * 2 && bytes <= TimeOrder.enough.bytes * 2 }
    }

    private struct Entry {
        let time: Int64
        /// By which what has the same time keeps its order.
        let number: Int
        let record: ConsumedRecord

        static func < (left: Entry, right: Entry) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    private var lanes: [TopicPartition: Lane]
    /// A heap: no entry is earlier than the one at half its place.
    private var waiting: [Entry] = []
    private var number = 0
    /// How many partitions are to be read on before it is known what comes next, and how many at all.
    private var lacking: Int
    private var open: Int

    /// `ends`: the offset after the last record of each partition that has to be read.
    package init(ends: [TopicPartition: Int64]) {
        lanes = ends.mapValues { Lane(end: $0) }
        (lacking, open) = (ends.count, ends.count)
    }

    /// Whether all that has to be read is here, or has gone.
    package var isComplete: Bool { open == 0 }
    /// Whether, besides, nothing waits here: what comes now is the next one.
    package var isOver: Bool { open == 0 && waiting.isEmpty }

    /// Takes a record in; one from behind the end of its partition, too.
    package mutating func add(_ record: ConsumedRecord) {
        change(record.topicPartition) { lane in
            lane.records += 1
            lane.bytes += record.value?.count ?? 0
            if let end = lane.end, record.offset + 1 >= end { lane.end = nil }
        }
        waiting.append(Entry(time: Self.time(of: record), number: number, record: record))
        number += 1
        rise(from: waiting.count - 1)
    }

    /// Whether the record lies before the end of its partition.
    package func expects(_ record: ConsumedRecord) -> Bool {
        lanes[record.topicPartition]?.end.map { record.offset < $0 } ?? false
    }

    /// The next one; nil while that is not known, or when nothing is left.
    package mutating func next() -> ConsumedRecord? {
        guard lacking == 0, let first = waiting.first else { return nil }
        let last = waiting.removeLast()
        if !waiting.isEmpty {
            waiting[0] = last
            sink()
        }
        change(first.record.topicPartition) { lane in
            lane.records -= 1
            lane.bytes -= first.record.value?.count ?? 0
        }
        return first.record
    }

    /// Nothing more is waited for: what is here is all that there is.
    package mutating func giveUpWaiting() {
        for partition in lanes.keys { change(partition) { $0.end = nil } }
    }

    /// Which partitions are not to be read on for now, and which are again.
    package mutating func takeFlowChanges() -> (pause: [TopicPartition], resume: [TopicPartition]) {
        var changes: (pause: [TopicPartition], resume: [TopicPartition]) = ([], [])
        for (partition, lane) in lanes {
            if !lane.isPaused, !isComplete, lane.isFull {
                changes.pause.append(partition)
            } else if lane.isPaused, isComplete || lane.isRoomy {
                changes.resume.append(partition)
            } else {
                continue
            }
            lanes[partition]?.isPaused.toggle()
        }
        return changes
    }

    private mutating func change(_ partition: TopicPartition, _ body: (inout Lane) -> Void) {
        var lane = lanes[partition] ?? Lane()
        let (lacked, wasOpen) = (lane.lacks, lane.end != nil)
        body(&lane)
        lacking += (lane.lacks ? 1 : 0) - (lacked ? 1 : 0)
        open += (lane.end != nil ? 1 : 0) - (wasOpen ? 1 : 0)
        lanes[partition] = lane
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, waiting[place] < waiting[(place - 1) / 2] {
            waiting.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < waiting.count && waiting[child] < waiting[least] {
                least = child
            }
            if least == place { return }
            waiting.swapAt(place, least)
            place = least
        }
    }

    // MARK: - Times

    private static let mark = Array(#""time":""#.utf8)
    /// What an event of Docket has behind its time: its trace and its type.
    private static let reach = 1_024

    /// The event's own time, which is what a line shows, found without reading the event; else when it was published. A dead letter's
    /// is when it was given up.
    package static func time(of record: ConsumedRecord) -> Int64 {
        let published = record.timestamp ?? 0
        guard record.topicPartition.topic != Topic.deadLetters.name else { return published }
        return record.value.flatMap(eventTime) ?? published
    }

    /// Members stand in the order of their names, so that the last of this name is the event's own and none of its data.
    private static func eventTime(_ value: [UInt8]) -> Int64? {
        var place = value.count - mark.count
        let last = max(0, place - reach)
        while place >= last {
            if value[place] == mark[0], value[place...].starts(with: mark) {
                let text = value[(place + mark.count)...].prefix { $0 != UInt8(ascii: "\"") }
                return Timestamp(String(decoding: text, as: UTF8.self))?.millisecondsSinceEpoch
            }
            place -= 1
        }
        return nil
    }
}
