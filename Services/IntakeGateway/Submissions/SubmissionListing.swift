import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/submissions`: a tenant's submissions, filtered, in parts or as a whole.
struct SubmissionListing: Sendable {
    let gateway: GatewayServices

    func list(_ call: Call) async throws -> HTTPResponse {
        let reading = try Reading(of: call, at: gateway.links.submissions)
        let read = { @Sendable [gateway] (place: SubmissionCursor?, limit: Int, isThorough: Bool) in
            let page = try await reading.read(gateway.store, place, limit, isThorough: isThorough)
            return (page.submissions.map { SubmissionSummaryResource(summary: $0, links: gateway.links) }, page.next)
        }
        if let export = ListingExport.wanted(by: call.request) {
            guard call.request.query["limit"] == nil else { throw ListingExport.hasNoLimit }
            return try await export.answer(from: reading.cursor) { try await read($0, SubmissionStore.maximumPageSize, true) }
        }
        let (items, next) = try await read(reading.cursor, reading.limit, false)
        return reading.parts.answer(items, next: next?.description, call.request.query, limit: reading.limit)
    }

    /// The requested part, and the address of the next one.
    func part(of call: Call, at address: String) async throws -> (submissions: [SubmissionSummary], next: String?) {
        let reading = try Reading(of: call, at: address)
        let page = try await reading.read(gateway.store, reading.cursor, reading.limit)
        let next = page.next.map { reading.parts.link(to: $0.description, call.request.query, limit: reading.limit) }
        return (page.submissions, next)
    }

    static func filters(_ query: QueryParameters) throws(Problem) -> FilterManager<SubmissionFilter> {
        do {
            return try SubmissionQuery.filters(
                from: query.items.map { ($0.name, $0.value) }, ignoring: ["limit", "cursor", "sort"])
        } catch {
            throw Problem(
                .invalidParameter, detail: "The listing cannot be filtered like this; `errors` says why.",
                errors: error.faults.map { ProblemItem(parameter: $0.parameter, detail: "This \($0.problem).", rule: "filter") })
        }
    }

    /// The values that bind a cursor.
    static func fingerprinted(_ filters: FilterManager<SubmissionFilter>, _ order: SubmissionOrder) -> [String] {
        let parameters = SubmissionQuery.parameters(of: filters) ?? []
        return ["sort=\(order.rawValue)"] + parameters.map { "\($0.name)=\($0.value)" }.sorted()
    }
}

/// The submissions that a request reads.
private struct Reading: Sendable {
    let limit: Int
    let parts: ListingParts
    let cursor: SubmissionCursor?
    private let tenant: TenantID
    private let filters: FilterManager<SubmissionFilter>
    private let order: SubmissionOrder

    private static let defaultLimit = 50

    init(of call: Call, at address: String) throws(Problem) {
        let query = call.request.query
        limit = try query.integer("limit", in: 1...SubmissionStore.maximumPageSize) ?? Self.defaultLimit
        var filters = try SubmissionListing.filters(query)
        // A filter like any other, so that cursors are bound to it as well. It takes the place of one that was asked for.
        if let subject = call.principal.subject { filters.set(.subject(subject), named: "subject") }
        order = try query.choice("sort", SubmissionOrder.self) ?? .newestFirst
        parts = ListingParts(of: "submissions", under: SubmissionListing.fingerprinted(filters, order), at: address)
        cursor = try parts.place(in: query) { SubmissionCursor($0) }
        self.filters = filters
        tenant = call.tenant
    }

    func read(
        _ store: SubmissionStore, _ place: SubmissionCursor?, _ limit: Int, isThorough: Bool = false
    ) async throws -> SubmissionPage {
        try await store.submissions(
            tenant: tenant, matching: filters, order: order, limit: limit, after: place, isThorough: isThorough)
    }
}
