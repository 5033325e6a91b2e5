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
        let search = SubmissionSearch(
            tenant: tenant, filters: filters.expression, isAscending: order.isAscending, limit: limit + 1, cursor: cursor)
        return try await StoreError.wrapping("list submissions") {
            var found = try await found(search.nearby ?? search.everywhere)
            if search.nearby != nil, found.count <= limit { found = try await self.found(search.everywhere) }
            let ids = Array(found.prefix(limit))
            let read = try await SubmissionReader.read(ids, tenant: tenant, lock: .none, over: pool)
            let submissions = ids.compactMap { read[$0] }
            let last = submissions.last.map { SubmissionCursor(createdAt: $0.createdAt, id: $0.id) }
            return SubmissionPage(submissions: submissions, next: found.count > limit ? last : nil)
        }
    }

    private func found(_ statement: SQL) async throws -> [SubmissionID] {
        // Which index finds the few depends on the values; one plan for all of them would be the wrong one for most.
        let answers = try await pool.pipeline(["select set_config('plan_cache_mode', 'force_custom_plan', true)", statement])
        return try answers[1].map { try $0.decodeID("id") }
    }
}
