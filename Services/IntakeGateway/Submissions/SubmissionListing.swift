import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/submissions`: a tenant's submissions, by named filters, part by part, or all in one.
struct SubmissionListing: Sendable {
    let gateway: GatewayServices

    private static let defaultLimit = 50

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: 1...SubmissionStore.maximumPageSize) ?? Self.defaultLimit
        var filters = try Self.filters(query)
        // A filter like any other, so that cursors are bound to it as well. It takes the place of one that was asked for.
        if let subject = call.principal.subject { filters.set(.subject(subject), named: "subject") }
        let order = try Self.order(query)
        let parts = ListingParts(of: "submissions", under: Self.fingerprinted(filters, order), at: gateway.links.submissions)
        let cursor = try parts.place(in: query) { SubmissionCursor($0) }
        let read = { @Sendable [gateway, filters, tenant = call.tenant] (place: SubmissionCursor?, limit: Int) in
            let page = try await gateway.store.submissions(
                tenant: tenant, matching: filters, order: order, limit: limit, after: place)
            return (page.submissions.map { SubmissionSummaryResource(summary: $0, links: gateway.links) }, page.next)
        }
        if let export = ListingExport.wanted(by: call.request) {
            guard query["limit"] == nil else { throw ListingExport.hasNoLimit }
            return try await export.answer(from: cursor) { try await read($0, SubmissionStore.maximumPageSize) }
        }
        let (items, next) = try await read(cursor, limit)
        return parts.answer(items, next: next?.description, query, limit: limit)
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

    static func order(_ query: QueryParameters) throws(Problem) -> SubmissionOrder {
        let values = query.values(for: "sort")
        guard let text = values.first else { return .newestFirst }
        guard values.count == 1, let order = SubmissionOrder(rawValue: text) else {
            let known = SubmissionOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                .invalidParameter, detail: "The listing cannot be sorted like this.",
                errors: [ProblemItem(parameter: "sort", detail: "This must be one of \(known), once.", rule: "sort")])
        }
        return order
    }

    /// What a cursor is bound to.
    static func fingerprinted(_ filters: FilterManager<SubmissionFilter>, _ order: SubmissionOrder) -> [String] {
        let parameters = SubmissionQuery.parameters(of: filters) ?? []
        return ["sort=\(order.rawValue)"] + parameters.map { "\($0.name)=\($0.value)" }.sorted()
    }
}
