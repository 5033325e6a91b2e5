internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The statements that find the submissions of a listing, each of which answers with summaries.
///
/// An index that begins with the tenant gives them in the listing's order, so the search ends with the page. That is quick unless
/// few satisfy the filters. Types of documents and rules of reasons have an index each that keeps the order of creation as well: a
/// listing by these goes along that. For what has indexes without an order alone it depends: what many satisfy is found on the way,
/// what few satisfy by its index. So the nearest ones are looked through first, and only then all that an index without order finds.
struct SubmissionSearch {
    /// How many are looked through at each step: some milliseconds.
    static let nearbyCount = 1_000

    let tenant: TenantID
    let filters: FilterExpression<SubmissionFilter>
    let order: SubmissionOrder
    let limit: Int
    let cursor: SubmissionCursor?
    var nearbyCount = Self.nearbyCount

    // MARK: - The steps

    /// Finds those that are among the nearest ones. Nil where looking everywhere is as quick.
    var nearby: SQL? {
        guard !parts.others.isEmpty else { return nil }
        return """
            select \(Self.summary) from (\(nearest) limit \(nearbyCount)) s
            where \(conditions(parts.others.map { SubmissionFilterSQL.condition($0) })) order by \(sorting("s")) limit \(limit)
            """
    }

    /// Whether there are more than those that ``nearby`` looks through.
    var goesBeyondNearby: SQL { "select exists (\(nearest) offset \(nearbyCount) limit 1) as goes_on" }

    /// Finds those that are among the first ones of the types or the rules that the filters name. Nil where they name none, or another
    /// order is wanted.
    var along: SQL? {
        guard let (walks, others) = walks else { return nil }
        let filters = others.map { SubmissionFilterSQL.condition($0) }
        return """
            select \(Self.summary) from (
                select distinct w.created_at, w.id from (\(first(of: walks))) w order by \(sorting("w"))
            ) c join submissions s on s.id = c.id
            where \(scoped(filters)) order by \(sorting("c")) limit \(limit)
            """
    }

    /// Whether there are more than those that ``along`` looks through.
    var goesBeyondAlong: SQL? {
        walks.map { walks, _ in "select exists (\(union(walks, limit: nearbyCount + 1)) offset \(nearbyCount) limit 1) as goes_on"
        }
    }

    /// Finds all of them.
    var everywhere: SQL {
        """
        select \(Self.summary) from submissions s
        where \(scoped([SubmissionFilterSQL.condition(filters, fromIndexes: true)])) order by \(sorting("s")) limit \(limit)
        """
    }

    // MARK: - Their parts

    private static let summary: SQL = """
        s.id, s.journey, s.state, s.version, s.subject, s.reference, s.created_at, s.changed_at, s.submitted_at, s.expires_at,
            (select count(*) from documents c where c.submission_id = s.id and c.state <> \(DocumentState.removed.rawValue))
                as documents
        """

    private var nearest: SQL {
        """
        select * from submissions s where \(scoped(parts.ordered.map { SubmissionFilterSQL.condition($0) }))
        order by \(sorting("s"))
        """
    }

    /// Ways through those that a filter by type or by rule means, each in the listing's order, and the other filters. Some submissions
    /// are met more than once.
    private var walks: (walks: [SQL], others: [FilterExpression<SubmissionFilter>])? {
        guard !order.isByChange else { return nil }
        let all = if case .and(let all) = filters { all } else { [filters] }
        // Fewer have a reason than have a document of a type.
        guard let index = all.firstIndex(where: Self.namesRules) ?? all.firstIndex(where: Self.namesTypes) else { return nil }
        var others = all
        guard case .predicate(let filter) = others.remove(at: index) else { return nil }
        switch filter {
        case .rules(let rules):
            return (rules.map(\.rawValue).sorted().map { walk("reason_places d", where: "d.rule = \($0)") }, others)
        case .documentTypes(let types):
            let walks = types.map(\.rawValue).sorted().map {
                walk("documents d", where: "d.type = \($0) and d.state <> \(DocumentState.removed.rawValue)")
            }
            return (walks, others)
        default: return nil
        }
    }

    /// Each name is a walk of its own.
    private static let mostWalks = 8

    private static func namesRules(_ expression: FilterExpression<SubmissionFilter>) -> Bool {
        if case .predicate(.rules(let rules)) = expression { (1...mostWalks).contains(rules.count) } else { false }
    }

    private static func namesTypes(_ expression: FilterExpression<SubmissionFilter>) -> Bool {
        if case .predicate(.documentTypes(let types)) = expression { (1...mostWalks).contains(types.count) } else { false }
    }

    private func first(of walks: [SQL]) -> SQL { "\(union(walks, limit: nearbyCount)) limit \(nearbyCount)" }

    /// The first ones of each walk hold the first ones of all.
    private func union(_ walks: [SQL], limit: Int) -> SQL {
        guard walks.count > 1 else { return walks[0] }
        let all = SQL.joined(walks.map { "(\($0) limit \(limit))" }, separator: " union all ")
        return "select * from (\(all)) w order by \(sorting("w"))"
    }

    private func walk(_ table: SQL, where condition: SQL) -> SQL {
        let place: SQL = "(d.created_at, d.submission_id)"
        return """
            select d.created_at, d.submission_id as id from \(table)
            where d.tenant = \(tenant.rawValue) and \(condition)\(beyond(place))
            order by d.created_at\(direction), d.submission_id\(direction)
            """
    }

    private var moment: SQL { order.isByChange ? "changed_at" : "created_at" }
    private var direction: SQL { order.isAscending ? " asc" : " desc" }

    private func sorting(_ table: SQL) -> SQL { "\(table).\(moment)\(direction), \(table).id\(direction)" }

    private func conditions(_ all: [SQL]) -> SQL { SQL.joined(all, separator: " and ") }

    /// Of the tenant, and beyond the cursor.
    private func scoped(_ filters: [SQL]) -> SQL {
        let place: SQL = "(s.\(moment), s.id)"
        return conditions(["s.tenant = \(tenant.rawValue)", "s.erased_at is null"] + filters) + beyond(place)
    }

    private func beyond(_ place: SQL) -> SQL {
        guard let cursor else { return "" }
        let comparison: SQL = order.isAscending ? ">" : "<"
        return " and \(place) \(comparison) (\(cursor.moment.date), \(cursor.id.uuid))"
    }

    /// The filters, all of which hold: those whose indexes keep the order, and the others.
    private var parts: (ordered: [FilterExpression<SubmissionFilter>], others: [FilterExpression<SubmissionFilter>]) {
        let all = if case .and(let all) = filters { all } else { [filters] }
        return (all.filter(Self.keepsOrder), all.filter { !Self.keepsOrder($0) })
    }

    private static func keepsOrder(_ expression: FilterExpression<SubmissionFilter>) -> Bool {
        switch expression {
        case .predicate(.documentTypes), .predicate(.rules), .predicate(.referenceContains): false
        case .predicate: true
        case .and(let all), .or(let all): all.allSatisfy(keepsOrder)
        case .not(let expression): keepsOrder(expression)
        }
    }
}
