import Crypto
import DocketStore
import HTTPServer
import Shared

/// `GET /v1/submissions`: a tenant's submissions, by named filters, part by part.
struct SubmissionListing: Sendable {
    let gateway: GatewayServices

    private static let defaultLimit = 50

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: 1...SubmissionStore.maximumPageSize) ?? Self.defaultLimit
        var filters = try filters(query)
        // A filter like any other, so that cursors are bound to it as well. It takes the place of one that was asked for.
        if let subject = call.principal.subject { filters.set(.subject(subject), named: "subject") }
        let order = try order(query)
        let cursor = try query["cursor"].map { text throws(Problem) in
            guard let cursor = ListingCursor(text, filters: filters, order: order) else { throw .foreignCursor }
            return cursor.place
        }
        let page = try await gateway.store.submissions(
            tenant: call.tenant, matching: filters, order: order, limit: limit, after: cursor)
        let items = page.submissions.map { SubmissionSummaryResource($0, links: gateway.links) }
        let next = page.next.map { nextLink(query, limit: limit, cursor: ListingCursor($0, filters: filters, order: order)) }
        var headers: HTTPHeaders = [:]
        headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
        return .resource(Listing(items: items, next: next), headers: headers)
    }

    private func filters(_ query: QueryParameters) throws(Problem) -> FilterManager<SubmissionFilter> {
        do {
            return try SubmissionQuery.filters(
                from: query.items.map { ($0.name, $0.value) }, ignoring: ["limit", "cursor", "sort"])
        } catch {
            throw Problem(
                .invalidParameter, detail: "The listing cannot be filtered like this; `errors` says why.",
                errors: error.faults.map { ProblemItem(parameter: $0.parameter, detail: "This \($0.problem).", rule: "filter") })
        }
    }

    private func order(_ query: QueryParameters) throws(Problem) -> SubmissionOrder {
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

    /// The same listing from where this part ends.
    private func nextLink(_ query: QueryParameters, limit: Int, cursor: ListingCursor) -> String {
        let kept = query.rawValue.split(separator: "&").filter { !$0.hasPrefix("cursor=") && !$0.hasPrefix("limit=") }
        let parameters = kept + ["limit=\(limit)", "cursor=\(cursor)"]
        return "\(gateway.links.submissions)?\(parameters.joined(separator: "&"))"
    }
}

extension Problem {
    /// What is no cursor, or one of another listing.
    static var foreignCursor: Problem {
        let detail = "This cursor does not belong to this listing. Follow the links of its answers, or begin without one."
        return Problem(.invalidParameter, detail: detail, errors: [ProblemItem(parameter: "cursor", detail: detail)])
    }
}

/// A place in one listing, as clients hand it back. It names the filters and the order that it was made under: under others it means nothing.
struct ListingCursor: Hashable, Sendable, CustomStringConvertible {
    let place: SubmissionCursor
    private let filters: String

    init(_ place: SubmissionCursor, filters: FilterManager<SubmissionFilter>, order: SubmissionOrder) {
        self.place = place
        self.filters = Self.fingerprint(filters, order)
    }

    /// Nil for what is no cursor, or one of another listing.
    init?(_ text: String, filters: FilterManager<SubmissionFilter>, order: SubmissionOrder) {
        guard text.utf8.count <= 256, let bytes = Base64URL.decode(text) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = SubmissionCursor(String(parts[0])), parts[1] == Self.fingerprint(filters, order)
        else {
            return nil
        }
        self.init(place, filters: filters, order: order)
    }

    var description: String { Base64URL.encode(Array("\(place)/\(filters)".utf8)) }

    private static func fingerprint(_ filters: FilterManager<SubmissionFilter>, _ order: SubmissionOrder) -> String {
        let parameters = SubmissionQuery.parameters(of: filters) ?? []
        let text = (["sort=\(order.rawValue)"] + parameters.map { "\($0.name)=\($0.value)" }.sorted()).joined(separator: "&")
        return String(ContentDigest(of: Array(text.utf8)).hex.prefix(12))
    }
}
