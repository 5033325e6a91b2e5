public import Shared

/// Identifies a work item: one event at one stage, the unit of attempts, retries and parking.
public struct WorkItemKey: Hashable, Sendable {
    /// The stage, such as `validation`.
    public let stage: Stage
    public let eventID: EventID

    public init(stage: Stage, eventID: EventID) {
        self.stage = stage
        self.eventID = eventID
    }
}

/// How an item is started. A process that dies takes all its current items down. Only an item that ran alone is to blame.
public enum WorkItemMode: Sendable {
    /// Beside others. The start is recorded, and counts as an attempt only when the item ends it.
    case together
    /// Without any other item in this process. Counts as an attempt before it starts.
    case alone
}

/// Whether an item may be worked on.
public enum WorkItemAdmission: Hashable, Sendable {
    /// Begun. `attempt` counts from 1: the counted attempts, and this one.
    case begun(attempt: Int)
    /// This process has begun it and never ended it. Begin it again with `.alone`.
    case mustRunAlone
    /// Another live process works on it. The store keeps it: its record may be passed over.
    case runningElsewhere
    /// Its process died. The store keeps it, and `claimAbandoned` returns it.
    case abandoned
    /// It waits for its next attempt. The store keeps it.
    case waiting
    case done
    case parked
    /// The log has no such event. There is nothing to do, and nothing is recorded.
    case unknown
}

extension WorkItemAdmission {
    /// Decides on a pending item that was begun before. Every store follows this rule.
    package static func decided(attempts: Int, starter: Starter, waits: Bool, mode: WorkItemMode) -> WorkItemAdmission {
        switch (starter, mode) {
        case (.nobody, _): waits ? .waiting : .begun(attempt: attempts + 1)
        case (.otherAlive, _): .runningElsewhere
        case (.otherDead, .alone), (.oneself, .alone): .begun(attempt: attempts + 1)
        case (.otherDead, .together): .abandoned
        case (.oneself, .together): .mustRunAlone
        }
    }

    /// The instance that began an item.
    package enum Starter: Sendable {
        case nobody
        /// Another instance with a valid lease.
        case otherAlive
        /// Another instance, which never ended it and never will.
        case otherDead
        /// The calling instance, which does not know of it.
        case oneself
    }
}

/// An item found by its due time or its dead process, not by a record.
public struct ClaimedWorkItem: Sendable {
    public let key: WorkItemKey
    /// Counts from 1.
    public let attempt: Int
    public let event: RecordedEvent

    public init(key: WorkItemKey, attempt: Int, event: RecordedEvent) {
        self.key = key
        self.attempt = attempt
        self.event = event
    }
}

/// The end of an attempt.
public enum WorkItemEnd: Hashable, Sendable {
    /// Finished for good.
    case done
    /// To be retried after this time. `error` is safe text for operators.
    case retry(after: Duration, error: String)
    /// Given up until an operator retries it.
    case parked(error: String)
    /// Not attempted (a partition was revoked, the process stops): due at once for any process; no attempt counts.
    case abandoned
    /// Not attempted, for a reason outside the item (an unfinished earlier event, an outage of the database or the
    /// broker): due after this time; no attempt counts.
    case postponed(after: Duration, reason: String)

    package var isParking: Bool { if case .parked = self { true } else { false } }

    /// The time until the item is due again; nil if it never is.
    package var delay: Duration? {
        switch self {
        case .done, .parked: nil
        case .retry(let delay, _), .postponed(let delay, _): delay
        case .abandoned: .zero
        }
    }
}

/// Work items and their attempts. The store keeps an item from its first `begin` until it is done or parked. From then on
/// its record may be passed over: the store itself finds due retries and starts of dead processes.
public protocol WorkItemStore: Sendable {
    /// Begins (`.together`) those of a stage's items that nobody has begun yet and that need not wait, which are nearly all, in one
    /// statement. One waits for an earlier event of its submission that is of `types`, is none of these items, and is not finished
    /// in the stage. Returns what it has begun, for the first attempt; the others are for `unfinishedPredecessors` and `begin`.
    func beginNew(_ items: [WorkItemKey], after types: [EventType], _ lease: Lease) async throws(StoreError) -> Set<WorkItemKey>

    /// Records the start of these items, and answers in the same order. `.alone` needs exactly one item, which counts
    /// once however often this instance begins it. If it throws, some items may have been begun, as after a lost answer.
    func begin(_ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease) async throws(StoreError) -> [WorkItemAdmission]

    /// Ends attempts that change no submission. (`StageStore.commit` ends the others.) `done` applies whichever instance
    /// began the item. Any other end applies only to an item that this instance has begun. Returns the keys of applied
    /// ends.
    func end(_ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease) async throws(StoreError) -> Set<WorkItemKey>

    /// Begins (`.together`) items of the stage with a due retry, oldest first.
    func claimDueRetries(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem]

    /// Adopts items of the stage whose process died during the work, longest ago first. They then belong to this
    /// instance, and no other finds them while it lives. Begin each with `.alone`; it counts from there on.
    func claimAbandoned(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem]

    /// Items of the stage that this instance has begun and not ended. After a claim with a lost answer these are more
    /// than it knows.
    func begun(stage: Stage, _ lease: Lease) async throws(StoreError) -> [WorkItemKey]

    /// Everything that a process of the stage polls for, in one query.
    func waiting(stage: Stage) async throws(StoreError) -> WaitingWork

    /// Deletes at most `limit` items that were done longer than `age` ago and are no longer needed. Returns their number.
    ///
    /// A done item proves that its event was handled: to the stage for a repeated event, to later events of its
    /// submission, to the reconciler while there is an outbox row, and to the deliveries planned with it. So it stays
    /// while its submission can change, and while there are such rows.
    func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int
}
