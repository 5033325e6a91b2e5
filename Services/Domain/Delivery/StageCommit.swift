public import Shared

/// A change of a submission by a stage.
public struct StageTransition: Sendable {
    public let submission: SubmissionID
    /// The version that the stage saw. The change applies only to this version.
    public let expectedVersion: Int
    public let change: StageChange
    /// The W3C `traceparent` for the event and its record.
    public let traceparent: String?

    public init(submission: SubmissionID, expectedVersion: Int, change: StageChange, traceparent: String? = nil) {
        self.submission = submission
        self.expectedVersion = expectedVersion
        self.change = change
        self.traceparent = traceparent
    }
}

/// The end of an item's attempt, with its change and its deliveries.
public struct StageCommit: Sendable {
    public let workItem: WorkItemKey
    public let end: WorkItemEnd
    /// Nil if the item changes nothing, such as for a retry or an outdated event.
    public let transition: StageTransition?
    /// Deliveries that the stage plans. Earlier planned ones stay as they are.
    public let deliveries: [PlannedDelivery]
    /// The place where the item's record was read. Reading proves that it was published, even if its producer has not
    /// marked it: the next event of the submission can be published without waiting for that.
    public let publishedAt: RecordLocation?
    /// The notice for operators, used only if this parks the item.
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

/// The result for one item of a batch.
public enum StageCommitResult: Hashable, Sendable {
    /// The submission has this version now, and the log has its event. For a commit without a transition its end is
    /// recorded, and `version` is nil.
    case applied(version: Int?)
    /// The same change was made before. The item is done.
    case alreadyApplied
    /// The submission has changed otherwise, such as by a withdrawal. The item no longer applies, and is done.
    case conflict(currentVersion: Int)
    /// The submission does not exist, or no longer. The item is done.
    case notFound
}

extension StageCommit {
    /// The recorded end of the attempt. An item whose transition was not applied needs no further attempt.
    public func end(after result: StageCommitResult) -> WorkItemEnd {
        if case .applied = result { end } else { .done }
    }

    /// The deliveries to plan: none for a transition that was not applied.
    public func deliveries(after result: StageCommitResult) -> [PlannedDelivery] {
        if case .applied = result { deliveries } else { [] }
    }
}

/// The transaction at the end of a batch.
public protocol StageStore: Sendable {
    /// Applies all items in one transaction: guarded transitions with their events and outbox rows (owned by the lease's
    /// instance), planned deliveries, ends of attempts, and dead letters of parked items. Answers in the same order. A
    /// conflict of one item does not affect the others. An item whose transition was not applied ends as done.
    func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult]

    /// Writes the dead letter of a record without a work item: its content is no event of the log. A record that was
    /// given up before is not given up again.
    func giveUp(_ notice: DeadLetterNotice, _ lease: Lease) async throws(StoreError)
}
