public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

/// What waits for a reviewer, who looks at it, and what they have filled in. Claims and held decisions follow the database's clock.
public struct ReviewStore: Sendable {
    let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    // MARK: - Conditions

    /// Whether the submission of that row, under that name in a statement, waits.
    static func waits(_ submission: SQL) -> SQL { "\(submission).state = \(raw: "'in_review'")" }

    /// Whether nobody has the submission of that row on the screen, or has decided.
    static func isFree(_ submission: SQL, for actor: String) -> SQL {
        """
        not exists (select from review_claims c where c.submission_id = \(submission).id and c.ends_at > now())
        and not exists (select from review_holds h where h.submission_id = \(submission).id and h.version = \(submission).version)
        and not exists (
            select from review_verdicts v
            where v.submission_id = \(submission).id and v.version = \(submission).version and v.actor = \(actor))
        """
    }

    /// What people call whoever comes with a key, where the key has a name.
    static func name(of reviewer: Reviewer) -> SQL {
        guard reviewer.actor.hasPrefix("key:") else { return "\(reviewer.name)" }
        let prefix = String(reviewer.actor.dropFirst(4))
        return "coalesce((select k.name from api_keys k where k.prefix = \(prefix)), \(reviewer.name))"
    }

    // MARK: - Counting

    /// How much there is to do for a reviewer.
    public func counts(tenant: TenantID, reviewer: Reviewer) async throws(StoreError) -> ReviewCounts {
        try await StoreError.wrapping("count what waits for a reviewer") {
            guard let row = try await pool.query(Self.counting(tenant, reviewer.actor)).first else {
                throw StoreError.corrupt("a count has no row")
            }
            let (waiting, taken): (Int, Int) = (try row.decode("waiting"), try row.decode("taken"))
            let limit = ReviewCounts.limit
            return ReviewCounts(
                waiting: min(waiting, limit), mine: try row.decode("mine"), free: max(0, min(waiting - taken, limit)),
                overdue: try row.decode("overdue"))
        }
    }

    /// Of each a bounded number. What is taken is a claim or a decision that is held, or has the reviewer's own verdict.
    static func counting(_ tenant: TenantID, _ actor: String) -> SQL {
        let (tenant, limit) = (tenant.rawValue, ReviewCounts.limit)
        return """
            with taken as materialized (
                select submission_id, actor from review_claims where tenant = \(tenant) and ends_at > now()
                union
                select submission_id, actor from review_holds where tenant = \(tenant)
                union
                select submission_id, actor from review_verdicts
                where tenant = \(tenant) and actor = \(actor) and ended_at is null
            ), there as materialized (
                select t.submission_id, bool_or(c.actor is not null) as is_mine
                from taken t join submissions s on s.id = t.submission_id and \(waits("s"))
                left join review_claims c on c.submission_id = s.id and c.ends_at > now() and c.actor = \(actor)
                group by t.submission_id limit \(limit)
            )
            select (select count(*) from there) as taken,
                (select count(*) from there where is_mine) as mine,
                (select count(*) from (
                    select from submissions s where s.tenant = \(tenant) and \(waits("s"))
                    limit \(limit) + (select count(*) from there)) w) as waiting,
                (select count(*) from (
                    select from submissions s where s.tenant = \(tenant) and \(waits("s")) and s.review_due <= now()
                    limit \(limit)) o) as overdue
            """
    }
}
