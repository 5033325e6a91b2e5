public import Domain
internal import Postgres
public import Shared

/// The queue: the submission that has waited longest comes first.
extension ReviewStore {
    public static let maximumPageSize = 200

    /// Fewer matches than this are looked up and sorted, by warning or by being overdue. More are found soon along the
    /// queue.
    private static let few = 2_000

    public func queue(
        tenant: TenantID, reviewer: Reviewer, matching filter: ReviewFilter = ReviewFilter(), limit: Int,
        after place: ReviewPlace? = nil
    ) async throws(StoreError) -> (items: [ReviewItem], next: ReviewPlace?) {
        try await StoreError.wrapping("list what waits for a reviewer") {
            let limit = min(max(limit, 1), Self.maximumPageSize)
            let rows = try await longReads.read { pool in
                let candidates = try await Self.candidates(tenant, reviewer.actor, filter, over: pool)
                return try await pool.query(
                    Self.items(tenant, reviewer.actor, filter, candidates, limit: limit + 1, after: place))
            }
            var items: [ReviewItem] = []
            for row in rows.prefix(limit) { items.append(try await item(row)) }
            return (items, rows.count > limit ? items.last?.place : nil)
        }
    }

    /// One submission, as the queue shows it; nil if it is not in review.
    public func item(_ submission: SubmissionID, tenant: TenantID, reviewer: Reviewer) async throws(StoreError) -> ReviewItem? {
        try await StoreError.wrapping("look for what waits for a reviewer") {
            let rows = try await pool.query(
                Self.items(
                    tenant, reviewer.actor, ReviewFilter(), "select \(submission.uuid) as submission_id", limit: 1, after: nil))
            guard let row = rows.first else { return nil }
            return try await item(row)
        }
    }

    /// A statement that selects a small set with all matches; nil if there is no small one.
    private static func candidates(
        _ tenant: TenantID, _ actor: String, _ filter: ReviewFilter, over pool: PostgresPool
    ) async throws -> SQL? {
        let tenant = tenant.rawValue
        let others: SQL = filter.claims == .mine ? "=" : "<>"
        if filter.claims == .mine || filter.claims == .others {
            return """
                select c.submission_id from review_claims c
                where c.tenant = \(tenant) and c.ends_at > now() and c.actor \(others) \(actor)
                """
        }
        var choices: [SQL] = []
        if let rule = filter.warning {
            choices.append(
                "select r.submission_id from reason_places r where r.tenant = \(tenant) and r.rule = \(rule.rawValue) and r.state = 'in_review'"
            )
        }
        if filter.isOverdue == true {
            choices.append(
                """
                select s.id as submission_id from submissions s
                where s.tenant = \(tenant) and \(waits("s")) and s.review_due <= now()
                """)
        }
        for choice in choices {
            let count: Int? = try await pool.query("select count(*) as count from (\(choice) limit \(few)) f").first?
                .decode("count")
            if let count, count < few { return choice }
        }
        return nil
    }

    /// The statement for the items, in the order of the index of submissions in review.
    static func items(
        _ tenant: TenantID, _ actor: String, _ filter: ReviewFilter, _ candidates: SQL?, limit: Int, after place: ReviewPlace?
    ) -> SQL {
        var conditions: [SQL] = ["s.tenant = \(tenant.rawValue)", waits("s")]
        if let journey = filter.journey { conditions.append("s.journey = \(journey.rawValue)") }
        if let candidates { conditions.append("s.id in (\(candidates))") }
        if let rule = filter.warning {
            conditions.append(
                "exists (select from reason_places r where r.submission_id = s.id and r.rule = \(rule.rawValue))")
        }
        switch filter.isOverdue {
        case true?: conditions.append("s.review_due <= now()")
        case false?: conditions.append("(s.review_due is null or s.review_due > now())")
        case nil: break
        }
        if filter.claims == .free { conditions.append(isFree("s", for: actor)) }
        if let place { conditions.append("(s.review_since, s.id) > (\(place.since.date), \(place.submission.uuid))") }
        return """
            select s.*, coalesce(s.review_due <= now(), false) as is_overdue,
                (select count(*) from documents d where d.submission_id = s.id and d.state <> 'removed') as documents,
                (select count(*) from pages p left join page_images i on i.page_id = p.id where p.submission_id = s.id) as pages,
                (select string_agg(distinct r.rule, ',') from reason_places r where r.submission_id = s.id) as warnings,
                c.actor as claim_actor, c.name as claim_name, c.ends_at as claim_ends_at,
                h.actor as hold_actor, h.due_at as hold_due_at, v.verdicts, v.is_mine
            from (
                select s.id, s.journey, s.journey_version, s.reference, s.subject, s.review_since, s.review_due, s.attempt, s.version,
                    \(SealedPerson.columns(of: "s"))
                from submissions s where \(SQL.joined(conditions, separator: " and "))
                order by s.review_since, s.id limit \(limit)
            ) s
            left join review_claims c on c.submission_id = s.id and c.ends_at > now()
            left join review_holds h on h.submission_id = s.id and h.version = s.version
            cross join lateral (
                select count(*) as verdicts, coalesce(bool_or(v.actor = \(actor)), false) as is_mine from review_verdicts v
                where v.submission_id = s.id and v.version = s.version
            ) v
            order by s.review_since, s.id
            """
    }

    private func item(_ row: Row) async throws -> ReviewItem {
        let id: SubmissionID = try row.decodeID("id")
        let names = try await SealedPerson.names(row, of: id, by: keys, over: pool)
        let claim = try row.decodeIfPresent("claim_actor", as: String.self).map {
            ReviewClaim(
                by: Reviewer(actor: $0, name: try row.decode("claim_name")), until: try row.decodeTimestamp("claim_ends_at"))
        }
        let held = try row.decodeIfPresent("hold_actor", as: String.self).map {
            HeldDecision(submission: id, by: Reviewer(actor: $0), until: try row.decodeTimestamp("hold_due_at"))
        }
        let warnings = try row.decodeIfPresent("warnings", as: String.self) ?? ""
        return ReviewItem(
            submission: id, journey: try row.decodeValue("journey"), journeyVersion: try row.decodeDigest("journey_version"),
            reference: names.reference, subject: names.subject,
            place: ReviewPlace(since: try row.decodeTimestamp("review_since"), submission: id),
            dueAt: try row.decodeTimestampIfPresent("review_due"), isOverdue: try row.decode("is_overdue"),
            documents: try row.decode("documents"), pages: try row.decode("pages"),
            warnings: warnings.split(at: ",").compactMap { RuleID(rawValue: String($0)) }, attempt: try row.decode("attempt"),
            version: try row.decode("version"), claim: claim, held: held, verdicts: try row.decode("verdicts"),
            isMine: try row.decode("is_mine"))
    }
}

extension SubmissionStore {
    /// The rules of journey versions that submissions were made under.
    public func journeys(
        _ versions: Set<ContentDigest>
    ) async throws(StoreError) -> [ContentDigest: JourneyDefinition] {
        try await StoreError.wrapping("read journeys") { try await journeys.journeys(versions, over: pool) }
    }
}
