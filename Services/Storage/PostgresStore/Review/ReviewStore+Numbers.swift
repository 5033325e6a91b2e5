public import Domain
internal import Postgres
public import Shared

extension ReviewStore {
    /// The periods that numbers can be asked for, in days.
    public static let numberedDays = 1...365

    /// What each reviewer of a tenant has decided in the last `days` days, those with the most decisions first. At most
    /// 1,000 reviewers.
    public func numbers(tenant: TenantID, days: Int) async throws(StoreError) -> [ReviewNumbers] {
        try await StoreError.wrapping("count what reviewers have decided") {
            try await pool.query(
                """
                select actor, max(name) as name, count(*) as decided, count(*) filter (where is_accepted) as accepted,
                    percentile_cont(0.5) within group (order by seconds) as median,
                    count(*) filter (where was_overturned) as overturned,
                    (sum(agreed)::float8 / nullif(sum(documents), 0)) as agreement
                from review_verdicts
                where tenant = \(tenant.rawValue) and decided_at >= now() - \(Duration.seconds(days * 86_400).sqlInterval)
                group by actor order by decided desc, actor limit 1000
                """
            ).map { row in
                ReviewNumbers(
                    reviewer: Reviewer(actor: try row.decode("actor"), name: try row.decode("name")),
                    decided: try row.decode("decided"), accepted: try row.decode("accepted"),
                    medianSeconds: try row.decodeIfPresent("median"), overturned: try row.decode("overturned"),
                    agreement: try row.decodeIfPresent("agreement"))
            }
        }
    }

    /// Deletes verdicts that are too old for any numbers; returns how many.
    public func purgeVerdicts(limit: Int) async throws(StoreError) -> Int {
        try await StoreError.wrapping("forget verdicts") {
            try await pool.execute(
                """
                delete from review_verdicts where (submission_id, version, actor) in (
                    select submission_id, version, actor from review_verdicts
                    where decided_at < now() - \(Duration.seconds(400 * 86_400).sqlInterval) and ended_at is not null
                    order by decided_at limit \(limit) for update skip locked)
                """)
        }
    }
}
