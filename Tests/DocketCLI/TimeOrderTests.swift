import Kafka
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI
import Operations

/// Lines come in the order of time over all partitions.
@Suite struct TimeOrderTests {
    private func place(_ partition: Int32) -> TopicPartition { TopicPartition(topic: "docket.outcomes", partition: partition) }

    private func record(_ partition: Int32, _ offset: Int64, at time: Int64, bytes: Int = 0) -> ConsumedRecord {
        let text =
            #"{"data":{"time":"1999-01-01T00:00:00.000Z"},"time":"\#(Timestamp(millisecondsSinceEpoch: time))","type":"a"}"#
        return ConsumedRecord(
            topicPartition: place(partition), offset: offset, timestamp: 5, key: nil,
            value: [UInt8](repeating: UInt8(ascii: " "), count: bytes) + Array(text.utf8))
    }

    private func times(_ order: inout TimeOrder) -> [Int64] {
        var times: [Int64] = []
        while let next = order.next() { times.append(TimeOrder.time(of: next)) }
        return times
    }

    @Test func partitionsThatAreReadOneAfterTheOtherAreMerged() {
        var order = TimeOrder(ends: [place(0): 3, place(1): 2])
        for offset in 0..<3 { order.add(record(0, Int64(offset), at: Int64(offset) * 10)) }
        // Of the other partition something earlier may come.
        #expect(times(&order) == [] && !order.isComplete)
        for offset in 0..<2 { order.add(record(1, Int64(offset), at: Int64(offset) * 10 + 5)) }
        #expect(order.isComplete && !order.isOver)
        #expect(times(&order) == [0, 5, 10, 15, 20])
        #expect(order.isOver)
    }

    @Test func whatComesOutOfOrderInOnePartitionIsPutRight() {
        var order = TimeOrder(ends: [place(0): 4])
        for (offset, time) in [20, 10, 10, 0].enumerated() { order.add(record(0, Int64(offset), at: Int64(time))) }
        var offsets: [Int64] = []
        while let next = order.next() { offsets.append(next.offset) }
        #expect(offsets == [3, 1, 2, 0])
    }

    @Test func enoughOfEachPartitionLetsTheEarliestGo() {
        var order = TimeOrder(ends: [place(0): 1_000, place(1): 1_000])
        for offset in 0..<64 { order.add(record(0, Int64(offset), at: Int64(offset))) }
        #expect(order.next() == nil)
        for offset in 0..<64 { order.add(record(1, Int64(offset), at: 1_000 + Int64(offset))) }
        // Then it has to be read on.
        #expect(times(&order) == [0])
        order.add(record(0, 999, at: 63))
        #expect(times(&order).count == 65)
    }

    @Test func whatRunsAheadIsNotReadOn() {
        var order = TimeOrder(ends: [place(0): 9_000, place(1): 1])
        for offset in 0..<1_000 { order.add(record(0, Int64(offset), at: Int64(offset))) }
        let ahead = order.takeFlowChanges()
        #expect(ahead.pause == [place(0)] && ahead.resume.isEmpty)
        let again = order.takeFlowChanges()
        #expect(again.pause.isEmpty && again.resume.isEmpty)
        order.add(record(1, 0, at: 0))
        #expect(times(&order).count > 800)
        #expect(order.takeFlowChanges().resume == [place(0)])
        // Few that are large are much, too.
        for offset in 0..<5 { order.add(record(0, 2_000 + Int64(offset), at: 0, bytes: 1 << 20)) }
        #expect(order.takeFlowChanges().pause == [place(0)])
        order.giveUpWaiting()
        #expect(order.takeFlowChanges().resume == [place(0)])
    }

    @Test func whoFollowsIsNotKeptWaitingForWhatIsGone() {
        var order = TimeOrder(ends: [place(0): 2, place(1): 2])
        order.add(record(0, 0, at: 7))
        #expect(order.next() == nil)
        order.giveUpWaiting()
        #expect(times(&order) == [7] && order.isOver)
        #expect(TimeOrder(ends: [:]).isOver, "what comes from now on is shown as it comes")
    }

    @Test func timesAreTheEventsOwn() {
        #expect(TimeOrder.time(of: record(0, 0, at: 77)) == 77)
        for value in ["hello", "", #""time":""#, #"{"time":"yesterday"}"#] {
            let other = ConsumedRecord(topicPartition: place(0), offset: 0, timestamp: 5, key: nil, value: Array(value.utf8))
            #expect(TimeOrder.time(of: other) == 5, "\(value)")
        }
        let letter = record(0, 0, at: 77)
        let dead = ConsumedRecord(
            topicPartition: TopicPartition(topic: "docket.dlq", partition: 0), offset: 0, timestamp: 5, key: nil,
            value: letter.value)
        #expect(TimeOrder.time(of: dead) == 5, "a dead letter's is when it was given up")
    }
}
