public import Shared

/// A decided change that is not yet written: the next version of the submission, and its event.
public struct SubmissionEdit: Sendable {
    public let submission: Submission
    public let event: PendingEvent
    /// The time of the submission's previous event; nil for its first one.
    public let previousTime: Timestamp?

    package init(submission: Submission, event: PendingEvent, previousTime: Timestamp? = nil) {
        self.submission = submission
        self.event = event
        self.previousTime = previousTime
    }
}

/// An event whose context is not yet known.
public struct PendingEvent: Sendable {
    public let type: EventType
    private let encode: @Sendable (EventHeader) throws -> [UInt8]

    package init(_ type: EventType, _ data: some EventData) {
        self.type = type
        encode = { header in try CloudEvent(header: header, data: data).encoded() }
    }

    /// The exact bytes.
    public func encoded(_ header: EventHeader) throws -> [UInt8] { try encode(header) }
}

extension Submission {
    /// When the submission expires without a further change. A sandbox never exceeds its own retention.
    package func expiry(touchedAt now: Timestamp, under journey: JourneyDefinition) -> Timestamp {
        let expiry = now.adding(.seconds(journey.draftRetentionDays * 86_400))
        return tenant.isSandbox ? min(expiry, createdAt.adding(.seconds(TenantID.sandboxDays * 86_400))) : expiry
    }
}

extension Submission {
    /// Nothing is left of its documents, nor of what was found out of them.
    mutating func loseContents() {
        documents = []
        if factDigests != nil { factDigests = FactDigests() }
    }
}

/// Why there is no edit.
public enum EditStop: Error, Sendable {
    case alreadyApplied
    case refused(ChangeRefusal)
    case notFound
}

/// Decides on changes of one submission from its current state. It writes nothing.
public struct SubmissionEditor: Sendable {
    public let submission: Submission
    public let journey: JourneyDefinition
    public let now: Timestamp

    public init(_ submission: Submission, journey: JourneyDefinition, now: Timestamp) {
        self.submission = submission
        self.journey = journey
        self.now = now
    }

    /// Gives a changed copy the next version.
    func edit(_ changed: Submission, _ event: EventType, _ data: some EventData) -> SubmissionEdit {
        edit(changed) { _ in PendingEvent(event, data) }
    }

    /// The outcome that the changed copy has entered.
    func outcome(
        _ changed: Submission, attempt: Int, verdict: SubmissionVerdict? = nil, results: [DocumentResult] = [],
        work: StageWork? = nil
    ) -> SubmissionEdit {
        edit(changed) { settled in
            PendingEvent(
                EventType(entering: settled.state),
                SubmissionOutcome(
                    state: settled.state, attempt: attempt, verdict: verdict?.masked, results: results, work: work,
                    record: SubmissionRecord(settled).digests))
        }
    }

    private func edit(_ changed: Submission, _ event: (Submission) -> PendingEvent) -> SubmissionEdit {
        var changed = changed
        changed.version = submission.version + 1
        changed.changedAt = now
        changed.expiresAt = changed.state.allowsChanges ? changed.expiry(touchedAt: now, under: journey) : nil
        // Each change has an event, and nothing else changes this.
        return SubmissionEdit(submission: changed, event: event(changed), previousTime: submission.changedAt)
    }

    func transition(on command: SubmissionCommand) throws(EditStop) -> SubmissionTransition {
        do {
            return try SubmissionStateMachine(submission, journey: journey).transition(on: command)
        } catch {
            throw .refused(.submission(error))
        }
    }

    /// The document, if it and its submission may be changed now.
    func changeableDocument(_ id: DocumentID, on command: DocumentCommand = .change) throws(EditStop) -> Document {
        guard let document = submission.document(id), document.state != .removed else { throw .notFound }
        _ = try transition(on: .change)
        do {
            _ = try DocumentStateMachine(state: document.state).state(after: command)
        } catch {
            throw .refused(.document(error))
        }
        return document
    }

    func replacing(_ document: Document) -> Submission {
        var changed = submission
        changed.documents = submission.documents.map { $0.id == document.id ? document : $0 }
        return changed
    }
}
