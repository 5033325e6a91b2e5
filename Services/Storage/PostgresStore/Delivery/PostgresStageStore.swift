public import Domain
public import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

public struct PostgresStageStore: StageStore, StageReader {
    let pool: PostgresPool
    private let journeys: JourneyStore
    private let reads: SubjectReads
    private let source: String
    private let now: @Sendable () -> Date
    private let keys: SealingKeyStore?

    /// `source` is the attribute of events, such as `/docket/validation`. Without `keys` values in rows are stored as they are,
    /// and submissions whose values are sealed cannot be read, unless `opensPersons` is false: then nothing of their persons is read.
    public init(
        pool: PostgresPool, source: String, keys: SealingKeyStore? = nil, opensPersons: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.pool = pool
        self.keys = keys
        self.source = source
        self.now = now
        journeys = JourneyStore()
        reads = SubjectReads(
            pool: pool, reader: SubmissionReader(keys: keys, opening: opensPersons ? .all : .none), journeys: journeys)
    }

    /// Concurrent reads of subjects share a query.
    public func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject? {
        try await StoreError.wrapping("read a stage's submission") { try await reads.subject(id) }
    }

    /// Changes that leave pages unchanged use the submissions as `stageSubject` read them, if their versions are the
    /// expected ones; the update's guard verifies that. All others are read again and locked.
    public func commit(_ items: [StageCommit], _ lease: Lease) async throws(StoreError) -> [StageCommitResult] {
        guard !items.isEmpty else { return [] }
        return try await StoreError.wrapping("commit a stage's batch") {
            let known = reads.take(items.compactMap(\.transition))
            let keys = try await sealing(items.compactMap(\.transition))
            if !known.isEmpty, let results = try await commit(items, lease, known: known, keys) { return results }
            guard let results = try await commit(items, lease, known: [:], keys) else {
                throw StoreError.changedMeanwhile("a submission that is locked")
            }
            return results
        }
    }

    /// What a batch seals. The keys are looked for before the transaction, which holds a connection.
    private func sealing(_ transitions: [StageTransition]) async throws(SealingError) -> StageSealing {
        guard let keys, try await keys.hasBegun() else { return StageSealing() }
        var sealing = StageSealing(
            sealsFindings: try await keys.hasBegun(.findings), sealsSigners: try await keys.hasBegun(.signers))
        let sealsValues = try await keys.hasBegun(.values)
        let wanted = transitions.filter { transition in
            switch transition.change {
            case .read: sealsValues
            case .validated, .normalized, .answered, .suggested: true
            case .previewed, .failed: false
            }
        }
        let found = try await keys.cachedOrOwnKeys(of: Set(wanted.map(\.submission)))
        sealing.keys = found.keys
        sealing.lost = Set(found.lost.keys)
        // What was read of a document is stored under the key, or not at all.
        for transition in wanted {
            if case .read = transition.change, let error = found.lost[transition.submission] { throw error }
        }
        return sealing
    }

    /// Nil, without any change, if a submission has changed since it was read.
    private func commit(
        _ items: [StageCommit], _ lease: Lease, known: [SubmissionID: Submission], _ sealing: StageSealing
    ) async throws -> [StageCommitResult]? {
        do {
            return try await pool.withTransaction { transaction in
                var batch = try await read(items, known: known, sealing.keys, over: transaction)
                var plan = StageBatchPlan(sealing)
                let results = try items.map { item in
                    guard let transition = try item.transition.map(sealing.stored) else {
                        return StageCommitResult.applied(version: nil)
                    }
                    return try plan.take(batch.decide(transition), of: transition, under: batch.journeys)
                }
                var statements = try plan.statements(EventWriter(source: source, owner: lease.instance))
                if let marking = marking(items) { statements.append(marking) }
                let deliveries = zip(items, results).flatMap { item, result in item.deliveries(after: result) }
                if let planning = PostgresDeliveryStore.planning(deliveries) { statements.append(planning) }
                let ends = zip(items, results).map { item, result in (key: item.workItem, end: item.end(after: result)) }
                let ending = PostgresWorkItemStore.ending(ends, lease)
                let notices = zip(items, ends).compactMap { item, ended in ended.end.isParking ? item.deadLetter : nil }
                statements.append(
                    notices.isEmpty ? ending : PostgresDeadLetters.writing(notices, owner: lease.instance, after: ending))
                try await transaction.finish(statements)
                return results
            }
        } catch let error as PostgresError where error.isOfCount {
            return nil
        }
    }

    public func giveUp(_ notice: DeadLetterNotice, _ lease: Lease) async throws(StoreError) {
        _ = try await StoreError.wrapping("give up a record") {
            try await pool.execute(PostgresDeadLetters.writing([notice], owner: lease.instance))
        }
    }

    /// A record that was read was published. A row that its own relay is just marking is left to it.
    private func marking(_ items: [StageCommit]) -> SQL? {
        let known = items.compactMap { item in item.publishedAt.map { (item.workItem.eventID.uuid, $0) } }
        guard !known.isEmpty else { return nil }
        return """
            with known as (
                select * from unnest(\(known.map(\.0)), \(known.map(\.1.cluster)), \(known.map(\.1.partition)),
                    \(known.map(\.1.offset))) as known (event_id, cluster, partition, record_offset)
            ), unmarked as (
                select o.position from outbox o join known using (event_id)
                where \(OutboxLineSQL.isKnownAndUnpublished("o"))
                for update of o skip locked
            )
            update outbox o set published_at = now(), cluster = known.cluster, partition = known.partition,
                record_offset = known.record_offset
            from unmarked, known where o.position = unmarked.position and o.event_id = known.event_id
            """
    }

    private func read(
        _ items: [StageCommit], known: [SubmissionID: Submission], _ keys: [SubmissionID: SubmissionKey],
        over transaction: PostgresTransaction
    ) async throws -> StageBatch {
        let transitions = items.compactMap(\.transition)
        var batch = StageBatch(now: Timestamp(now()), submissions: known)
        let unknown = Set(transitions.map(\.submission)).subtracting(known.keys)
        if !unknown.isEmpty {
            // No change needs what is sealed of persons, and none waits for a key.
            let reader = SubmissionReader(keys: nil, opening: .none, knownKeys: keys)
            let read = try await reader.read(unknown.sorted(), tenant: nil, lock: .forUpdate, over: transaction)
            batch.submissions.merge(read) { $1 }
        }
        guard !batch.submissions.isEmpty else { return batch }
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
            let version = StageBatch.Version(
                submission: try row.decodeID("submission_id"), number: try row.decode("sequence"))
            batch.eventTypes[version] = try row.decodeCase("type")
        }
        return batch
    }
}
