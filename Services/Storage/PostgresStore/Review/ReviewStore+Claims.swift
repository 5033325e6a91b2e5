public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

/// Claims: a reviewer has a submission open. A claim is a lease by the database's clock; an expired one has no effect.
extension ReviewStore {
    /// The answer to a claim.
    public enum ClaimAnswer: Sendable, Hashable {
        case claimed(ReviewClaim)
        case refused(ReviewRefusal)
    }

    /// How many candidates are tried when other reviewers claim them first. Each failed try means that another reviewer
    /// has claimed one.
    private static let tries = 50

    /// Claims the free submission that has waited longest; nil if there is none. With `last`, the submissions after it in
    /// the queue come first. `last` itself is never claimed.
    public func claimNext(
        tenant: TenantID, reviewer: Reviewer, journey: JourneyID? = nil, after last: SubmissionID? = nil
    ) async throws(StoreError) -> (submission: SubmissionID, claim: ReviewClaim)? {
        try await StoreError.wrapping("claim the next submission") {
            let place = try await place(of: last, tenant)
            for start in place.map({ [$0, nil] }) ?? [nil] {
                for _ in 1...Self.tries {
                    let candidate = Self.candidate(tenant, reviewer.actor, journey, after: start, without: last)
                    let rows = try await pool.query(
                        """
                        with candidate as materialized (\(candidate) for no key update of s skip locked),
                        claim as (\(Self.claiming(reviewer, from: "candidate")))
                        select (select count(*) from candidate) as candidates, c.submission_id, c.name, c.ends_at
                        from (select) as always left join claim c on true
                        """)
                    guard let row = rows.first, try row.decode("candidates", as: Int.self) > 0 else { break }
                    // Somebody else had claimed it between the look and the lock.
                    guard let id = try row.decodeIfPresent("submission_id", as: UUID.self) else { continue }
                    return (SubmissionID(id), try Self.claim(row, reviewer))
                }
            }
            return nil
        }
    }

    /// The submission that would be claimed next.
    public func next(
        tenant: TenantID, reviewer: Reviewer, journey: JourneyID? = nil, without submission: SubmissionID? = nil
    ) async throws(StoreError) -> SubmissionID? {
        try await StoreError.wrapping("look for the next submission") {
            try await pool.query(Self.candidate(tenant, reviewer.actor, journey, after: nil, without: submission)).first?
                .decodeID("id")
        }
    }

    /// Claims a submission, or renews the claim. With `takesOver`, a claim of another reviewer is replaced, which the
    /// audit trail records.
    public func claim(
        _ submission: SubmissionID, tenant: TenantID, reviewer: Reviewer, takesOver: Bool = false, by origin: AuditOrigin
    ) async throws(StoreError) -> ClaimAnswer {
        try await StoreError.wrapping("claim a submission") {
            try await pool.withTransaction { transaction -> ClaimAnswer in
                let there = try await transaction.query(
                    "select state from submissions where id = \(submission.uuid) and tenant = \(tenant.rawValue) for no key update"
                )
                guard let state: SubmissionState = try there.first?.decodeCase("state") else { return .refused(.notFound) }
                guard state == .inReview else { return .refused(.notInReview(state)) }
                let found = try await Self.refusal(submission, reviewer.actor, over: transaction)
                let other: ReviewClaim? = if case .claimed(let claim)? = found.refusal, !found.isHeld { claim } else { nil }
                if let refusal = found.refusal, other == nil || !takesOver { return .refused(refusal) }
                let rows = try await transaction.query(
                    Self.claiming(reviewer, from: "submissions where id = \(submission.uuid)", isForced: true))
                guard let row = rows.first else { throw StoreError.changedMeanwhile("a claim wrote no row") }
                if let other {
                    let act = AuditAct(
                        tenant: tenant, submission: submission, action: "review.take-over",
                        resource: "submissions/\(submission)", origin: origin, note: "from \(other.by.actor)",
                        time: Timestamp(Date()))
                    try await transaction.execute(AuditWriter.statement([act]))
                }
                return .claimed(try Self.claim(row, reviewer))
            }
        }
    }

    /// Releases the reviewer's own claim, if there is one.
    public func release(_ submission: SubmissionID, reviewer: Reviewer) async throws(StoreError) {
        try await StoreError.wrapping("release a submission") {
            _ = try await pool.execute(
                "delete from review_claims where submission_id = \(submission.uuid) and actor = \(reviewer.actor)")
        }
    }

    /// Deletes claims that ended more than an hour ago; returns how many.
    public func purgeClaims(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("forget claims") {
            try await pool.execute(
                """
                delete from review_claims where submission_id in (
                    select submission_id from review_claims where ends_at < now() - interval '1 hour'
                    order by ends_at limit \(limit) for update skip locked)
                """)
        }
    }

    // MARK: - Statements

    /// Why the reviewer may not claim or decide, and whether a held decision is the reason. The submission is locked
    /// meanwhile.
    static func refusal(
        _ submission: SubmissionID, _ actor: String, over executor: some PostgresExecutor
    ) async throws -> (refusal: ReviewRefusal?, isHeld: Bool) {
        let answers = try await executor.pipeline([
            """
            select h.actor, h.actor as name, h.due_at as ends_at from review_holds h join submissions s on s.id = h.submission_id
            where h.submission_id = \(submission.uuid) and h.version = s.version and h.actor <> \(actor)
            """,
            """
            select actor, name, ends_at from review_claims
            where submission_id = \(submission.uuid) and ends_at > now() and actor <> \(actor)
            """,
            """
            select v.actor from review_verdicts v join submissions s on s.id = v.submission_id
            where v.submission_id = \(submission.uuid) and v.version = s.version and v.actor = \(actor)
            """,
        ])
        if answers[2].first != nil { return (.alreadyReviewed, false) }
        for (index, answer) in answers.prefix(2).enumerated() {
            guard let row = answer.first else { continue }
            let other: String = try row.decode("actor")
            let reviewer = index == 0 ? Reviewer(actor: other) : Reviewer(actor: other, name: try row.decode("name"))
            return (.claimed(ReviewClaim(by: reviewer, until: try row.decodeTimestamp("ends_at"))), index == 0)
        }
        return (nil, false)
    }

    /// The submission that has waited longest and is free for the reviewer.
    private static func candidate(
        _ tenant: TenantID, _ actor: String, _ journey: JourneyID?, after place: ReviewPlace?, without other: SubmissionID?
    ) -> SQL {
        var conditions: [SQL] = ["s.tenant = \(tenant.rawValue)", waits("s"), isFree("s", for: actor)]
        if let journey { conditions.append("s.journey = \(journey.rawValue)") }
        if let other { conditions.append("s.id <> \(other.uuid)") }
        if let place { conditions.append("(s.review_since, s.id) > (\(place.since.date), \(place.submission.uuid))") }
        return """
            select s.id, s.tenant from submissions s where \(SQL.joined(conditions, separator: " and "))
            order by s.review_since, s.id limit 1
            """
    }

    /// The place in the queue of a submission that was passed over; nil if a decision on it was made or is held.
    private func place(of last: SubmissionID?, _ tenant: TenantID) async throws -> ReviewPlace? {
        guard let last else { return nil }
        return try await pool.query(
            """
            select s.review_since from submissions s where s.id = \(last.uuid) and s.tenant = \(tenant.rawValue)
                and \(Self.waits("s")) and s.review_since is not null
                and not exists (select from review_holds h where h.submission_id = s.id and h.version = s.version)
            """
        ).first.map { ReviewPlace(since: try $0.decodeTimestamp("review_since"), submission: last) }
    }

    /// Writes a claim on each submission of that table. A lasting claim of another reviewer is replaced only with
    /// `isForced`.
    static func claiming(_ reviewer: Reviewer, from submissions: SQL, isForced: Bool = false) -> SQL {
        let isTheirs: SQL = "old.actor = excluded.actor and old.ends_at > now()"
        let condition: SQL = isForced ? "" : " where old.ends_at <= now() or old.actor = excluded.actor"
        return """
            insert into review_claims as old (submission_id, tenant, actor, name, ends_at)
            select id, tenant, \(reviewer.actor), \(name(of: reviewer)), now() + \(ReviewClaim.lease.sqlInterval) from \(submissions)
            on conflict (submission_id) do update set tenant = excluded.tenant, actor = excluded.actor, name = excluded.name,
                ends_at = excluded.ends_at, claimed_at = case when \(isTheirs) then old.claimed_at else now() end\(condition)
            returning submission_id, name, ends_at
            """
    }

    static func claim(_ row: Row, _ reviewer: Reviewer) throws -> ReviewClaim {
        ReviewClaim(
            by: Reviewer(actor: reviewer.actor, name: try row.decode("name")), until: try row.decodeTimestamp("ends_at"))
    }
}
