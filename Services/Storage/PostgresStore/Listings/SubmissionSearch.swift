internal import Postgres
internal import Sealing
internal import Shared

/// The statements that find the submissions of a listing, step by step: see ``ListingWalk`` for the steps.
///
/// Each reads a bounded number of submissions, in the order of its index.
struct SubmissionSearch {
    typealias Place = ListingWalk.Place

    let tenant: TenantID
    let order: SubmissionOrder
    let filters: [FilterExpression<SubmissionFilter>]
    /// By which what is sealed is found; nil while nothing is.
    let lookup: ValueLookup?

    init(
        tenant: TenantID, filters: FilterExpression<SubmissionFilter>, order: SubmissionOrder, lookup: ValueLookup? = nil
    ) {
        (self.tenant, self.order, self.lookup) = (tenant, order, lookup)
        self.filters = if case .and(let all) = filters { all } else { [filters] }
    }

    /// Run this before each statement, in its transaction. The index is chosen here: the planner takes filters for
    /// independent, and would sometimes read a whole table.
    static let planning: SQL = """
        select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
            set_config('jit', 'off', true)
        """

    /// The same for the index of references, which has no order.
    static let planningByReference: SQL = """
        select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
            set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)
        """

    // MARK: - The tenant's journeys

    /// The journeys of its submissions, at most `limit`: the index leads from one to the next, whatever the number of
    /// submissions.
    func journeys(limit: Int) -> SQL {
        let next: SQL = """
            select s.journey from submissions s where s.tenant = \(tenant.rawValue) and s.journey > j.journey order by s.journey limit 1
            """
        return """
            with recursive found (journey, number) as (
                (select s.journey, 1 from submissions s where s.tenant = \(tenant.rawValue) order by s.journey limit 1)
                union all
                select (\(next)), j.number + 1 from found j where j.journey is not null and j.number < \(limit)
            ) select journey from found where journey is not null
            """
    }

    // MARK: - Along a way

    /// The place after `count` submissions on this path; no row if it ends before.
    func end(of path: ListingPath, by key: SQL, count: Int, after place: Place?) -> SQL {
        let stretch = Stretch(start: place, count: count)
        return "select w.moment, w.id from (\(places(path, key, stretch))) w offset \(count - 1) limit 1"
    }

    /// The submissions on a part of this path that match as far as the database can tell, in the listing's order.
    func found(on path: ListingPath, in stretch: Stretch, limit: Int) -> SQL {
        if path.branches.count == 1, let branch = path.branches.first, branch.table == .submissions {
            return """
                select \(Self.summary) from (\(places(branch, key, stretch, columns: "s.*"))) s
                where \(conditions()) order by \(sorting("s", key)) limit \(limit)
                """
        }
        return """
            select \(Self.summary) from (
                select distinct w.moment, w.id from (\(places(path, key, stretch))) w order by \(sorting("w", "moment"))
            ) c join submissions s on s.id = c.id
            where \(conditions(but: path.satisfied)) order by \(sorting("c", "moment")) limit \(limit)
            """
    }

    /// The matching submissions on the whole path after that place, in the listing's order. The path must be in the order
    /// of creation.
    func found(ofAllOn path: ListingPath, after place: Place?, limit: Int) -> SQL {
        """
        select \(Self.summary) from (select distinct w.id from (\(places(path, Self.creation, Stretch()))) w) c
            join submissions s on s.id = c.id
        where \(conditions(but: path.satisfied, after: place)) order by \(sorting("s", key)) limit \(limit)
        """
    }

    /// A part of a path. Places separate consecutive steps, not counts: submissions may be added between two statements.
    struct Stretch {
        /// Exclusive.
        var start: Place?
        /// Inclusive.
        var end: Place?
        var count: Int?
    }

    private func places(_ path: ListingPath, _ key: SQL, _ stretch: Stretch) -> SQL {
        let branches = path.branches.map { places($0, key, stretch, columns: "s.\(key) as moment, \($0.id) as id") }
        guard branches.count > 1 else { return branches[0] }
        // The first ones of each branch hold the first ones of all.
        let all = SQL.joined(branches.map { "(\($0))" }, separator: " union all ")
        return "select * from (\(all)) w order by \(sorting("w", "moment")) \(Self.fence(stretch.count))"
    }

    private func places(_ branch: ListingPath.Branch, _ key: SQL, _ stretch: Stretch, columns: SQL) -> SQL {
        let start: SQL? = branch.range.start.map { "s.\(key) >= \($0.date)" }
        let end: SQL? = branch.range.end.map { "s.\(key) < \($0.date)" }
        let place: SQL = "(s.\(key), \(branch.id))"
        let conditions =
            ["s.tenant = \(tenant.rawValue)"] + branch.conditions + [start, end].compactMap { $0 }
            + beyond(place, stretch.start) + until(place, stretch.end)
        return """
            select \(columns) from \(branch.table.name) s where \(SQL.joined(conditions, separator: " and "))
            order by s.\(key)\(direction), \(branch.id)\(direction) \(Self.fence(stretch.count))
            """
    }

    /// Either form keeps the planner from merging a subquery.
    private static func fence(_ count: Int?) -> SQL { count.map { "limit \($0)" } ?? "offset 0" }

    // MARK: - By the reference

    /// The references of some of the nearest submissions, and of those that are sealed, whether they may contain the text.
    func references(after place: Place?, mayContain text: String) -> SQL {
        let stretch = Stretch(start: place, count: ReferencePiece.sampleCount)
        let nearest = places(.init(kind: .all), key, stretch, columns: "s.reference, s.reference_code, s.reference_pieces")
        return """
            select s.reference, s.reference_code is not null as is_sealed,
                \(filterSQL(isIndexed: true).sealedReference(mayContain: text)) as may_contain
            from (\(nearest)) s where s.reference is not null or s.reference_code is not null
            """
    }

    /// The number of references of all tenants that contain the text, at most `limit`: the index covers all tenants. The
    /// index is queried with `piece`, a part of the text.
    func count(ofReferencesWith text: String, piece: String, limit: Int) -> SQL {
        "select count(*) as count from (select from submissions s where \(containing(text, piece)) limit \(limit)) f"
    }

    /// The matching submissions whose reference contains the text, after that place.
    func found(byReferencesWith text: String, piece: String, after place: Place?, limit: Int) -> SQL {
        """
        select \(Self.summary) from submissions s where \(containing(text, piece)) and \(conditions(after: place, isIndexed: false))
        order by \(sorting("s", key)) limit \(limit)
        """
    }

    private func containing(_ text: String, _ piece: String) -> SQL {
        """
        ((\(filterSQL(isIndexed: true).reference(contains: piece)) and \(filterSQL(isIndexed: false).reference(contains: text)))
            or \(filterSQL(isIndexed: true).sealedReference(mayContain: text)))
        """
    }

    // MARK: - Their parts

    static let creation: SQL = "created_at"

    /// The column of the order.
    var key: SQL { order.isByChange ? "changed_at" : Self.creation }

    private func filterSQL(isIndexed: Bool) -> SubmissionFilterSQL { SubmissionFilterSQL(lookup: lookup, isIndexed: isIndexed) }

    private static let summary: SQL = """
        s.id, s.journey, s.state, s.version, s.subject, s.reference, s.created_at, s.changed_at, s.submitted_at, s.expires_at,
            \(SealedPerson.columns(of: "s")),
            (select count(*) from documents c where c.submission_id = s.id and c.state <> \(DocumentState.removed.rawValue))
                as documents
        """

    private var direction: SQL { order.isAscending ? " asc" : " desc" }

    private func sorting(_ table: SQL, _ key: SQL) -> SQL { "\(table).\(key)\(direction), \(table).id\(direction)" }

    /// The filters, without one that is known to match.
    private func conditions(but satisfied: Int? = nil, after place: Place? = nil, isIndexed: Bool = true) -> SQL {
        let others = filters.indices.filter { $0 != satisfied }.map {
            filterSQL(isIndexed: isIndexed).condition(filters[$0])
        }
        return SQL.joined(
            ["s.tenant = \(tenant.rawValue)", "s.erased_at is null"] + others + beyond("(s.\(key), s.id)", place),
            separator: " and ")
    }

    private func beyond(_ columns: SQL, _ place: Place?) -> [SQL] {
        guard let place else { return [] }
        let comparison: SQL = order.isAscending ? ">" : "<"
        return ["\(columns) \(comparison) (\(place.moment), \(place.id))"]
    }

    private func until(_ columns: SQL, _ place: Place?) -> [SQL] {
        guard let place else { return [] }
        let comparison: SQL = order.isAscending ? "<=" : ">="
        return ["\(columns) \(comparison) (\(place.moment), \(place.id))"]
    }
}
