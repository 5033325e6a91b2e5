public import Domain
internal import Postgres
internal import Sealing
public import Shared

/// Decisions of reviewers.
extension SubmissionStore {
    /// How often a decision is tried again after somebody else's change came first.
    private static let tries = 5

    /// What belongs to a decision beside its content.
    private struct Deed {
        let note: String?
        let traceparent: String?
        let keeping: AnswerKeeping?
        /// Set for a decision that was held until now.
        let held: DueDecision?
    }

    /// A reviewer's decision, with the key that its words are stored by.
    private struct Said {
        let decision: ReviewDecision
        let reviewer: Reviewer
        let key: SubmissionKey?
    }

    /// Decides on a submission in review; `note` goes to the audit trail only. Where a journey asks for several
    /// reviewers, the verdict is kept until the others have given theirs.
    public func decide(
        _ submission: SubmissionID, _ decision: ReviewDecision, note: String?, tenant: TenantID, reviewer: Reviewer,
        version: Int? = nil, traceparent: String? = nil, keeping: AnswerKeeping? = nil
    ) async throws(StoreError) -> DecisionAnswer {
        try await decide(
            submission, decision, tenant, reviewer, version,
            Deed(note: note, traceparent: traceparent, keeping: keeping, held: nil))
    }

    /// Carries out a held decision, under the name of the reviewer who made it. A decision that is no longer possible is
    /// dropped, which the audit trail records. False if it was taken back or carried out before.
    public func carryOut(_ due: DueDecision) async throws(StoreError) -> Bool {
        let deed = Deed(note: due.note, traceparent: due.traceparent, keeping: nil, held: due)
        do throws(StoreError) {
            // One that was held as it is needs no key, and is sealed where there is one.
            let hasKey = try? await keys?.cachedOrOwnKey(of: due.submission) != nil
            let store = acting(for: due.origin).leavingPersonsSealed(openingFindings: due.wasSealed || hasKey == true)
            let answer = try await store.decide(
                due.submission, due.decision, due.tenant, Reviewer(actor: due.origin.actor), due.version, deed)
            switch answer {
            case .changed(.done), .changed(.alreadyApplied), .waits: return true
            case .changed, .refused: break
            }
        } catch {
            // Nobody can open any more what another reviewer has said of it.
            guard error.code == .unopenable else { throw error }
        }
        return try await StoreError.wrapping("drop a decision") {
            let act = AuditAct(
                tenant: due.tenant, submission: due.submission, action: AuditedDeed.dropped,
                resource: "submissions/\(due.submission)", origin: due.origin, note: "the submission had changed by then",
                time: timestamp)
            return try await pool.withTransaction { transaction in
                let gone = try await transaction.execute("delete from review_holds where \(Self.isHeld(due))")
                guard gone == 1 else { return false }
                try await transaction.pipeline([
                    """
                    delete from review_claims where submission_id = \(due.submission.uuid) and actor = \(due.origin.actor)
                    """,
                    AuditWriter.statement([act]),
                ])
                return true
            }
        }
    }

    // MARK: - Deciding

    private func decide(
        _ id: SubmissionID, _ decision: ReviewDecision, _ tenant: TenantID, _ reviewer: Reviewer, _ version: Int?, _ deed: Deed
    ) async throws(StoreError) -> DecisionAnswer {
        var attempt = 1
        while true {
            guard let submission = try await submission(id, tenant: tenant) else { return .changed(.notFound) }
            if let version, version != submission.version { return .changed(.conflict(current: submission)) }
            let journey = try await journey(of: submission)
            if let refusal = Self.refusal(of: decision, on: submission, journey, at: timestamp) { return .changed(refusal) }
            let (refused, round) = try await StoreError.wrapping("look at a review") {
                (
                    try await ReviewStore.refusal(id, reviewer.actor, over: pool).refusal,
                    try await ReviewStore.round(of: submission, journey, keys, over: pool)
                )
            }
            let said = Said(
                decision: decision, reviewer: reviewer,
                key: try await StoreError.wrapping("read the key of a submission") {
                    deed.held?.wasSealed ?? true ? try await keys?.keyOfWords(about: id) : nil
                })
            if let refused { return .refused(refused) }
            do {
                switch round.step(after: decision, by: reviewer.actor) {
                case .alreadyReviewed: return .refused(.alreadyReviewed)
                case .wait:
                    guard try await keep(said, on: submission, journey, round, deed) else { break }
                    return .waits(submission)
                case .decide(let last):
                    let (audited, verdict) = try await StoreError.wrapping("record a decision") {
                        let act = try act(AuditedDeed.decision, on: submission, by: said, deed)
                        return (
                            AuditedDeed(
                                action: act.action, note: act.note, isNoteSealed: act.isNoteSealed, time: deed.held?.decidedAt),
                            try Self.verdict(said, on: submission, round, deed, ends: timestamp)
                        )
                    }
                    let answer = try await change(
                        id, tenant: tenant, version: submission.version, traceparent: deed.traceparent, audited: audited,
                        guards: [verdict],
                        keeping: deed.keeping
                    ) { (editor) throws(EditStop) in try editor.decide(last) }
                    // It changed since it was read. Who named no version decides on what is there now.
                    if case .conflict = answer, version == nil, attempt < Self.tries { break }
                    return .changed(answer)
                }
            } catch {
                // Somebody else has claimed or judged it meanwhile: what they did is the answer.
                guard error.code == .superseded else { throw error }
                if attempt == Self.tries { return .changed(.conflict(current: submission)) }
            }
            attempt += 1
        }
    }

    /// Why the decision is not possible; nil if it is.
    static func refusal(
        of decision: ReviewDecision, on submission: Submission, _ journey: JourneyDefinition, at now: Timestamp
    ) -> ChangeAnswer? {
        do throws(EditStop) {
            _ = try SubmissionEditor(submission, journey: journey, now: now).decide(decision)
            return nil
        } catch {
            switch error {
            case .alreadyApplied: return .alreadyApplied(submission)
            case .refused(let refusal): return .refused(refusal)
            case .notFound: return .notFound
            }
        }
    }

    /// Keeps a verdict that needs another one. False if the submission has changed.
    private func keep(
        _ said: Said, on submission: Submission, _ journey: JourneyDefinition, _ round: ReviewRound, _ deed: Deed
    ) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("keep a verdict") {
            let act = try act(AuditedDeed.verdict, on: submission, by: said, deed)
            let sealsAnswers = try await prepareKeys(of: submission.tenant).sealsAnswers
            return try await pool.withTransaction { transaction in
                let there = try await transaction.query(
                    """
                    select from submissions s where id = \(submission.id.uuid) and version = \(submission.version)
                        and \(ReviewStore.waits("s")) for update
                    """)
                guard there.count == 1 else { return false }
                var statements = [
                    try Self.verdict(said, on: submission, round, deed, ends: nil), AuditWriter.statement([act]),
                    "delete from review_drafts where submission_id = \(submission.id.uuid) and actor = \(said.reviewer.actor)",
                ]
                if let keeping = deed.keeping {
                    let key = sealsAnswers ? try await keys?.cachedOrOwnKey(of: submission.id, over: transaction) : nil
                    statements.append(try keeping.statement(submission, journey, by: key))
                }
                let answers = try await transaction.pipeline(statements)
                try GuardFailure.checkOwner(answers[0])
                if deed.keeping != nil { try AnswerKeeping.check(answers[statements.count - 1]) }
                return true
            }
        }
    }

    private func act(
        _ action: String, on submission: Submission, by said: Said, _ deed: Deed
    ) throws(SealingError) -> AuditAct {
        let act = AuditAct(
            tenant: submission.tenant, submission: submission.id, action: action, resource: "submissions/\(submission.id)",
            origin: origin ?? AuditOrigin(actor: said.reviewer.actor), note: deed.note, time: deed.held?.decidedAt ?? timestamp)
        return try SealedNote.sealing(act, by: said.key)
    }

    // MARK: - Statements

    /// Writes a verdict and ends the reviewer's claim, if no other reviewer has the submission and no verdict was added
    /// since the round was read. A held decision must still be held.
    private static func verdict(
        _ said: Said, on submission: Submission, _ round: ReviewRound, _ deed: Deed, ends: Timestamp?
    ) throws -> SQL {
        let (decision, reviewer) = (said.decision, said.reviewer)
        let (id, version) = (submission.id.uuid, submission.version)
        let (documents, agreed) = decision.agreement(with: submission)
        let isOurs: SQL =
            deed.held.map { "(select count(*) from hold) = \(Int64(1)) and \($0.version) = \(version)" } ?? "true"
        let held: SQL = deed.held.map(isHeld) ?? "submission_id = \(id) and actor = \(reviewer.actor)"
        let kept =
            ends == nil
            ? try SealedWords.column(DecisionRecord(decision), for: .verdict(of: reviewer.actor), by: said.key) : nil
        return """
            with claim as (
                delete from review_claims where submission_id = \(id) and actor = \(reviewer.actor) returning claimed_at
            ), hold as (delete from review_holds where \(held) returning decided_at)
            insert into review_verdicts (submission_id, version, actor, name, tenant, journey, is_accepted, decision, decided_at,
                seconds, documents, agreed, ended_at)
            select \(id), \(version), \(reviewer.actor), \(ReviewStore.name(of: reviewer)), \(submission.tenant.rawValue),
                \(submission.journey.rawValue), \(decision.isAcceptance), \(kept), coalesce(\(deed.held?.decidedAt.date), now()),
                extract(epoch from coalesce(\(deed.held?.decidedAt.date), now()) - (select claimed_at from claim))::float8,
                \(documents), \(agreed), \(ends?.date)
            where \(isOurs)
                and (select count(*) from review_verdicts v where v.submission_id = \(id) and v.version = \(version))
                    = \(round.verdicts.count)
                and not exists (
                    select from review_claims c
                    where c.submission_id = \(id) and c.ends_at > now() and c.actor <> \(reviewer.actor))
                and not exists (
                    select from review_holds h
                    where h.submission_id = \(id) and h.version = \(version) and h.actor <> \(reviewer.actor))
            """
    }

    private static func isHeld(_ due: DueDecision) -> SQL {
        """
        submission_id = \(due.submission.uuid) and actor = \(due.origin.actor) and version = \(due.version) and due_at <= now()
            and decided_at = \(due.decidedAt.date)
        """
    }
}
