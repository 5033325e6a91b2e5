internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The statements that find the submissions of a listing, step by step: see ``ListingWalk`` for the steps.
///
/// Each reads so many submissions at most, in the order of the index that it goes along.
struct SubmissionSearch {
    typealias Place = ListingWalk.Place

    let tenant: TenantID
    let order: SubmissionOrder
    let filters: [FilterExpression<SubmissionFilter>]

    init(tenant: TenantID, filters: FilterExpression<SubmissionFilter>, order: SubmissionOrder) {
        (self.tenant, self.order) = (tenant, order)
        self.filters = if case .and(let all) = filters { all } else { [filters] }
    }

    /// To be carried out before each of the statements, in its transaction. Which index is right was decided here: the planner, which
    /// takes filters to be independent of each other, would now and then read a table whole instead.
    static let planning: SQL = """
        select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
            set_config('enable_mergejoin', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
            set_config('jit', 'off', true)
        """

    /// The same for what is found by the index of references, which has no order.
    static let planningByReference: SQL = """
        select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
            set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)
        """

    // MARK: - The tenant's journeys

    /// All that it has submissions of, at most `limit`: from one to the next by the index, whatever their number of submissions.
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

    /// Where as many on this way lead; no row if it is at its end before.
    func end(of path: ListingPath, by key: SQL, count: Int, after place: Place?) -> SQL {
        let stretch = Stretch(start: place, count: count)
        return "select w.moment, w.id from (\(places(path, key, stretch))) w offset \(count - 1) limit 1"
    }

    /// What satisfies the filters on a part of this way, in the listing's order.
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

    /// What satisfies the filters of all that is on this way, in the listing's order, beyond that place. The way is one in the order
    /// of creation.
    func found(ofAllOn path: ListingPath, after place: Place?, limit: Int) -> SQL {
        """
        select \(Self.summary) from (select distinct w.id from (\(places(path, Self.creation, Stretch()))) w) c
            join submissions s on s.id = c.id
        where \(conditions(but: path.satisfied, after: place)) order by \(sorting("s", key)) limit \(limit)
        """
    }

    /// A part of a way. Steps that follow one another are told apart by places, not by numbers: between two statements more can come
    /// to lie on the way.
    struct Stretch {
        /// Not included.
        var start: Place?
        /// Included.
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

    /// Either way the planner leaves a query that is inside of another one as it is.
    private static func fence(_ count: Int?) -> SQL { count.map { "limit \($0)" } ?? "offset 0" }

    // MARK: - By the reference

    /// The references of some of the nearest ones.
    func references(after place: Place?) -> SQL {
        let stretch = Stretch(start: place, count: ReferencePiece.sampleCount)
        let nearest = places(.init(kind: .all), key, stretch, columns: "s.reference")
        return "select s.reference from (\(nearest)) s where s.reference is not null"
    }

    /// How many references contain the text, of all tenants, at most `limit`: the index knows them together. The piece is a part of
    /// the text, and the only one that the index is asked for.
    func count(ofReferencesWith text: String, piece: String, limit: Int) -> SQL {
        "select count(*) as count from (select from submissions s where \(containing(text, piece)) limit \(limit)) f"
    }

    /// What satisfies the filters of all whose reference contains the text, beyond that place.
    func found(byReferencesWith text: String, piece: String, after place: Place?, limit: Int) -> SQL {
        """
        select \(Self.summary) from submissions s where \(containing(text, piece)) and \(conditions(after: place, isIndexed: false))
        order by \(sorting("s", key)) limit \(limit)
        """
    }

    private func containing(_ text: String, _ piece: String) -> SQL {
        """
        \(SubmissionFilterSQL.reference(contains: piece)) and \(SubmissionFilterSQL.reference(contains: text, isIndexed: false))
        """
    }

    // MARK: - Their parts

    static let creation: SQL = "created_at"

    /// What the listing is sorted by.
    var key: SQL { order.isByChange ? "changed_at" : Self.creation }

    private static let summary: SQL = """
        s.id, s.journey, s.state, s.version, s.subject, s.reference, s.created_at, s.changed_at, s.submitted_at, s.expires_at,
            (select count(*) from documents c where c.submission_id = s.id and c.state <> \(DocumentState.removed.rawValue))
                as documents
        """

    private var direction: SQL { order.isAscending ? " asc" : " desc" }

    private func sorting(_ table: SQL, _ key: SQL) -> SQL { "\(table).\(key)\(direction), \(table).id\(direction)" }

    /// The filters, of which one may be known to hold.
    private func conditions(but satisfied: Int? = nil, after place: Place? = nil, isIndexed: Bool = true) -> SQL {
        let others = filters.indices.filter { $0 != satisfied }.map {
            SubmissionFilterSQL.condition(filters[$0], isIndexed: isIndexed)
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
