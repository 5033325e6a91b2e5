internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The statements that find the submissions of a listing, each of which answers with summaries.
///
/// An index that begins with the tenant gives them in the listing's order, so the search ends with the page. That is quick unless
/// few satisfy the filters. Where those have indexes that keep no order (documents, reasons, references), it depends: what many
/// satisfy is found on the way, what few satisfy by their index. So the nearest ones are looked through first, then those that have
/// a document of the type or a reason at all, in the same order, and only then all that an index without order finds.
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

    /// Finds those that are among the nearest ones that can be meant at all. In the first row, be there any other or not, `looked` is
    /// how many were looked through. Nil where nothing tells which ones can be meant.
    var likely: SQL? {
        guard !order.isByChange, let candidates else { return nil }
        return """
            with candidates as materialized (\(candidates) limit \(nearbyCount))
            select c.looked, f.* from (select count(*) as looked from candidates) c left join lateral (
                select \(Self.summary) from (select distinct id from candidates) n join submissions s on s.id = n.id
                where \(scoped([SubmissionFilterSQL.condition(filters)])) order by \(sorting("s")) limit \(limit)
            ) f on true order by \(sorting("f"))
            """
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

    /// Those with such a document or such a reason, in order; some of them more than once.
    private var candidates: SQL? {
        let all = if case .and(let all) = filters { all } else { [filters] }
        var types: Set<DocumentTypeID>?
        for case .predicate(let filter) in all {
            switch filter {
            case .rules:
                // Few submissions have any reason: those that have this one are found among them.
                return union([
                    walk("documents d", "d.submission_id", where: "d.reasons <> '[]'"),
                    walk("submissions d", "d.id", where: "d.reasons <> '[]'"),
                ])
            case .documentTypes(let wanted) where wanted.count <= Self.mostTypes: types = wanted
            default: break
            }
        }
        guard let types, !types.isEmpty else { return nil }
        return union(types.map(\.rawValue).sorted().map { walk("documents d", "d.submission_id", where: "d.type = \($0)") })
    }

    /// Each type is a walk of its own.
    private static let mostTypes = 8

    /// The first ones of each walk hold the first ones of all.
    private func union(_ walks: [SQL]) -> SQL {
        let all = SQL.joined(walks.map { "(\($0) limit \(nearbyCount))" }, separator: " union all ")
        return "select * from (\(all)) w order by \(sorting("w"))"
    }

    private func walk(_ table: SQL, _ id: SQL, where condition: SQL) -> SQL {
        let place: SQL = "(d.created_at, \(id))"
        return """
            select d.created_at, \(id) as id from \(table) where d.tenant = \(tenant.rawValue) and \(condition)\(beyond(place))
            order by d.created_at\(direction), \(id)\(direction)
            """
    }

    private var moment: SQL { order.isByChange ? "changed_at" : "created_at" }
    private var direction: SQL { order.isAscending ? " asc" : " desc" }

    private func sorting(_ table: SQL) -> SQL { "\(table).\(moment)\(direction), \(table).id\(direction)" }

    private func conditions(_ all: [SQL]) -> SQL { SQL.joined(all, separator: " and ") }

    /// Of the tenant, and beyond the cursor.
    private func scoped(_ filters: [SQL]) -> SQL {
        let place: SQL = "(s.\(moment), s.id)"
        return conditions(["s.tenant = \(tenant.rawValue)"] + filters) + beyond(place)
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
