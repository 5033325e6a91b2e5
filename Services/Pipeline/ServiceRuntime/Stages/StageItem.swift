import Domain
import EventLoop
import Kafka
import Shared

/// A number that identifies an item within its loop.
struct StageItemID: Hashable, Sendable, Comparable {
    let number: Int
    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The record of an item. Offsets are meaningful only within one assignment of the partition.
struct RecordOrigin: Sendable, Hashable {
    let partition: TopicPartition
    let offset: Int64
    /// The assignment of the partition in which it was read.
    let assignment: Int
}

/// A unit of work: an event, or a record without a readable event.
struct StageItem: Sendable {
    enum Content: Sendable {
        case event(StageEvent)
        case unreadable(EventFault, ConsumedRecord)
    }

    let id: StageItemID
    var content: Content
    /// Nil for an item from the store: a due retry, an abandoned item, a predecessor.
    let origin: RecordOrigin?
    /// The attempt that the store has already begun; nil if it must be begun.
    var begunAttempt: Int?
    /// Its predecessors were put before it once. If some are still unfinished, it must wait in the store.
    var hasLetPredecessorsPass = false
    /// Sent when the item's end no longer matters.
    let abandoned = AsyncSignal<Void>()

    var event: StageEvent? {
        if case .event(let event) = content { event } else { nil }
    }

    /// The type of the event, as a label with few values.
    var type: String { event?.header.type.rawValue ?? "unreadable" }

    /// The unit of ordering: events of one submission follow each other.
    var lane: Lane {
        switch content {
        case .event(let event): .submission(event.header.submission)
        case .unreadable: .alone(id)
        }
    }

    enum Lane: Hashable, Sendable {
        case submission(SubmissionID)
        case alone(StageItemID)
    }
}
