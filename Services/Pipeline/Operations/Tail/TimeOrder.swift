package import Kafka
import Shared

/// Sorts the records of several partitions by time while they arrive. It is pure.
///
/// Each partition is nearly sorted. So the earliest buffered record is next once every partition has some buffered
/// records or has ended. A record that was published late (after an outage of a broker, or emitted again) also comes late
/// here.
package struct TimeOrder {
    /// The number of records or bytes of a partition that is enough to decide on the next record.
    private static let enough = (records: 64, bytes: 256 << 10)
    /// The number of buffered records or bytes at which a partition is paused.
    private static let most = (records: 1_000, bytes: 4 << 20)

    private struct Lane {
        /// The offset after the last record to read; nil once it was read.
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
        /// Keeps the order of records of the same time.
        let number: Int
        let record: ConsumedRecord

        static func < (left: Entry, right: Entry) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    private var lanes: [TopicPartition: Lane]
    /// A heap: no entry is earlier than its parent, at half its index.
    private var waiting: [Entry] = []
    private var number = 0
    /// The number of partitions that must be read on before the next record is known, and of unfinished ones.
    private var lacking: Int
    private var open: Int

    /// `ends` has the offset after the last record to read of each partition.
    package init(ends: [TopicPartition: Int64]) {
        lanes = ends.mapValues { Lane(end: $0) }
        (lacking, open) = (ends.count, ends.count)
    }

    /// Whether all records to read were buffered.
    package var isComplete: Bool { open == 0 }
    /// Whether all of them were also returned: a further record is the next one.
    package var isOver: Bool { open == 0 && waiting.isEmpty }

    /// Buffers a record, even one after the end of its partition.
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

    /// Whether the record is before the end of its partition.
    package func expects(_ record: ConsumedRecord) -> Bool {
        lanes[record.topicPartition]?.end.map { record.offset < $0 } ?? false
    }

    /// The next record; nil while it is unknown, or if none is left.
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

    /// Stops waiting for further records: the buffered ones are all.
    package mutating func giveUpWaiting() {
        for partition in lanes.keys { change(partition) { $0.end = nil } }
    }

    /// The partitions to pause, and those to resume.
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
    /// The number of bytes that follow the time in an event: its trace and its type.
    private static let reach = 1_024

    /// The event's own time, found without parsing the event; otherwise its time of publication. For a dead letter, the
    /// time when it was given up.
    package static func time(of record: ConsumedRecord) -> Int64 {
        let published = record.timestamp ?? 0
        guard record.topicPartition.topic != Topic.deadLetters.name else { return published }
        return record.value.flatMap(eventTime) ?? published
    }

    /// Members are sorted by name, so the last one with this name belongs to the event and not to its data.
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
