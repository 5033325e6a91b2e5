internal import FoundationEssentials
internal import Postgres
public import Shared

/// A part of a listing.
public struct SubmissionPage: Sendable {
    public let submissions: [Submission]
    /// Where the next part begins; nil at the end.
    public let next: SubmissionCursor?
}

/// A place in a listing: it stays where it is whatever is added before or after.
public struct SubmissionCursor: Hashable, Sendable {
    public let createdAt: Timestamp
    public let id: SubmissionID

    public init(createdAt: Timestamp, id: SubmissionID) {
        self.createdAt = createdAt
        self.id = id
    }
}

extension SubmissionCursor: LosslessStringConvertible {
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = SubmissionID(String(parts[1])) else { return nil }
        self.init(createdAt: Timestamp(millisecondsSinceEpoch: milliseconds), id: id)
    }

    public var description: String { "\(createdAt.millisecondsSinceEpoch).\(id)" }
}

extension SubmissionStore {
    public static let maximumPageSize = 100

    /// A tenant's submissions, in that order, at most `limit` (1 to 100) of them.
    public func submissions(
        tenant: TenantID, matching filters: FilterManager<SubmissionFilter> = FilterManager(),
        order: SubmissionOrder = .newestFirst, limit: Int = 50,
        after cursor: SubmissionCursor? = nil
    ) async throws(StoreError) -> SubmissionPage {
        let limit = min(max(limit, 1), Self.maximumPageSize)
        return try await StoreError.wrapping("list submissions") {
            var conditions: [SQL] = ["tenant = \(tenant.rawValue)", SubmissionFilterSQL.condition(filters.expression)]
            let (beyond, direction): (SQL, SQL) = order.isAscending ? (">", "asc") : ("<", "desc")
            if let cursor { conditions.append("(created_at, id) \(beyond) (\(cursor.createdAt.date), \(cursor.id.uuid))") }
            let rows = try await pool.query(
                """
                select id from submissions s where \(SQL.joined(conditions, separator: " and "))
                order by created_at \(direction), id \(direction) limit \(limit + 1)
                """)
            let ids = try rows.prefix(limit).map { SubmissionID(try $0.decode("id", as: UUID.self)) }
            let read = try await SubmissionReader.read(ids, tenant: tenant, lock: .none, over: pool)
            let submissions = ids.compactMap { read[$0] }
            let last = submissions.last.map { SubmissionCursor(createdAt: $0.createdAt, id: $0.id) }
            return SubmissionPage(submissions: submissions, next: rows.count > limit ? last : nil)
        }
    }
}

/// The same predicates as in memory, as conditions on `submissions s`.
enum SubmissionFilterSQL {
    static func condition(_ expression: FilterExpression<SubmissionFilter>) -> SQL {
        switch expression {
        case .predicate(let filter): condition(filter)
        case .and(let all): joined(all, separator: " and ", empty: "true")
        case .or(let any): joined(any, separator: " or ", empty: "false")
        case .not(let expression): "not (\(condition(expression)))"
        }
    }

    private static func joined(_ expressions: [FilterExpression<SubmissionFilter>], separator: SQL, empty: SQL) -> SQL {
        guard !expressions.isEmpty else { return empty }
        return "(\(SQL.joined(expressions.map(condition), separator: separator)))"
    }

    private static func condition(_ filter: SubmissionFilter) -> SQL {
        switch filter {
        case .journeys(let journeys): "s.journey = any(\(names(journeys)))"
        case .states(let states): "s.state = any(\(names(states)))"
        case .createdAfter(let moment): "s.created_at >= \(moment.date)"
        case .createdBefore(let moment): "s.created_at < \(moment.date)"
        // Also false where it is unknown, so that it can be turned round.
        case .submittedAfter(let moment): "(s.submitted_at is not null and s.submitted_at >= \(moment.date))"
        case .submittedBefore(let moment): "(s.submitted_at is not null and s.submitted_at < \(moment.date))"
        case .documentTypes(let types):
            """
            exists (select from documents d
                where d.submission_id = s.id and d.state <> \(DocumentState.removed.rawValue) and d.type = any(\(names(types))))
            """
        case .referenceContains(let text):
            // In the collation "C" only ASCII letters have cases, as in memory.
            "strpos(lower(coalesce(s.reference, '') collate \"C\"), lower(\(text)::text collate \"C\")) > 0"
        // Also false where there is none: what is unknown would not turn round.
        case .subject(let subject): "(s.subject is not null and s.subject = \(subject))"
        case .rules(let rules):
            """
            (exists (select from jsonb_array_elements(s.reasons) r where r ->> 'rule' = any(\(names(rules))))
                or exists (select from documents d, jsonb_array_elements(d.reasons) r
                    where d.submission_id = s.id and d.state <> \(DocumentState.removed.rawValue)
                        and r ->> 'rule' = any(\(names(rules)))))
            """
        }
    }

    private static func names<Value: RawRepresentable<String>>(_ values: Set<Value>) -> [String] {
        values.map(\.rawValue).sorted()
    }
}
