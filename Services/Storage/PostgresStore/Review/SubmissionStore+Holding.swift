public import Domain
internal import FoundationEssentials
internal import Postgres
internal import Sealing
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
            let sealsWords = try await keys?.hasBegun(.words) ?? false
            return try await pool.withTransaction { transaction -> HoldAnswer in
                let read = try await reader.read([id], tenant: tenant, lock: .forUpdate, over: transaction)
                guard let submission = read[id] else { return .unchanged(.notFound) }
                if let version, version != submission.version { return .unchanged(.conflict(current: submission)) }
                let journey = try await requireJourney(submission.journeyVersion, over: transaction)
                if let refusal = Self.refusal(of: decision, on: submission, journey, at: now) { return .unchanged(refusal) }
                if let refusal = try await ReviewStore.refusal(id, reviewer.actor, over: transaction).refusal {
                    return .refused(refusal)
                }
                let key = sealsAnswers || sealsWords ? try await keys?.cachedOrOwnKey(of: id, over: transaction) : nil
                let row = try Self.held(decision, note, by: reviewer, sealsWords ? key : nil)
                let answers = try await transaction.pipeline([
                    // Whoever takes it back goes on where they were.
                    ReviewStore.claiming(reviewer, from: "submissions where id = \(id.uuid)", isForced: true),
                    """
                    insert into review_holds (submission_id, tenant, actor, address, version, decision, note, traceparent,
                        decided_at, due_at)
                    values (\(id.uuid), \(tenant.rawValue), \(reviewer.actor), \(origin.address), \(submission.version),
                        \(row.decision), \(row.note), \(traceparent), \(now.date), now() + \(time.sqlInterval))
                    on conflict (submission_id) do update set tenant = excluded.tenant, actor = excluded.actor,
                        address = excluded.address, version = excluded.version, decision = excluded.decision, note = excluded.note,
                        traceparent = excluded.traceparent, decided_at = excluded.decided_at, due_at = excluded.due_at
                    returning due_at
                    """,
                ])
                guard let row = answers[1].first else { throw StoreError.changedMeanwhile("a decision was not held") }
                let held = HeldDecision(submission: id, by: reviewer, until: try row.decodeTimestamp("due_at"))
                if let keeping = keeping(held) {
                    let statement = try keeping.statement(submission, journey, by: sealsAnswers ? key : nil)
                    try AnswerKeeping.check(try await transaction.query(statement))
                }
                return .held(held)
            }
        }
    }

    /// The columns of a decision and its note, which is sealed together with it.
    static func held(
        _ decision: ReviewDecision, _ note: String?, by reviewer: Reviewer, _ key: SubmissionKey?
    ) throws -> (decision: JSONText, note: String?) {
        var words = DecisionRecord(decision)
        if key != nil { words.note = note }
        return (try SealedWords.column(words, for: .held(by: reviewer.actor), by: key), key == nil ? note : nil)
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

    /// The held decisions that are due, as one look finds them.
    public struct DueDecisions: Sendable {
        /// The longest due first.
        public internal(set) var decisions: [DueDecision] = []
        /// The time until the next one (at most an hour), if it is known.
        public internal(set) var next: Duration?
        /// Why others wait that are due: a key cannot be had now.
        public internal(set) var obstacle: String?
    }

    /// At most `limit` held decisions that are due. Where a tenant's key cannot be had, its decisions wait, and nobody else's.
    public func dueDecisions(limit: Int) async throws(StoreError) -> DueDecisions {
        try await StoreError.wrapping("look for decisions to carry out") {
            var (found, place): (DueDecisions, SQL) = (DueDecisions(), "true")
            var waiting: Set<TenantID> = []
            while true {
                let rows = try await pool.query(
                    """
                    select *, extract(epoch from due_at - now())::float8 as seconds from review_holds where \(place)
                    order by due_at, submission_id limit \(limit)
                    """)
                for row in rows {
                    let seconds = try row.decode("seconds", as: Double.self)
                    guard seconds <= 0 else {
                        found.next = .milliseconds(Int64(min(seconds, 3600) * 1000))
                        return found
                    }
                    guard found.decisions.count < limit else { return found }
                    let tenant: TenantID = try row.decodeValue("tenant")
                    guard !waiting.contains(tenant) else { continue }
                    do {
                        found.decisions.append(try await dueDecision(row, of: tenant))
                    } catch let error as SealingError where [.unavailable, .unknownKey].contains(error.code) {
                        waiting.insert(tenant)
                        found.obstacle = error.description
                    }
                }
                guard rows.count == limit, let last = rows.last else { return found }
                let (due, submission) = (
                    try last.decode("due_at", as: Date.self), try last.decode("submission_id", as: UUID.self)
                )
                place = "(due_at, submission_id) > (\(due), \(submission))"
            }
        }
    }

    private func dueDecision(_ row: Row, of tenant: TenantID) async throws -> DueDecision {
        let (submission, actor): (SubmissionID, String) = (try row.decodeID("submission_id"), try row.decode("actor"))
        var (words, wasSealed) = (DecisionRecord(), true)
        do {
            (words, wasSealed) = try await SealedWords.words(
                row, in: "decision", for: .held(by: actor), about: submission, by: keys)
        } catch let error as SealingError where [.damaged, .gone].contains(error.code) {
            // Nobody will ever open it: as a decision on nothing it is refused, and dropped.
        }
        return DueDecision(
            submission: submission, tenant: tenant, version: try row.decode("version"),
            // A part of a decision is refused when it is carried out, and dropped.
            decision: words.decision ?? ReviewDecision([:]), note: try words.note ?? row.decodeIfPresent("note"),
            wasSealed: wasSealed, origin: AuditOrigin(actor: actor, address: try row.decodeIfPresent("address")),
            traceparent: try row.decodeIfPresent("traceparent"), decidedAt: try row.decodeTimestamp("decided_at"))
    }
}
