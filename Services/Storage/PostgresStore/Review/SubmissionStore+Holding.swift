public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

/// Decisions that can be taken back for a while. The database holds them, so that a closed page or a stopped gateway
/// loses none.
extension SubmissionStore {
    public enum HoldAnswer: Sendable {
        case held(HeldDecision)
        /// What happened instead of holding the decision; never `done`.
        case unchanged(ChangeAnswer)
        case refused(ReviewRefusal)
    }

    /// Holds a decision, and replaces an earlier one of the same reviewer. A decision that is not possible now is not
    /// held.
    public func hold(
        _ id: SubmissionID, _ decision: ReviewDecision, note: String?, tenant: TenantID, reviewer: Reviewer,
        for time: Duration, version: Int? = nil, traceparent: String? = nil,
        keeping: @escaping @Sendable (HeldDecision) -> AnswerKeeping? = { _ in nil }
    ) async throws(StoreError) -> HoldAnswer {
        let (now, origin) = (timestamp, origin ?? AuditOrigin(actor: reviewer.actor))
        return try await StoreError.wrapping("hold a decision") {
            let (sealsAnswers, reader) = try await prepareKeys(of: tenant)
            return try await pool.withTransaction { transaction -> HoldAnswer in
                let read = try await reader.read([id], tenant: tenant, lock: .forUpdate, over: transaction)
                guard let submission = read[id] else { return .unchanged(.notFound) }
                if let version, version != submission.version { return .unchanged(.conflict(current: submission)) }
                let journey = try await requireJourney(submission.journeyVersion, over: transaction)
                if let refusal = Self.refusal(of: decision, on: submission, journey, at: now) { return .unchanged(refusal) }
                if let refusal = try await ReviewStore.refusal(id, reviewer.actor, over: transaction).refusal {
                    return .refused(refusal)
                }
                let answers = try await transaction.pipeline([
                    // Whoever takes it back goes on where they were.
                    ReviewStore.claiming(reviewer, from: "submissions where id = \(id.uuid)", isForced: true),
                    """
                    insert into review_holds (submission_id, tenant, actor, address, version, decision, note, traceparent,
                        decided_at, due_at)
                    values (\(id.uuid), \(tenant.rawValue), \(reviewer.actor), \(origin.address), \(submission.version),
                        \(try JSONText(encoding: DecisionRecord(decision))), \(note), \(traceparent), \(now.date),
                        now() + \(time.sqlInterval))
                    on conflict (submission_id) do update set tenant = excluded.tenant, actor = excluded.actor,
                        address = excluded.address, version = excluded.version, decision = excluded.decision, note = excluded.note,
                        traceparent = excluded.traceparent, decided_at = excluded.decided_at, due_at = excluded.due_at
                    returning due_at
                    """,
                ])
                guard let row = answers[1].first else { throw StoreError.changedMeanwhile("a decision was not held") }
                let held = HeldDecision(submission: id, by: reviewer, until: try row.decodeTimestamp("due_at"))
                if let keeping = keeping(held) {
                    let key = sealsAnswers ? try await keys?.cachedOrOwnKey(of: id, over: transaction) : nil
                    try AnswerKeeping.check(try await transaction.query(try keeping.statement(submission, journey, by: key)))
                }
                return .held(held)
            }
        }
    }

    /// Takes the reviewer's own decision back; nil on success. `notFound`: the reviewer holds no decision, or no longer.
    public func takeBack(
        _ id: SubmissionID, tenant: TenantID, reviewer: Reviewer
    ) async throws(StoreError) -> ReviewRefusal? {
        let act = AuditAct(
            tenant: tenant, submission: id, action: AuditedDeed.takenBack, resource: "submissions/\(id)",
            origin: origin ?? AuditOrigin(actor: reviewer.actor), time: timestamp)
        return try await StoreError.wrapping("take a decision back") {
            let isGone = try await pool.withTransaction { transaction in
                let gone = try await transaction.execute(
                    """
                    delete from review_holds
                    where submission_id = \(id.uuid) and tenant = \(tenant.rawValue) and actor = \(reviewer.actor)
                    """)
                if gone > 0 { try await transaction.execute(AuditWriter.statement([act])) }
                return gone > 0
            }
            if isGone { return nil }
            let (refusal, isHeld) = try await ReviewStore.refusal(id, reviewer.actor, over: pool)
            if isHeld, let refusal { return refusal }
            return .notFound
        }
    }

    /// The held decisions that are due, the longest due first, and the time until the next one (at most an hour), if one
    /// is known.
    public func dueDecisions(limit: Int) async throws(StoreError) -> (due: [DueDecision], next: Duration?) {
        try await StoreError.wrapping("look for decisions to carry out") {
            // The first that is not due comes behind them.
            let rows = try await pool.query(
                """
                select *, extract(epoch from due_at - now())::float8 as seconds from review_holds order by due_at limit \(limit + 1)
                """)
            let waits = try rows.map { try $0.decode("seconds", as: Double.self) }
            let due = try rows.prefix(min(limit, waits.count { $0 <= 0 })).map { row in
                let origin = AuditOrigin(actor: try row.decode("actor"), address: try row.decodeIfPresent("address"))
                return DueDecision(
                    submission: try row.decodeID("submission_id"), tenant: try row.decodeValue("tenant"),
                    version: try row.decode("version"),
                    // A part of a decision is refused when it is carried out, and dropped.
                    decision: try row.decodeJSON("decision", as: DecisionRecord.self).decision ?? ReviewDecision([:]),
                    note: try row.decodeIfPresent("note"), origin: origin, traceparent: try row.decodeIfPresent("traceparent"),
                    decidedAt: try row.decodeTimestamp("decided_at"))
            }
            return (due, waits.first { $0 > 0 }.map { .milliseconds(Int64(max(0, min($0, 3600)) * 1000)) })
        }
    }
}
