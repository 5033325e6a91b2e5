import Domain
import EventLoop
import Kafka
import Shared

/// A number that names an item within its loop.
struct StageItemID: Hashable, Sendable, Comparable {
    let number: Int
    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The record that brought an item. Offsets count within one assignment of the partition only.
struct RecordOrigin: Sendable, Hashable {
    let partition: TopicPartition
    let offset: Int64
    /// Which assignment of the partition it was read in.
    let assignment: Int
}

/// Something to be worked on: an event, or a record in which none can be read.
struct StageItem: Sendable {
    enum Content: Sendable {
        case event(StageEvent)
        case unreadable(EventFault, ConsumedRecord)
    }

    let id: StageItemID
    var content: Content
    /// Nil for what the store brought: a due retry, an abandoned item, a predecessor.
    let origin: RecordOrigin?
    /// The attempt that the store has begun already; nil when it has to be begun.
    var begunAttempt: Int?
    /// Its predecessors have been put before it once. If some are still not finished, it has to wait in the store.
    var hasLetPredecessorsPass = false
    /// Sent when the item's end does not matter any more.
    let abandoned = AsyncSignal<Void>()

    var event: StageEvent? {
        if case .event(let event) = content { event } else { nil }
    }

    /// Of the event, for who counts; of few.
    var type: String { event?.header.type.rawValue ?? "unreadable" }

    /// What orders it: events of one submission come one after the other.
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
