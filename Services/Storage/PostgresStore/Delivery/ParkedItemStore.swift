public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The dead letters of an installation, for its operators: whatever tenant they belong to.
public struct ParkedItemStore: Sendable {
    private let pool: PostgresPool
    private let submissions: SubmissionStore
    private let now: @Sendable () -> Date

    /// What is submitted again is published by the relay of `submissions`' owner.
    public init(pool: PostgresPool, submissions: SubmissionStore, now: @escaping @Sendable () -> Date = { Date() }) {
        self.pool = pool
        self.submissions = submissions
        self.now = now
    }

    /// The oldest ones first, behind a place of the list of dead letters.
    public func parked(
        _ filter: DeadLetterFilter = DeadLetterFilter(), limit: Int, after place: DeadLetterPlace? = nil
    ) async throws(StoreError) -> [ParkedItem] {
        var conditions: [SQL] = ["true"]
        if let stage = filter.stage { conditions.append("w.stage = \(stage.rawValue)") }
        if let cause = filter.cause { conditions.append("\(DeadLetterCounts.code) = \(cause)") }
        if let tenant = filter.tenant { conditions.append("e.tenant = \(tenant.rawValue)") }
        switch place?.key {
        case nil: break
        // At the same moment events come before records.
        case .record?: conditions.append("w.changed_at > \(PostgresDeadLetters.moment(of: place))")
        case .event(let id)?:
            conditions.append("(w.changed_at, w.event_id) > (\(PostgresDeadLetters.moment(of: place)), \(id.uuid))")
        }
        return try await read(SQL.joined(conditions, separator: " and "), limit: limit)
    }

    /// Those of the events that are parked.
    public func parked(events: [EventID]) async throws(StoreError) -> [ParkedItem] {
        try await read("w.event_id = any(\(events.map(\.uuid)))", limit: events.count)
    }

    private func read(_ condition: SQL, limit: Int) async throws(StoreError) -> [ParkedItem] {
        try await StoreError.wrapping("list dead letters") {
            try await pool.query(
                """
                select w.stage, w.attempts, w.last_error, w.changed_at, s.state as submission_state,
                    s.version as submission_version, \(PostgresEventLog.columns)
                from work_items w join events e on e.id = w.event_id left join submissions s on s.id = e.submission_id
                where \(condition) and w.state = 'parked' order by w.changed_at, w.event_id limit \(limit)
                """
            ).map { row in
                let event = try PostgresEventLog.event(row)
                return ParkedItem(
                    key: WorkItemKey(stage: try row.decodeCase("stage"), eventID: event.id), event: event,
                    attempts: try row.decode("attempts"), error: try row.decodeIfPresent("last_error"),
                    parkedAt: try row.decode("changed_at"), state: try row.decodeCaseIfPresent("submission_state"),
                    version: try row.decodeIfPresent("submission_version"))
            }
        }
    }

    /// Sends the item again, if it is still as it was when it was read.
    /// `act` is written into the audit trail with it.
    public func retry(_ item: ParkedItem, noting act: AuditAct? = nil) async throws(StoreError) -> RetryAnswer {
        switch item.retry {
        case .nothing: return .nothing
        case .tryAgain:
            return try await StoreError.wrapping("send a parked work item again") {
                try await pool.withTransaction { transaction in
                    guard try await transaction.execute(PostgresWorkItemStore.unparking(item.key)) == 1 else {
                        return .changedMeanwhile
                    }
                    if let act { try await transaction.execute(AuditWriter.statement([act])) }
                    return .done
                }
            }
        case .submit:
            let answer = try await submissions.change(
                item.event.submission, tenant: item.event.tenant, version: item.version, traceparent: nil,
                also: [Self.ending(item.key)] + (act.map { [AuditWriter.statement([$0])] } ?? [])
            ) { (editor) throws(EditStop) in try editor.retry() }
            return answer.submission == nil ? .changedMeanwhile : .done
        }
    }

    /// Gives the item up for good. Prepares only; the submission stays as it is. False when it is not parked any more.
    public func discard(_ item: ParkedItem) -> ConfirmationRequired<Bool> {
        let (key, event) = (item.key, item.event)
        let prompt = ConfirmationPrompt(
            title: "Discard this dead letter?",
            message:
                "The \(key.stage.rawValue) of event \(key.eventID) of submission \(event.submission) will never be tried again.",
            actionLabel: "Discard")
        let subject = ConfirmationSubject(
            action: "dead-letter.discard", resource: "submissions/\(event.submission)/events/\(key.eventID)",
            version: event.sequence)
        return ConfirmationRequired(prompt, of: subject) { [pool, now] confirmation in
            try await StoreError.wrapping("discard a dead letter") {
                try await pool.withTransaction { transaction in
                    guard try await transaction.execute(Self.ending(key)) == 1 else { return false }
                    try await transaction.execute(
                        AuditWriter.statement([
                            AuditAct(confirmation, tenant: event.tenant, submission: event.submission, at: Timestamp(now()))
                        ]))
                    return true
                }
            }
        }
    }

    /// What the item failed of stays with it.
    private static func ending(_ key: WorkItemKey) -> SQL {
        """
        update work_items set state = 'done', changed_at = now()
        where stage = \(key.stage.rawValue) and event_id = \(key.eventID.uuid) and state = 'parked'
        """
    }
}
