public import Domain
public import Shared

/// A part of a listing.
public struct SubmissionPage: Sendable {
    public let submissions: [SubmissionSummary]
    /// The start of the next part; nil at the end. A part may be shorter than requested, or empty, before a next one: if
    /// each filter is common and hardly any submission satisfies all, the answer comes before all were examined.
    public let next: SubmissionCursor?
}

/// A place in a listing, which additions before or after do not move.
public struct SubmissionCursor: Hashable, Sendable {
    /// The moment by which the listing is sorted.
    public let moment: Timestamp
    public let id: SubmissionID

    public init(moment: Timestamp, id: SubmissionID) {
        self.moment = moment
        self.id = id
    }

    fileprivate init(_ summary: SubmissionSummary, _ order: SubmissionOrder) {
        self.init(moment: order.isByChange ? summary.updatedAt : summary.createdAt, id: summary.id)
    }

    fileprivate init(_ place: ListingWalk.Place) { self.init(moment: Timestamp(place.moment), id: SubmissionID(place.id)) }
}

extension SubmissionCursor: LosslessStringConvertible {
    public init?(_ description: String) {
        let parts = description.split(at: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let id = SubmissionID(String(parts[1])) else { return nil }
        self.init(moment: Timestamp(millisecondsSinceEpoch: milliseconds), id: id)
    }

    public var description: String { "\(moment.millisecondsSinceEpoch).\(id)" }
}

extension SubmissionStore {
    public static let maximumPageSize = 100
    /// The number of examined submissions after which a part ends, however few match; and where their references are opened.
    public static let mostLookedAt = ListingWalk.Limits.usual.most
    public static let mostOpened = ListingWalk.Limits.usual.opening.most

    /// A tenant's submissions in that order, at most `limit` (1 to 100). `isThorough`: a part examines more, for whoever reads all of
    /// them.
    public func submissions(
        tenant: TenantID, matching filters: FilterManager<SubmissionFilter> = FilterManager(),
        order: SubmissionOrder = .newestFirst, limit: Int = 50,
        after cursor: SubmissionCursor? = nil, isThorough: Bool = false
    ) async throws(StoreError) -> SubmissionPage {
        try await submissions(
            tenant: tenant, matching: filters, order: order, limit: limit, after: cursor,
            within: isThorough ? .thorough : .usual)
    }

    /// The limits of the walk affect only the time and the number of parts, not the result.
    func submissions(
        tenant: TenantID, matching filters: FilterManager<SubmissionFilter>, order: SubmissionOrder, limit: Int,
        after cursor: SubmissionCursor?, within limits: ListingWalk.Limits
    ) async throws(StoreError) -> SubmissionPage {
        let limit = min(max(limit, 1), Self.maximumPageSize)
        return try await StoreError.wrapping("list submissions") {
            let asksForNames = filters.expression.contains(where: \.isAboutNames)
            let lookup = asksForNames ? try await keys?.requiredLookup(of: tenant) : nil
            let search = SubmissionSearch(tenant: tenant, filters: filters.expression, order: order, lookup: lookup)
            let place = cursor.map { ListingWalk.Place(moment: $0.moment.date, id: $0.id.uuid) }
            return try await longReads.read { pool in
                var reading = try ListingReading(
                    search: search, pool: pool, keys: keys, limits: limits, from: place, limit: limit + 1)
                let goesOn = try await reading.read()
                let submissions = Array(reading.found.prefix(limit))
                let last = submissions.last.map { SubmissionCursor($0, order) }
                let next = reading.found.count > limit ? last : goesOn.map { SubmissionCursor($0) }
                return SubmissionPage(submissions: submissions, next: next)
            }
        }
    }
}
