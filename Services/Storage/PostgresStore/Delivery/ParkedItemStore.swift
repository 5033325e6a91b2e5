public import Domain
public import FoundationEssentials
public import Postgres
public import Shared

/// The parked items of all tenants, for operators.
public struct ParkedItemStore: Sendable {
    private let pool: PostgresPool
    private let submissions: SubmissionStore
    private let now: @Sendable () -> Date

    /// The relay of `submissions`' owner publishes resubmissions.
    public init(pool: PostgresPool, submissions: SubmissionStore, now: @escaping @Sendable () -> Date = { Date() }) {
        self.pool = pool
        self.submissions = submissions
        self.now = now
    }

    /// The oldest first, after a place in the list of dead letters.
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

    /// The parked ones among these events.
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

    /// Retries the item if it is unchanged since it was read. `act` is written into the audit trail in the same
    /// transaction.
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
            let answer = try await submissions.leavingPersonsSealed.change(
                item.event.submission, tenant: item.event.tenant, version: item.version, traceparent: nil,
                also: [Self.ending(item.key)] + (act.map { [AuditWriter.statement([$0])] } ?? [])
            ) { (editor) throws(EditStop) in try editor.retry() }
            return answer.submission == nil ? .changedMeanwhile : .done
        }
    }

    /// Prepares to discard the item finally. The submission stays unchanged. False if it is no longer parked.
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

    /// The item keeps its failure.
    private static func ending(_ key: WorkItemKey) -> SQL {
        """
        update work_items set state = 'done', changed_at = now()
        where stage = \(key.stage.rawValue) and event_id = \(key.eventID.uuid) and state = 'parked'
        """
    }
}
