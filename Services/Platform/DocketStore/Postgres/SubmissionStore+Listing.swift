internal import FoundationEssentials
internal import Postgres
public import Shared

/// A part of a listing.
public struct SubmissionPage: Sendable {
    public let submissions: [SubmissionSummary]
    /// Where the next part begins; nil at the end.
    public let next: SubmissionCursor?
}

/// A place in a listing: it stays where it is whatever is added before or after.
public struct SubmissionCursor: Hashable, Sendable {
    /// By which the listing is sorted.
    public let moment: Timestamp
    public let id: SubmissionID

    public init(moment: Timestamp, id: SubmissionID) {
        self.moment = moment
        self.id = id
    }

    fileprivate init(_ summary: SubmissionSummary, _ order: SubmissionOrder) {
        self.init(moment: order.isByChange ? summary.changedAt : summary.createdAt, id: summary.id)
    }
}

extension SubmissionCursor: LosslessStringConvertible {
    public init?(_ description: String) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = SubmissionID(String(parts[1])) else { return nil }
        self.init(moment: Timestamp(millisecondsSinceEpoch: milliseconds), id: id)
    }

    public var description: String { "\(moment.millisecondsSinceEpoch).\(id)" }
}

extension SubmissionStore {
    public static let maximumPageSize = 100

    /// A tenant's submissions, in that order, at most `limit` (1 to 100) of them.
    public func submissions(
        tenant: TenantID, matching filters: FilterManager<SubmissionFilter> = FilterManager(),
        order: SubmissionOrder = .newestFirst, limit: Int = 50,
        after cursor: SubmissionCursor? = nil
    ) async throws(StoreError) -> SubmissionPage {
        try await submissions(
            tenant: tenant, matching: filters, order: order, limit: limit, after: cursor,
            lookingThrough: SubmissionSearch.nearbyCount)
    }

    /// The answer does not depend on how many are looked through at each step; only the time does.
    func submissions(
        tenant: TenantID, matching filters: FilterManager<SubmissionFilter>, order: SubmissionOrder, limit: Int,
        after cursor: SubmissionCursor?, lookingThrough nearbyCount: Int
    ) async throws(StoreError) -> SubmissionPage {
        let limit = min(max(limit, 1), Self.maximumPageSize)
        let search = SubmissionSearch(
            tenant: tenant, filters: filters.expression, order: order, limit: limit + 1, cursor: cursor, nearbyCount: nearbyCount)
        return try await StoreError.wrapping("list submissions") {
            let found = try await found(search)
            let submissions = Array(found.prefix(limit))
            let last = submissions.last.map { SubmissionCursor($0, order) }
            return SubmissionPage(submissions: submissions, next: found.count > limit ? last : nil)
        }
    }

    /// From one step to the next, until there are as many as are wanted, or a step has looked through all that there are.
    private func found(_ search: SubmissionSearch) async throws -> [SubmissionSummary] {
        let (first, goesBeyond) = search.along.map { ($0, search.goesBeyondAlong) } ?? (search.nearby, search.goesBeyondNearby)
        if let first, let goesBeyond {
            let found = try await answers(to: first).map(SubmissionSummary.init)
            if found.count >= search.limit { return found }
            guard try await answers(to: goesBeyond).first?.decode("goes_on", as: Bool.self) ?? false else { return found }
        }
        return try await answers(to: search.everywhere).map(SubmissionSummary.init)
    }

    private func answers(to statement: SQL) async throws -> PostgresRows {
        // Which index finds the few depends on the values; one plan for all of them would be the wrong one for most.
        let planning: SQL = "select set_config('plan_cache_mode', 'force_custom_plan', true)"
        return try await pool.pipeline([planning, statement])[1]
    }
}

extension SubmissionSummary {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row.decodeID("id"), journey: try row.decodeValue("journey"), state: try row.decodeCase("state"),
            version: try row.decode("version"), subject: try row.decodeIfPresent("subject"),
            reference: try row.decodeIfPresent("reference"), createdAt: try row.decodeTimestamp("created_at"),
            changedAt: try row.decodeTimestamp("changed_at"), submittedAt: try row.decodeTimestampIfPresent("submitted_at"),
            expiresAt: try row.decodeTimestampIfPresent("expires_at"), documents: try row.decode("documents"))
    }
}
