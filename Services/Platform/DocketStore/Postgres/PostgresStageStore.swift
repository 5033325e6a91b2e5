public import FoundationEssentials
public import Postgres
public import Shared

public struct PostgresStageStore: StageStore, StageReader {
    private let pool: PostgresPool
    private let journeys = JourneyStore()
    private let source: String
    private let now: @Sendable () -> Date

    /// `source` is the attribute of that name in events, such as `/docket/validation`.
    public init(pool: PostgresPool, source: String, now: @escaping @Sendable () -> Date = { Date() }) {
        self.pool = pool
        self.source = source
        self.now = now
    }

    public func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject? {
        try await StoreError.wrapping("read a stage's submission") {
            let read = try await SubmissionReader.read([id], tenant: nil, lock: .none, over: pool)
            guard let submission = read[id] else { return nil }
            let journeys = try await journeys.journeys([submission.journeyVersion], over: pool)
            return journeys[submission.journeyVersion].map { StageSubject(submission: submission, journey: $0) }
        }
    }

    public func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult] {
        guard !items.isEmpty else { return [] }
        let events = EventWriter(source: source, owner: lease.instance)
        return try await StoreError.wrapping("commit a stage's batch") {
            try await pool.withTransaction { transaction in
                if let marking = marking(items) { try await transaction.execute(marking) }
                var batch = try await read(items, over: transaction)
                var statements: [SQL] = []
                var guards: [Int] = []
                let results = try items.map { item in
                    guard let transition = item.transition else { return StageCommitResult.applied(version: nil) }
                    switch batch.decide(transition) {
                    case .answer(let result): return result
                    case .preview(let preview, let old, let new):
                        statements += Self.statements(preview, old, new)
                        return .applied(version: nil)
                    case .edit(let edit, let old):
                        guards.append(statements.count)
                        statements += try SubmissionWriter.difference(from: old, to: edit.submission)
                        statements.append(try events.statement(for: edit, traceparent: transition.traceparent))
                        return .applied(version: edit.submission.version)
                    }
                }
                // In one order everywhere, so that two batches with the same items cannot wait for each other.
                let ends = zip(items, results).sorted { $0.0.workItem.eventID < $1.0.workItem.eventID }
                statements += ends.map { item, result in
                    PostgresWorkItemStore.ending(item.workItem, item.end(after: result), lease)
                }
                let answers = try await transaction.pipeline(statements)
                for index in guards { try GuardFailure.check(answers[index]) }
                return results
            }
        }
    }

    /// What was read from a topic has been published. A row that its own relay is marking right now is left to it.
    private func marking(_ items: [StageCommit]) -> SQL? {
        let known = items.compactMap { item in item.publishedAt.map { (item.workItem.eventID.uuid, $0) } }
        guard !known.isEmpty else { return nil }
        return """
            with known as (
                select * from unnest(\(known.map(\.0)), \(known.map(\.1.cluster)), \(known.map(\.1.partition)),
                    \(known.map(\.1.offset))) as known (event_id, cluster, partition, record_offset)
            ), unmarked as (
                select o.position from outbox o join known using (event_id) where o.published_at is null
                for update of o skip locked
            )
            update outbox o set published_at = now(), cluster = known.cluster, partition = known.partition,
                record_offset = known.record_offset
            from unmarked, known where o.position = unmarked.position and o.event_id = known.event_id
            """
    }

    private static func statements(_ preview: PagePreview, _ old: Submission, _ new: Submission) -> [SQL] {
        let image = preview.image
        return [
            """
            update pages set preview_digest = \(image.file.digest.bytes), preview_size = \(image.file.size),
                preview_media_type = \(image.file.mediaType.essence), preview_width = \(image.size.width),
                preview_height = \(image.size.height)
            where id = \(preview.page.uuid) and original_digest = \(preview.digest.bytes)
            """
        ] + SubmissionWriter.custody(from: old, to: new)
    }

    private func read(_ items: [StageCommit], over transaction: PostgresTransaction) async throws -> StageBatch {
        let transitions = items.compactMap(\.transition)
        let ids = Set(transitions.map(\.submission))
        var batch = StageBatch(now: Timestamp(now()))
        guard !ids.isEmpty else { return batch }
        batch.submissions = try await SubmissionReader.read(
            ids.sorted(), tenant: nil, lock: .forUpdate, over: transaction)
        batch.journeys = try await journeys.journeys(
            Set(batch.submissions.values.map(\.journeyVersion)), over: transaction)
        let late = transitions.filter { (batch.submissions[$0.submission]?.version ?? 0) > $0.expectedVersion }
        guard !late.isEmpty else { return batch }
        let rows = try await transaction.query(
            """
            select e.submission_id, e.sequence, e.type from events e
                join unnest(\(late.map(\.submission.uuid)), \(late.map { $0.expectedVersion + 1 }))
                    as late (submission_id, sequence) using (submission_id, sequence)
            """)
        for row in rows {
            batch.eventTypes[EventID.event(of: try row.decodeID("submission_id"), sequence: try row.decode("sequence"))] =
                try row.decodeCase("type")
        }
        return batch
    }
}

/// The submissions of a batch while its items are decided on, one after the other.
private struct StageBatch {
    enum Decision {
        case edit(SubmissionEdit, from: Submission)
        case preview(PagePreview, from: Submission, to: Submission)
        case answer(StageCommitResult)
    }

    let now: Timestamp
    var submissions: [SubmissionID: Submission] = [:]
    var journeys: [ContentDigest: JourneyDefinition] = [:]
    /// By the id that the event of a version has.
    var eventTypes: [EventID: EventType] = [:]

    init(now: Timestamp) { self.now = now }

    mutating func decide(_ transition: StageTransition) -> Decision {
        let submission = submissions[transition.submission]
        let next = EventID.event(of: transition.submission, sequence: transition.expectedVersion + 1)
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
        }
    }
}
