public import Domain
public import Postgres
public import Shared

/// Submissions that wait for a review, the reviewers' claims on them, and drafts of decisions. Claims and held decisions
/// follow the database's clock.
public struct ReviewStore: Sendable {
    let pool: PostgresPool

    /// Answers the queue.
    let longReads: LongReads
    let keys: SealingKeyStore?

    /// Without `longReads` the queue is read from `pool`, too. Without `keys` nothing of it may be sealed.
    public init(pool: PostgresPool, longReads: LongReads? = nil, keys: SealingKeyStore? = nil) {
        self.pool = pool
        self.keys = keys
        self.longReads = longReads ?? LongReads(primary: pool)
    }

    // MARK: - Conditions

    /// Whether the submission of a row waits for a review; `submission` is the row's name in the statement.
    static func waits(_ submission: SQL) -> SQL { "\(submission).state = \(raw: "'in_review'")" }

    /// Whether a reviewer can take the submission of the row: nobody has it open, no decision on it is held, and the
    /// reviewer has not given a verdict on it.
    static func isFree(_ submission: SQL, for actor: String) -> SQL {
        """
        not exists (select from review_claims c where c.submission_id = \(submission).id and c.ends_at > now())
        and not exists (select from review_holds h where h.submission_id = \(submission).id and h.version = \(submission).version)
        and not exists (
            select from review_verdicts v
            where v.submission_id = \(submission).id and v.version = \(submission).version and v.actor = \(actor))
        """
    }

    /// The name to show for a reviewer; that of the API key, if the key has a name.
    static func name(of reviewer: Reviewer) -> SQL {
        guard reviewer.actor.hasPrefix("key:") else { return "\(reviewer.name)" }
        let prefix = String(reviewer.actor.dropFirst(4))
        return "coalesce((select k.name from api_keys k where k.prefix = \(prefix)), \(reviewer.name))"
    }

    // MARK: - Counting

    /// How many submissions wait for a reviewer.
    public func counts(tenant: TenantID, reviewer: Reviewer) async throws(StoreError) -> ReviewCounts {
        let counts = try await self.counts(tenant: tenant, actors: [reviewer.actor])
        return counts[reviewer.actor] ?? ReviewCounts(waiting: 0, mine: 0, free: 0, overdue: 0)
    }

    /// The same for several reviewers at once, by their actors in the audit trail.
    public func counts(tenant: TenantID, actors: [String]) async throws(StoreError) -> [String: ReviewCounts] {
        try await StoreError.wrapping("count what waits for a reviewer") {
            let limit = ReviewCounts.limit
            return try await pool.query(Self.counting(tenant, actors)).reduce(into: [:]) { counts, row in
                let (waiting, taken): (Int, Int) = (try row.decode("waiting"), try row.decode("taken"))
                counts[try row.decode("actor", as: String.self)] = ReviewCounts(
                    waiting: min(waiting, limit), mine: try row.decode("mine"), free: max(0, min(waiting - taken, limit)),
                    overdue: try row.decode("overdue"))
            }
        }
    }

    /// The counts, each of them bounded. A submission is taken if a reviewer has it open, if a decision on it is held,
    /// or if the asking reviewer has given a verdict.
    static func counting(_ tenant: TenantID, _ actors: [String]) -> SQL {
        let (tenant, limit) = (tenant.rawValue, ReviewCounts.limit)
        return """
            with taken as materialized (
                select t.submission_id, bool_or(t.is_claim) as is_claim, max(t.actor) as actor from (
                    select submission_id, true as is_claim, actor from review_claims
                    where tenant = \(tenant) and ends_at > now()
                    union all
                    select submission_id, false, null from review_holds where tenant = \(tenant)
                ) t join submissions s on s.id = t.submission_id and \(waits("s"))
                group by t.submission_id limit \(limit)
            ), asked as materialized (
                select a.actor, (select count(*) from taken t where t.is_claim and t.actor = a.actor) as mine,
                    (select count(*) from taken) + (
                        select count(*) from (
                            select from review_verdicts v
                            where v.tenant = \(tenant) and v.actor = a.actor and v.ended_at is null
                                and not exists (select from taken t where t.submission_id = v.submission_id)
                            limit \(limit)) v
                    ) as taken
                from unnest(\(actors)) as a (actor)
            ), all_of_them as materialized (
                select (select count(*) from (
                        select from submissions s where s.tenant = \(tenant) and \(waits("s"))
                        limit \(limit) + (select max(taken) from asked)) w) as waiting,
                    (select count(*) from (
                        select from submissions s where s.tenant = \(tenant) and \(waits("s")) and s.review_due <= now()
                        limit \(limit)) o) as overdue
            )
            select asked.*, all_of_them.* from asked, all_of_them
            """
    }
}
