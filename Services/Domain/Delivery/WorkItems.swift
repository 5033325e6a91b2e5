public import FoundationEssentials
public import Shared

/// One event at one stage: the unit that is tried, retried and parked.
public struct WorkItemKey: Hashable, Sendable {
    /// The name of the stage, such as `validation`.
    public let stage: Stage
    public let eventID: EventID

    public init(stage: Stage, eventID: EventID) {
        self.stage = stage
        self.eventID = eventID
    }
}

/// How an item is started. A process that dies takes every item down that it was working on; only an item that was alone in
/// its process is to blame.
public enum WorkItemMode: Sendable {
    /// Beside others. The start is recorded, and counts as an attempt only when the item itself ends it.
    case together
    /// With nothing else in progress in this process. Counted as an attempt before it starts.
    case alone
}

/// Whether an item may be worked on.
public enum WorkItemAdmission: Hashable, Sendable {
    /// Begun. `attempt` counts from 1: the attempts that count against the item, and this one.
    case begun(attempt: Int)
    /// This process has begun it and never ended it. Begin it again with `.alone`.
    case mustRunAlone
    /// Another live process works on it. It is in the store's care: the record that brought it here may be passed over.
    case runningElsewhere
    /// Its process died. It is in the store's care, as above: `claimAbandoned` brings it.
    case abandoned
    /// It waits for its next attempt. It is in the store's care, as above.
    case waiting
    case done
    case parked
    /// The log has no such event: there is nothing to work on, and nothing is recorded of it.
    case unknown
}

extension WorkItemAdmission {
    /// Decides on a pending item that has been begun before: the rule that every store follows.
    package static func decided(attempts: Int, starter: Starter, waits: Bool, mode: WorkItemMode) -> WorkItemAdmission {
        switch (starter, mode) {
        case (.nobody, _): waits ? .waiting : .begun(attempt: attempts + 1)
        case (.otherAlive, _): .runningElsewhere
        case (.otherDead, .alone), (.oneself, .alone): .begun(attempt: attempts + 1)
        case (.otherDead, .together): .abandoned
        case (.oneself, .together): .mustRunAlone
        }
    }

    /// Who works on an item.
    package enum Starter: Sendable {
        case nobody
        /// Another instance, under a lease that is alive.
        case otherAlive
        /// Another instance, which never ended it and never will.
        case otherDead
        /// The one that asks, which does not know.
        case oneself
    }
}

/// An item that was found by time or by its dead process, rather than by a record.
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

/// How an attempt ended.
public enum WorkItemEnd: Hashable, Sendable {
    /// Never to be done again.
    case done
    /// To be tried again after this long. `error` is safe text for operators.
    case retry(after: Duration, error: String)
    /// Given up until an operator sends it again.
    case parked(error: String)
    /// Not tried after all (a partition was revoked, the process stops): due at once for whoever comes first, no attempt counted.
    case abandoned
    /// Not tried for a reason that is not its own (an earlier event of its submission is not finished, the database or the
    /// broker is away): due after this long, no attempt counted.
    case postponed(after: Duration, reason: String)

    package var isParking: Bool { if case .parked = self { true } else { false } }

    /// After how long the item is due again; nil when it is not.
    package var delay: Duration? {
        switch self {
        case .done, .parked: nil
        case .retry(let delay, _), .postponed(let delay, _): delay
        case .abandoned: .zero
        }
    }
}

/// A parked or waiting item, for operators.
public struct WorkItemSummary: Hashable, Sendable {
    public let key: WorkItemKey
    public let submission: SubmissionID
    public let attempts: Int
    public let isParked: Bool
    public let retryAt: Date?
    public let lastError: String?

    public init(key: WorkItemKey, submission: SubmissionID, attempts: Int, isParked: Bool, retryAt: Date?, lastError: String?) {
        self.key = key
        self.submission = submission
        self.attempts = attempts
        self.isParked = isParked
        self.retryAt = retryAt
        self.lastError = lastError
    }
}

/// Attempts. An item is in the store's care from its first `begin` until it is done or parked: from then on the record that
/// brought it may be passed over, for the store finds it again by itself (a due retry, or a start whose process died).
public protocol WorkItemStore: Sendable {
    /// Records the start of these items; answers in the same order. With `.alone` there is one item, which counts once however
    /// often this instance begins it. When it throws, some may have been begun all the same, as after an answer that was lost.
    func begin(_ items: [WorkItemKey], mode: WorkItemMode, _ lease: Lease) async throws(StoreError) -> [WorkItemAdmission]

    /// Ends attempts that change no submission. (Those that do end with `StageStore.commit`.) What is done is done, whoever began
    /// it; any other end is only recorded for an item that this instance has begun. Returns the keys for which one was.
    func end(_ ends: [(key: WorkItemKey, end: WorkItemEnd)], _ lease: Lease) async throws(StoreError) -> Set<WorkItemKey>

    /// Begins (`.together`) items of the stage whose retry is due, oldest first.
    func claimDueRetries(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem]

    /// Takes over items of the stage whose process died while it worked on them, longest ago first. From then on they are this
    /// instance's, and nobody else finds them while it lives; each is to be begun `.alone`, and counts from there on.
    func claimAbandoned(stage: Stage, limit: Int, _ lease: Lease) async throws(StoreError) -> [ClaimedWorkItem]

    /// The items of the stage that this instance has begun and not ended. After a claim whose answer was lost there are more of
    /// them than it knows of.
    func begun(stage: Stage, _ lease: Lease) async throws(StoreError) -> [WorkItemKey]

    /// What a process of the stage looks for again and again, all in one question.
    func waiting(stage: Stage) async throws(StoreError) -> WaitingWork

    /// Waiting and parked items, oldest first. A nil stage means all.
    func summaries(stage: Stage?, parkedOnly: Bool, limit: Int) async throws(StoreError) -> [WorkItemSummary]

    /// Sends a parked item again: due at once with its attempts counted from zero. False when it is not parked.
    func unpark(_ key: WorkItemKey) async throws(StoreError) -> Bool

    /// Deletes at most `limit` items that were done longer ago than `age` and that nobody asks for any more; returns how many.
    ///
    /// An item that is done says that its event has been handled: to the stage when the event comes again, to later events of its
    /// submission that look for predecessors, to the reconciler while there is an outbox row, and for the deliveries that were
    /// planned with it. So it stays while its submission can still change, and while there are such rows.
    func purgeDone(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int
}
