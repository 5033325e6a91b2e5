public import Domain
public import FoundationEssentials
import PostgresStore
public import Shared
import Synchronization

/// The ports of delivery over memory, by the rules of the real ones; its clock is given.
public final class MemoryStore: Sendable {
    struct State {
        var submissions: [SubmissionID: Submission] = [:]
        var journeys: [ContentDigest: JourneyDefinition] = [:]
        var events: [RecordedEvent] = []
        var outbox: [OutboxEntry] = []
        var holds: [InstanceID: [OutboxLine: Date]] = [:]
        var deadLetters: [DeadLetterEntry] = []
        var lastPosition: Int64 = 0
        var leases: [InstanceID: LeaseEntry] = [:]
        var lastEpoch: Int64 = 0
        var items: [WorkItemKey: ItemEntry] = [:]
        var deliveries: [DeliveryKey: DeliveryEntry] = [:]
        var pauses: [Stage: StagePause] = [:]
        var lastRoundAt: Date?
        var isRoundInProgress = false
        var keys: [IdempotencyKey: KeyEntry] = [:]
        var lastHolder: UInt64 = 0
    }

    struct LeaseEntry {
        var service: String
        var epoch: Int64
        var expiresAt: Date
    }

    struct OutboxEntry {
        let row: OutboxRow
        let writtenAt: Date
        var owner: InstanceID
        var published: (location: RecordLocation, at: Date)?
        var timesPassedOver = 0
    }

    struct DeadLetterEntry {
        let row: DeadLetterRow
        var owner: InstanceID
        var published: (location: RecordLocation, at: Date)?
        /// Whether its row of the outbox is there no more.
        var isPurged = false
    }

    struct Start {
        let instance: InstanceID
        let epoch: Int64
        var isAlone = false
    }

    struct ItemEntry {
        enum Status { case pending, done, parked }
        let submission: SubmissionID
        var status = Status.pending
        var attempts = 0
        var start: Start?
        var retryAt: Date?
        var lastError: String?
        var changedAt: Date
    }

    struct DeliveryEntry {
        let submission: SubmissionID
        let sequence: Int
        var state = DeliveryState.pending
        var attempts = 0
        var start: Start?
        var nextAt: Date?
        var lastStatus: Int?
        var lastError: String?
        var changedAt: Date?
    }

    let state = Mutex(State())
    let now: @Sendable () -> Date
    private let source: String
    /// How long an idempotency key is held that is not renewed.
    let claimLease: Duration

    public init(
        source: String = "/docket/memory", claimLease: Duration = .seconds(30), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.source = source
        self.claimLease = claimLease
        self.now = now
    }

    /// What stages gave up, the earliest first.
    public var deadLetters: [DeadLetterNotice] { state.withLock { $0.deadLetters.map(\.row.notice) } }

    /// How many of them have not reached their topic.
    public var deadLettersWaiting: Int { state.withLock { state in state.deadLetters.count { $0.published == nil } } }

    // MARK: - Submissions

    public func submission(_ id: SubmissionID) -> Submission? { state.withLock { $0.submissions[id] } }

    /// Puts a submission in as it is, without an event.
    public func insert(_ submission: Submission, journey: JourneyDefinition) {
        state.withLock { state in
            state.submissions[submission.id] = submission
            state.journeys[journey.version] = journey
        }
    }

    /// Opens a draft, with its event.
    public func create(_ draft: Submission, journey: JourneyDefinition) throws {
        let header = EventHeader(
            id: .sample(of: draft.id, sequence: draft.version), type: .submissionCreated, source: source, submission: draft.id,
            time: draft.createdAt, sequence: draft.version, tenant: draft.tenant, journey: draft.journey)
        let payload = try CloudEvent(header: header, data: SubmissionCreated(journeyVersion: draft.journeyVersion)).encoded()
        insert(draft, journey: journey)
        state.withLock { state in
            let number = state.nextPosition()
            state.events.append(
                RecordedEvent(
                    position: LogPosition(transaction: number, number: number), id: header.id, submission: draft.id,
                    tenant: draft.tenant, sequence: draft.version, type: header.type, topic: nil, time: header.time.date,
                    payload: payload))
        }
    }

    /// Makes a change with its event and its outbox row, as `SubmissionStore` does. Nil if there is no such submission.
    @discardableResult
    public func change(
        _ id: SubmissionID, owner: InstanceID, _ decide: (SubmissionEditor) throws -> SubmissionEdit
    ) throws -> Submission? {
        try state.withLock { state in
            guard let submission = state.submissions[id], let journey = state.journeys[submission.journeyVersion] else {
                return nil
            }
            let edit = try decide(SubmissionEditor(submission, journey: journey, now: Timestamp(now())))
            try record(edit, owner: owner, traceparent: nil, in: &state)
            return edit.submission
        }
    }

    func record(
        _ edit: SubmissionEdit, owner: InstanceID, traceparent: String?, in state: inout State
    ) throws {
        let submission = edit.submission
        let type = edit.event.type
        let header = EventHeader(
            id: .sample(of: submission.id, sequence: submission.version), type: type, source: source,
            submission: submission.id, time: submission.changedAt, sequence: submission.version, tenant: submission.tenant,
            journey: submission.journey, previousTime: edit.previousTime, traceparent: traceparent)
        let payload = try edit.event.encoded(header)
        let number = state.nextPosition()
        state.submissions[submission.id] = submission
        state.events.append(
            RecordedEvent(
                position: LogPosition(transaction: number, number: number), id: header.id, submission: submission.id,
                tenant: submission.tenant, sequence: submission.version, type: type, topic: type.topic, time: header.time.date,
                payload: payload))
        guard let topic = type.topic else { return }
        let row = OutboxRow(
            position: number, eventID: header.id, submission: submission.id, tenant: submission.tenant,
            sequence: submission.version, topic: topic, type: type, traceparent: traceparent, payload: payload,
            line: OutboxLine(topic: topic, tenant: submission.tenant, journey: submission.journey))
        state.outbox.append(OutboxEntry(row: row, writtenAt: now(), owner: owner))
    }
}

extension MemoryStore: StageStore, StageReader {
    public func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject? {
        state.withLock { state in
            guard let submission = state.submissions[id] else { return nil }
            return state.journeys[submission.journeyVersion].map { StageSubject(submission: submission, journey: $0) }
        }
    }

    public func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult] {
        let now = now()
        let answer = Result {
            try state.withLock { state in
                // As in a transaction: what fails leaves nothing behind.
                let before = state
                do {
                    return try items.map { try commit($0, lease, at: now, in: &state) }
                } catch {
                    state = before
                    throw error
                }
            }
        }
        switch answer {
        case .success(let results): return results
        case .failure(let error):
            throw StoreError(
                code: .internal, isRetriable: false, description: "The batch cannot be committed.", detail: "\(error)")
        }
    }

    public func giveUp(_ notice: DeadLetterNotice, _ lease: Lease) async throws(StoreError) {
        state.withLock { state in
            let wasGivenUp = state.deadLetters.contains { entry in
                let other = entry.row.notice
                return other.event == nil && other.origin != nil && other.origin == notice.origin && other.stage == notice.stage
            }
            if !wasGivenUp { state.write(notice, owner: lease.instance) }
        }
    }

    private func commit(
        _ item: StageCommit, _ lease: Lease, at now: Date, in state: inout State
    ) throws -> StageCommitResult {
        if let location = item.publishedAt {
            for index in state.outbox.indices
            where state.outbox[index].row.eventID == item.workItem.eventID && state.outbox[index].published == nil {
                state.outbox[index].published = (location, now)
            }
        }
        let result = try apply(item.transition, lease, at: now, in: &state)
        state.plan(item.deliveries(after: result), at: now)
        let end = item.end(after: result)
        if state.end(item.workItem, end, lease, at: now), end.isParking, let notice = item.deadLetter {
            state.write(notice, owner: lease.instance)
        }
        return result
    }

    private func apply(
        _ transition: StageTransition?, _ lease: Lease, at now: Date, in state: inout State
    ) throws -> StageCommitResult {
        guard let transition else { return .applied(version: nil) }
        let submission = state.submissions[transition.submission]
        let next = (transition.submission, transition.expectedVersion + 1)
        let decision = StageDecision.decide(
            transition, on: submission, journey: submission.flatMap { state.journeys[$0.journeyVersion] },
            eventAfter: state.events.first { ($0.submission, $0.sequence) == next }?.type, now: Timestamp(now))
        switch decision {
        case .answer(let result): return result
        case .preview(let preview):
            state.submissions[transition.submission] = submission?.withPreview(preview)
            return .applied(version: nil)
        case .suggest(let suggested):
            state.submissions[transition.submission] = submission?.withSuggestion(suggested)
            return .applied(version: nil)
        case .edit(let edit):
            try record(edit, owner: lease.instance, traceparent: transition.traceparent, in: &state)
            return .applied(version: edit.submission.version)
        }
    }
}

extension MemoryStore: KnownFiles, KnownPictures {
    public func submissionsHolding(
        _ digests: [ContentDigest], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [ContentDigest: Int] {
        state.withLock { state in
            var counts: [ContentDigest: Int] = [:]
            for digest in Set(digests) {
                let count = state.submissions.values.count { other in
                    other.id != submission && other.tenant == tenant && other.submittedAt != nil
                        && other.documents.contains { $0.pages.contains { $0.original?.digest == digest } }
                }
                if count > 0 { counts[digest] = min(count, KnownFilesLimit.submissions) }
            }
            return counts
        }
    }

    public func submissionsShowing(
        _ pictures: [PerceptualHash], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [PerceptualHash: Int] {
        state.withLock { state in
            func isAlike(_ other: Submission, _ picture: PerceptualHash) -> Bool {
                let journey = state.journeys[other.journeyVersion]
                guard other.id != submission, other.tenant == tenant, journey?.policy(of: FileNotAlike()) ?? .allow != .allow
                else {
                    return false
                }
                let signals = other.documents.flatMap(\.pages).flatMap { $0.making?.signals ?? [] }
                return signals.contains {
                    $0.isTellingApart && $0.likeness.distance(to: picture) <= PerceptualHash.sameDistance
                }
            }
            var counts: [PerceptualHash: Int] = [:]
            for picture in Set(pictures) {
                let count = state.submissions.values.count { isAlike($0, picture) }
                if count > 0 { counts[picture] = min(count, KnownFilesLimit.submissions) }
            }
            return counts
        }
    }
}
