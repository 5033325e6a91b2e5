import Domain
import FoundationEssentials
import Kafka
import Shared
import Testing

@testable import ServiceRuntime

/// Where an item in flight stands.
@Suite struct ItemStatusTests {
    private static let instance = InstanceID(UUID())
    private static let partition = TopicPartition(topic: "docket.submitted", partition: 2)

    private static func item(
        _ publication: InFlightItem.Publication = .published(place(10)), work: InFlightItem.Work = .notBegun,
        isAwaited: Bool = true, timesPassedOver: Int = 0, publishedFor: Duration = .seconds(1)
    ) -> InFlightItem {
        InFlightItem(
            key: WorkItemKey(stage: .validation, eventID: .random()), position: 1, submission: .random(), sequence: 4,
            isAwaited: isAwaited, publication: publication, timesPassedOver: timesPassedOver,
            publishedFor: publishedFor, work: work)
    }

    private static func place(_ offset: Int64, cluster: String = "here") -> RecordLocation {
        RecordLocation(cluster: cluster, topic: partition.topic, partition: partition.partition, offset: offset)
    }

    private static func broker(committed: Int64?, low: Int64 = 0, high: Int64 = 100) -> BrokerView {
        BrokerView(
            cluster: "here", committed: [.validation: committed.map { [partition: $0] } ?? [:]],
            watermarks: [partition: Watermarks(low: low, high: high)])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let item: InFlightItem
        let broker: BrokerView
        let expected: ItemStatus

        init(_ name: String, _ item: InFlightItem, _ broker: BrokerView, _ expected: ItemStatus) {
            (testDescription, self.item, self.broker, self.expected) = (name, item, broker, expected)
        }
    }

    private static let ofWork: [Case] = [
        Case("a retry", item(work: .waiting(until: .distantFuture)), broker(committed: 50), .moving(.retry(at: .distantFuture))),
        Case("a retry without a time", item(work: .waiting(until: nil)), broker(committed: 50), .stuck(.retryWithoutTime)),
        Case(
            "a living worker", item(work: .started(by: instance, isAlive: true)), broker(committed: 50), .moving(.lease(instance))
        ),
        Case(
            "a dead worker", item(work: .started(by: instance, isAlive: false)), broker(committed: nil),
            .moving(.takeover(from: instance))),
        Case("given up", item(work: .parked), broker(committed: 50), .parked),
        Case("done", item(work: .done, isAwaited: false), broker(committed: 50), .ended),
        Case("done, and nothing came of it", item(work: .done), broker(committed: 50), .stuck(.endedWithoutChange)),
        // Whoever works on it needs no record.
        Case(
            "begun before the broker was lost", item(.published(place(10, cluster: "old")), work: .waiting(until: .distantPast)),
            broker(committed: nil), .moving(.retry(at: .distantPast))),
    ]

    private static let ofRows: [Case] = [
        Case("no row", item(.unknown), broker(committed: 0), .stuck(.notInOutbox)),
        Case(
            "a row of a living process", item(.waiting(owner: instance, isOwnerAlive: true)), broker(committed: 0),
            .moving(.relay(owner: instance))),
        Case(
            "a row of a dead process", item(.waiting(owner: instance, isOwnerAlive: false)), broker(committed: 0),
            .moving(.adoption(from: instance))),
    ]

    private static let ofRecords: [Case] = [
        Case("a backlog", item(), broker(committed: 3), .moving(.record(partition, offset: 10, ahead: 7))),
        Case("next in line", item(), broker(committed: 10), .moving(.record(partition, offset: 10, ahead: 0))),
        Case(
            "a group that never committed", item(), broker(committed: nil, low: 5),
            .moving(.record(partition, offset: 10, ahead: 5))),
        Case("just passed over", item(), broker(committed: 11), .stuck(.passedOver(partition, offset: 10, committed: 11))),
        Case(
            "passed over once too often", item(timesPassedOver: 3), broker(committed: 11),
            .stuck(.passedOverRepeatedly(times: 4))),
        Case(
            "passed over too often, and rested", item(timesPassedOver: 3, publishedFor: .seconds(60)), broker(committed: 11),
            .stuck(.passedOver(partition, offset: 10, committed: 11))),
        Case(
            "the longer the more often", item(timesPassedOver: 6, publishedFor: .seconds(479)), broker(committed: 11),
            .stuck(.passedOverRepeatedly(times: 7))),
        Case(
            "and never longer than an hour", item(timesPassedOver: 1_000, publishedFor: .seconds(3_600)), broker(committed: 11),
            .stuck(.passedOver(partition, offset: 10, committed: 11))),
        Case(
            "emitted before, and in line", item(timesPassedOver: 3), broker(committed: 10),
            .moving(.record(partition, offset: 10, ahead: 0))),
        Case("the oldest record", item(), broker(committed: 2, low: 10), .moving(.record(partition, offset: 10, ahead: 0))),
        Case(
            "dropped by the broker", item(), broker(committed: 2, low: 11),
            .stuck(.belowLowWatermark(partition, offset: 10, low: 11))),
        Case(
            "a partition made anew", item(), broker(committed: nil, high: 10), .stuck(.beyondEnd(partition, offset: 10, high: 10))
        ),
        // The group starts over with the oldest record.
        Case(
            "a committed offset beyond the end", item(), broker(committed: 70, high: 60),
            .moving(.record(partition, offset: 10, ahead: 10))),
        Case(
            "committed up to the end", item(), broker(committed: 60, high: 60),
            .stuck(.passedOver(partition, offset: 10, committed: 60))),
        Case(
            "another cluster", item(.published(place(10, cluster: "old"))), broker(committed: nil),
            .stuck(.clusterReplaced(was: "old"))),
        Case(
            "a cluster whose id was not known", item(.published(place(10, cluster: ""))), broker(committed: 10),
            .moving(.record(partition, offset: 10, ahead: 0))),
        Case(
            "a partition that is gone", item(), BrokerView(cluster: "here", committed: [:], watermarks: [:]),
            .stuck(.partitionMissing(partition))),
    ]

    @Test(arguments: ofWork + ofRows + ofRecords) func `the status follows from the cause alone`(_ example: Case) {
        #expect(ItemStatus.of(example.item, example.broker) == example.expected)
    }

    @Test func `other groups' offsets say nothing`() {
        let broker = BrokerView(
            cluster: "here", committed: [.preview: [Self.partition: 99]],
            watermarks: [Self.partition: Watermarks(low: 0, high: 100)])
        #expect(ItemStatus.of(Self.item(), broker) == .moving(.record(Self.partition, offset: 10, ahead: 10)))
    }

    @Test(arguments: ofRows + ofRecords + ofWork) func `what emitting cures is emitted, on the condition that nothing changed`(
        _ example: Case
    ) {
        guard case .stuck(let cause) = example.expected else { return }
        let again = Reemission(example.item, because: cause)
        #expect((again != nil) == cause.isCuredByEmission)
        if case .published(let place) = example.item.publication, let again { #expect(again.judged == place) }
        if case .passedOver = cause { #expect(again?.wasPassedOver == true) }
    }
}
