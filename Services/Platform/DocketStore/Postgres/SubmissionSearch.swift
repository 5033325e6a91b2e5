internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The statements that find the submissions of a listing.
///
/// An index that begins with the tenant gives them in the listing's order, so the search ends with the page. That is quick unless
/// few satisfy the filters. Where those have indexes that keep no order (documents, reasons, references), it depends: what many
/// satisfy is found on the way, what few satisfy by their index. So the nearest ones are looked through first.
struct SubmissionSearch {
    /// How many of the nearest submissions are looked through: some milliseconds.
    private static let nearbyCount = 1_000

    let tenant: TenantID
    let filters: FilterExpression<SubmissionFilter>
    let isAscending: Bool
    let limit: Int
    let cursor: SubmissionCursor?

    /// Finds those that are among the nearest ones. Nil where looking everywhere is as quick.
    var nearby: SQL? {
        let (ordered, others) = parts
        guard !others.isEmpty else { return nil }
        return """
            select id from (
                select * from submissions s where \(conditions(ordered.map { SubmissionFilterSQL.condition($0) }))
                order by \(order) limit \(Self.nearbyCount)
            ) s where \(SQL.joined(others.map { SubmissionFilterSQL.condition($0) }, separator: " and "))
            order by \(order) limit \(limit)
            """
    }

    /// Finds all of them.
    var everywhere: SQL {
        """
        select id from submissions s where \(conditions([SubmissionFilterSQL.condition(filters, fromIndexes: true)]))
        order by \(order) limit \(limit)
        """
    }

    private var order: SQL { isAscending ? "created_at asc, id asc" : "created_at desc, id desc" }

    private func conditions(_ filters: [SQL]) -> SQL {
        var all: [SQL] = ["s.tenant = \(tenant.rawValue)"] + filters
        let beyond: SQL = isAscending ? ">" : "<"
        if let cursor { all.append("(s.created_at, s.id) \(beyond) (\(cursor.createdAt.date), \(cursor.id.uuid))") }
        return SQL.joined(all, separator: " and ")
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
