import Domain
import FoundationEssentials
import Kafka
import Shared

/// In words for operators.
extension Mover: CustomStringConvertible {
    /// For counting, such as `record`.
    public var kind: String {
        switch self {
        case .relay: "relay"
        case .turn: "turn"
        case .adoption: "adoption"
        case .record: "record"
        case .retry: "retry"
        case .lease: "lease"
        case .takeover: "takeover"
        }
    }

    public var description: String {
        switch self {
        case .relay(let owner): "its outbox row waits for the relay of \(owner)"
        case .turn(let owner):
            "its outbox row waits at \(owner) for its tenant's turn: as many of the tenant's events are under way as may be"
        case .adoption(let owner): "its outbox row waits to be adopted from \(owner), which is dead"
        case .record(let partition, let offset, let ahead):
            "its record waits in \(partition) at \(offset), behind \(ahead) others"
        case .retry(let date): "its next attempt is due at \(Timestamp(date))"
        case .lease(let instance): "\(instance) works on it"
        case .takeover(let instance): "it waits to be taken over from \(instance), which is dead"
        }
    }
}

extension StuckCause: CustomStringConvertible {
    /// For counting, such as `cluster_replaced`.
    public var kind: String {
        switch self {
        case .clusterReplaced: "cluster_replaced"
        case .partitionMissing: "partition_missing"
        case .belowLowWatermark: "below_low_watermark"
        case .beyondEnd: "beyond_end"
        case .passedOver: "passed_over"
        case .passedOverRepeatedly: "passed_over_repeatedly"
        case .notInOutbox: "not_in_outbox"
        case .endedWithoutChange: "ended_without_change"
        case .retryWithoutTime: "retry_without_time"
        }
    }

    public var description: String {
        switch self {
        case .clusterReplaced(let was): "it was published to the cluster \(was), which was replaced"
        case .partitionMissing(let partition): "\(partition), where it was published, does not exist"
        case .belowLowWatermark(let partition, let offset, let low):
            "its record at \(offset) of \(partition) was dropped: the partition begins at \(low)"
        case .beyondEnd(let partition, let offset, let high):
            "its record at \(offset) of \(partition) is gone: the partition ends at \(high)"
        case .passedOver(let partition, let offset, let committed):
            "the group has gone past its record at \(offset) of \(partition), to \(committed), without beginning it"
        case .passedOverRepeatedly(let times):
            "its consumers have passed it over \(times) times; it is emitted again within the hour; look into their logs"
        case .notInOutbox: "no relay knows of it"
        case .endedWithoutChange: "its stage is done with it, but its submission has not moved on; look into the stage's log"
        case .retryWithoutTime: "it waits for an attempt for which no time is set"
        }
    }
}
