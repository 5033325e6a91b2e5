import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// The submissions of a batch while its items are decided one after the other.
struct StageBatch {
    enum Decision {
        case edit(SubmissionEdit, from: Submission)
        case preview(PagePreview, from: Submission, to: Submission)
        case suggest(SuggestedPage, of: SubmissionID)
        case answer(StageCommitResult)
    }

    let now: Timestamp
    var submissions: [SubmissionID: Submission]
    var journeys: [ContentDigest: JourneyDefinition] = [:]
    /// The event types by the version that the event is about.
    var eventTypes: [Version: EventType] = [:]

    struct Version: Hashable {
        let submission: SubmissionID
        let number: Int
    }

    init(now: Timestamp, submissions: [SubmissionID: Submission]) {
        self.now = now
        self.submissions = submissions
    }

    mutating func decide(_ transition: StageTransition) -> Decision {
        let submission = submissions[transition.submission]
        let next = Version(submission: transition.submission, number: transition.expectedVersion + 1)
        let decision = StageDecision.decide(
            transition, on: submission, journey: submission.flatMap { journeys[$0.journeyVersion] },
            eventAfter: eventTypes[next], now: now)
        switch (decision, submission) {
        case (.answer(let result), _): return .answer(result)
        case (_, nil): return .answer(.notFound)
        case (.edit(let edit), let old?):
            submissions[old.id] = edit.submission
            eventTypes[next] = edit.event.type
            return .edit(edit, from: old)
        case (.preview(let preview), let old?):
            let new = old.withPreview(preview)
            submissions[old.id] = new
            return .preview(preview, from: old, to: new)
        case (.suggest(let suggested), let old?):
            submissions[old.id] = old.withSuggestion(suggested)
            return .suggest(suggested, of: old.id)
        }
    }
}

/// What a batch seals.
struct StageSealing {
    /// Whether what reasons quote is sealed, and suggestions are.
    var sealsFindings = false
    /// Whether the names in signatures are.
    var sealsSigners = false
    var keys: [SubmissionID: SubmissionKey] = [:]
    /// Of which submissions the keys cannot be opened.
    var lost: Set<SubmissionID> = []

    func storage(of submission: SubmissionID) -> FindingsStorage { sealsFindings ? stored(submission) : .clear }
    func storageOfSigners(of submission: SubmissionID) -> FindingsStorage { sealsSigners ? stored(submission) : .clear }

    /// What is stored of the transition, which its event has the digest of: of whose key is lost, not the names of signers.
    func stored(_ transition: StageTransition) throws -> StageTransition {
        guard case .validated(let verdict, let facts?) = transition.change,
            case .masked = storageOfSigners(of: transition.submission)
        else { return transition }
        return StageTransition(
            submission: transition.submission, expectedVersion: transition.expectedVersion,
            change: .validated(verdict, facts: try facts.losingSigners()), traceparent: transition.traceparent)
    }

    private func stored(_ submission: SubmissionID) -> FindingsStorage {
        lost.contains(submission) ? .masked : FindingsStorage(keys[submission])
    }
}

/// The writes of a batch. Changes to different submissions are written together. A submission that changes twice is
/// written once in each of two rounds.
struct StageBatchPlan {
    private struct Entry {
        let change: SubmissionWriter.Change
        let event: EventWriter.Entry
    }

    private var rounds: [[Entry]] = []
    private var roundsOf: [SubmissionID: Int] = [:]
    /// Additions to pages, which change no version.
    private var additions: [SQL] = []
    private var inspections: [PostgresFactsStore.Inspection] = []
    /// What goes beside the rows of submissions, once these are written.
    private var readings: [SQL] = []
    private let sealing: StageSealing

    init(_ sealing: StageSealing) { self.sealing = sealing }

    /// `journeys` are those of the batch.
    mutating func take(
        _ decision: StageBatch.Decision, of transition: StageTransition, under journeys: [ContentDigest: JourneyDefinition]
    ) throws -> StageCommitResult {
        switch decision {
        case .answer(let result): return result
        case .preview(let preview, let old, let new):
            additions += try Self.statements(preview, old, new)
            return .applied(version: nil)
        case .suggest(let suggested, let submission):
            let assignments = try SealedSuggestion.assignments(
                suggested.suggestion, of: suggested.page, as: sealing.storage(of: submission))
            additions.append("update pages set \(assignments) where id = \(suggested.page.uuid)")
            additions += Self.telling(submission)
            return .applied(version: nil)
        case .edit(let edit, let old):
            let round = roundsOf[old.id, default: 0]
            roundsOf[old.id] = round + 1
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(
                Entry(
                    change: SubmissionWriter.Change(
                        old: old, new: edit.submission, storage: sealing.storage(of: old.id)),
                    event: EventWriter.Entry(edit, traceparent: transition.traceparent)))
            switch transition.change {
            case .validated(_, let facts?):
                let signers = try SealedSigners(
                    facts, ofAttempt: edit.submission.attempt, as: sealing.storageOfSigners(of: old.id))
                inspections.append(PostgresFactsStore.Inspection(submission: edit.submission, facts: signers))
            case .answered(let result):
                readings.append(try PostgresFactsStore.recording(result.record, of: edit.submission))
            case .normalized(let documents, _, _)
            where journeys[old.journeyVersion]?.policy(of: FileNotAlike()) ?? .allow != .allow:
                readings += PageLikeness.recording(documents, of: edit.submission)
            case .read(let record, _, _, _):
                readings.append(try KeptReading.recording(record, of: edit.submission, by: sealing.keys[old.id]))
            default: break
            }
            return .applied(version: edit.submission.version)
        }
    }

    /// The statements. One of them fails if a submission is not as it was read.
    func statements(_ events: EventWriter) throws -> [SQL] {
        var statements = additions
        for round in rounds {
            var changes = try SubmissionWriter.difference(round.map(\.change))
            changes[0] = changes[0].changing(round.count)
            statements += changes + [try events.statement(round.map(\.event))]
        }
        statements += readings
        if !inspections.isEmpty { statements.append(PostgresFactsStore.recording(inspections)) }
        return statements
    }

    private static func statements(_ preview: PagePreview, _ old: Submission, _ new: Submission) throws -> [SQL] {
        let image = preview.image
        return [
            """
            update pages set preview_digest = \((image?.file.digest.bytes).map(Bytes.init)), preview_size = \(image?.file.size),
                preview_media_type = \(image?.file.mediaType.essence), preview_width = \(image?.size.width),
                preview_height = \(image?.size.height), look = \(try JSONText(encoding: preview.look))
            where id = \(preview.page.uuid)
            """
        ] + telling(new.id) + SubmissionWriter.blobErasures(from: old, to: new)
    }
}

extension StageBatchPlan {
    /// Raises the number of previews and writes the news: readers of the submission learn by the number that its pages
    /// have more than before, and followers by the news.
    private static func telling(_ submission: SubmissionID) -> [SQL] {
        [
            "update submissions set previews = previews + 1 where id = \(submission.uuid)",
            PostgresPageNews.telling(submission),
        ]
    }
}

extension StageTransition {
    /// Whether the submission may be taken as it was read before. Pages have previews, which change without a version. Giving up asks
    /// for no key: it writes what it reads without one.
    var goesByEarlierRead: Bool {
        switch change {
        case .validated, .read, .answered: true
        case .normalized, .previewed, .suggested, .failed: false
        }
    }
}
