public import Domain
public import FoundationEssentials
public import Kafka
public import Shared

/// The mover of an item in flight.
public enum Mover: Sendable, Hashable {
    /// An unpublished row, which the relay of its live owner publishes.
    case relay(owner: InstanceID)
    /// The same, once fewer events of its tenant are under way: its turn has not come.
    case turn(owner: InstanceID)
    /// An unpublished row of a dead process, which another process adopts.
    case adoption(from: InstanceID)
    /// A record that its group has not reached. `ahead` is the number of records before it.
    case record(TopicPartition, offset: Int64, ahead: Int64)
    /// A retry that is due at this time.
    case retry(at: Date)
    /// A live process that works on it.
    case lease(InstanceID)
    /// A process that takes over from a dead one.
    case takeover(from: InstanceID)
}

/// Why nothing moves an item.
public enum StuckCause: Sendable, Hashable {
    /// It was published to a cluster that no longer exists.
    case clusterReplaced(was: String)
    case partitionMissing(TopicPartition)
    /// The broker has deleted the record: the partition begins later.
    case belowLowWatermark(TopicPartition, offset: Int64, low: Int64)
    /// The partition ends before the record: it was recreated.
    case beyondEnd(TopicPartition, offset: Int64, high: Int64)
    /// The group has passed the record, and the stage never began the event.
    case passedOver(TopicPartition, offset: Int64, committed: Int64)
    /// The same, repeatedly: it is emitted again more and more seldom.
    case passedOverRepeatedly(times: Int)
    /// No relay knows of the event.
    case notInOutbox
    /// The stage has finished the event, and the submission has not moved on.
    case endedWithoutChange
    /// It waits for a retry without a time.
    case retryWithoutTime

    /// Whether emitting the event again helps.
    public var isCuredByEmission: Bool {
        switch self {
        case .clusterReplaced, .partitionMissing, .belowLowWatermark, .beyondEnd, .passedOver, .notInOutbox: true
        case .passedOverRepeatedly, .endedWithoutChange, .retryWithoutTime: false
        }
    }
}

/// The status of an item.
public enum ItemStatus: Sendable, Hashable {
    case moving(Mover)
    case stuck(StuckCause)
    case parked
    case ended
}

/// The state of the cluster.
///
/// Committed offsets are read before the items, and everything else after them. So the item of a passed record was begun
/// or dropped before it was read, and a record published by then is not beyond the ends.
public struct BrokerView: Sendable, Hashable {
    /// The id of the cluster, before and after the queries.
    public let cluster: String
    /// A group without an offset begins with the oldest record.
    public let committed: [Stage: [TopicPartition: Int64]]
    /// Of the partitions that exist.
    public let watermarks: [TopicPartition: Watermarks]
}

extension ItemStatus {
    /// After this number of times it is no accident that consumers pass over a record. It may be that they are of a version which
    /// does not know the event, and a roll ends that.
    static let vainEmissions = 3
    private static let restsAfterVainEmissions = RetryPolicy.exponential(
        first: .seconds(60), limit: .seconds(3600), maximumAttempts: .max)

    /// Finds the mover of an item. Its age does not matter.
    public static func of(_ item: InFlightItem, _ broker: BrokerView) -> ItemStatus {
        switch item.work {
        case .done: item.isAwaited ? .stuck(.endedWithoutChange) : .ended
        case .parked: .parked
        case .waiting(let time?): .moving(.retry(at: time))
        case .waiting(nil): .stuck(.retryWithoutTime)
        case .started(let instance, isAlive: true): .moving(.lease(instance))
        case .started(let instance, isAlive: false): .moving(.takeover(from: instance))
        case .notBegun: ofPublication(item, broker)
        }
    }

    private static func ofPublication(_ item: InFlightItem, _ broker: BrokerView) -> ItemStatus {
        switch item.publication {
        case .unknown: .stuck(.notInOutbox)
        case .waiting(let owner, isOwnerAlive: true): .moving(item.waitsForTurn ? .turn(owner: owner) : .relay(owner: owner))
        case .waiting(let owner, isOwnerAlive: false): .moving(.adoption(from: owner))
        case .published(let place): ofRecord(at: place, item, broker)
        }
    }

    private static func ofRecord(at place: RecordLocation, _ item: InFlightItem, _ broker: BrokerView) -> ItemStatus {
        // A relay that was not told the id of its cluster has recorded none.
        guard place.cluster.isEmpty || place.cluster == broker.cluster else {
            return .stuck(.clusterReplaced(was: place.cluster))
        }
        let partition = TopicPartition(topic: place.topic, partition: place.partition)
        let offset = place.offset
        guard let marks = broker.watermarks[partition] else { return .stuck(.partitionMissing(partition)) }
        if offset >= marks.high { return .stuck(.beyondEnd(partition, offset: offset, high: marks.high)) }
        if offset < marks.low { return .stuck(.belowLowWatermark(partition, offset: offset, low: marks.low)) }
        // An offset beyond the end counts for nothing: the group starts over with the oldest record.
        let committed = broker.committed[item.key.stage]?[partition].flatMap { $0 <= marks.high ? $0 : nil }
        guard let committed, committed > offset else {
            return .moving(.record(partition, offset: offset, ahead: offset - max(committed ?? 0, marks.low)))
        }
        let rest = restsAfterVainEmissions.delay(afterAttempt: item.timesPassedOver - vainEmissions + 1, random: 0) ?? .zero
        return item.publishedFor < rest
            ? .stuck(.passedOverRepeatedly(times: item.timesPassedOver + 1))
            : .stuck(.passedOver(partition, offset: offset, committed: committed))
    }
}

extension Reemission {
    /// Nil if emitting the event again does not help.
    public init?(_ item: InFlightItem, because cause: StuckCause) {
        guard cause.isCuredByEmission else { return nil }
        var judged: RecordLocation?
        if case .published(let place) = item.publication { judged = place }
        var wasPassedOver = false
        if case .passedOver = cause { wasPassedOver = true }
        self.init(event: item.key.eventID, judged: judged, wasPassedOver: wasPassedOver)
    }
}
