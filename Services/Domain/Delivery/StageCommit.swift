public import Shared

/// A change of a submission that a stage asks for.
public struct StageTransition: Sendable {
    public let submission: SubmissionID
    /// The version that the stage saw; the change is made to that one or not at all.
    public let expectedVersion: Int
    public let change: StageChange
    /// The W3C `traceparent` that goes into the event and its record.
    public let traceparent: String?

    public init(submission: SubmissionID, expectedVersion: Int, change: StageChange, traceparent: String? = nil) {
        self.submission = submission
        self.expectedVersion = expectedVersion
        self.change = change
        self.traceparent = traceparent
    }
}

/// The end of one item's attempt, with the change and the deliveries that go with it.
public struct StageCommit: Sendable {
    public let workItem: WorkItemKey
    public let end: WorkItemEnd
    /// Nil when the item changes nothing (a retry, an event that concerns this stage no more).
    public let transition: StageTransition?
    /// Whom the item's stage wants to be told. What was planned before stays as it is.
    public let deliveries: [PlannedDelivery]
    /// Where the item's record was read. A record that was read has been published, whatever its producer has managed to mark:
    /// saying so here lets the next event of the submission go out without waiting for that.
    public let publishedAt: RecordLocation?
    /// What operators are told if the item is parked by this, and only then.
    public let deadLetter: DeadLetterNotice?

    public init(
        workItem: WorkItemKey, end: WorkItemEnd, transition: StageTransition?, deliveries: [PlannedDelivery] = [],
        publishedAt: RecordLocation?, deadLetter: DeadLetterNotice? = nil
    ) {
        self.workItem = workItem
        self.end = end
        self.transition = transition
        self.deliveries = deliveries
        self.publishedAt = publishedAt
        self.deadLetter = deadLetter
    }
}

/// What became of one item of a batch.
public enum StageCommitResult: Hashable, Sendable {
    /// The submission has this version now, and its event is in the log. For a commit without a transition: its end is recorded
    /// and `version` is nil.
    case applied(version: Int?)
    /// The same change had been made before. The item is done.
    case alreadyApplied
    /// The submission has moved on in another way (was withdrawn, expired …): the item concerns it no more, and is done.
    case conflict(currentVersion: Int)
    /// There is no such submission (any more). The item is done.
    case notFound
}

extension StageCommit {
    /// What is recorded of the attempt: an item whose transition was not applied has nothing left to try.
    public func end(after result: StageCommitResult) -> WorkItemEnd {
        if case .applied = result { end } else { .done }
    }

    /// What is planned: nobody is told on behalf of a transition that was not applied.
    public func deliveries(after result: StageCommitResult) -> [PlannedDelivery] {
        if case .applied = result { deliveries } else { [] }
    }
}

/// The transaction at the end of a batch.
public protocol StageStore: Sendable {
    /// Applies every item in one transaction: guarded transitions with their events and outbox rows (owned by the lease's
    /// instance), the deliveries that are asked for, the ends of the attempts, and the dead letters of those that are parked. Answers
    /// in the same order. One item's conflict does not concern the others; an item whose transition was not applied ends as done,
    /// for there is nothing left to try.
    func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult]

    /// Writes the dead letter of a record that has no work item: what it holds is no event of the log. A record that was given up
    /// before is not given up again.
    func giveUp(_ notice: DeadLetterNotice, _ lease: Lease) async throws(StoreError)
}
