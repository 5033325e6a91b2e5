import DocketStore
import HTTPServer
import Shared

/// `/v1/deliveries`: what a tenant was told, and how that went.
struct DeliveryHandlers: Sendable {
    let gateway: GatewayServices

    static let limits = 1...200
    private static let defaultLimit = 50
    private static let names = ["cursor", "endpoint", "limit", "since", "state", "submission"]
    private var history: DeliveryHistory { gateway.endpoints.deliveries }

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: Self.limits) ?? Self.defaultLimit
        var (filter, cursor) = try Self.filter(query)
        filter.tenant = call.tenant
        let found = try await history.deliveries(filter, limit: limit + 1, after: cursor)
        let shown = found.prefix(limit)
        let next = found.count > limit ? shown.last.map { nextLink(query, limit, $0.id) } : nil
        var headers: HTTPHeaders = [:]
        headers["Link"] = next.map { "<\($0)>; rel=\"next\"" }
        return .resource(Listing(items: shown.map { DeliveryResource($0, links: gateway.links) }, next: next), headers: headers)
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        guard let found = try await history.delivery(try call.identifier("delivery"), of: call.tenant) else {
            throw Problem.notFound
        }
        return .resource(DeliveryResource(found.delivery, tries: found.tries, links: gateway.links))
    }

    /// Has it tried at once, with all of its tries anew.
    func retry(_ call: Call) async throws -> HTTPResponse {
        let id: DeliveryID = try call.identifier("delivery")
        guard let found = try await history.delivery(id, of: call.tenant)?.delivery else { throw Problem.notFound }
        var filter = DeliveryFilter()
        filter.tenant = call.tenant
        guard try await history.retry(filter, only: [id], by: call.origin) == 1 else {
            throw Problem(
                .notRetriable,
                detail: found.state == .delivered
                    ? "It has been delivered; what was taken is not told again." : "It is being tried at this moment.")
        }
        guard let again = try await history.delivery(id, of: call.tenant)?.delivery else { throw Problem.notFound }
        return .resource(DeliveryResource(again, links: gateway.links), status: 202)
    }

    private func nextLink(_ query: QueryParameters, _ limit: Int, _ cursor: DeliveryID) -> String {
        let kept = query.rawValue.split(separator: "&").filter { !$0.hasPrefix("cursor=") && !$0.hasPrefix("limit=") }
        return "\(gateway.links.deliveries)?\((kept + ["limit=\(limit)", "cursor=\(cursor)"]).joined(separator: "&"))"
    }

    /// Names everything that is wrong at once.
    private static func filter(_ query: QueryParameters) throws(Problem) -> (DeliveryFilter, cursor: DeliveryID?) {
        var filter = DeliveryFilter()
        var faults: [ProblemItem] = []
        func fault(_ name: String, _ detail: String) {
            faults.append(ProblemItem(parameter: String(name.prefix(64)), detail: "This \(detail).", rule: "filter"))
        }
        for (index, item) in query.items.enumerated() {
            if !names.contains(item.name) { fault(item.name, "is not known; known are \(names.joined(separator: ", "))") }
            if query.items.prefix(index).contains(where: { $0.name == item.name }) { fault(item.name, "is given twice") }
        }
        if let text = query["submission"] {
            filter.submission = SubmissionID(text)
            if filter.submission == nil { fault("submission", "must be an id") }
        }
        if let text = query["endpoint"] {
            filter.endpoint = WebhookEndpointID(text)?.description
            if filter.endpoint == nil { fault("endpoint", "must be an id") }
        }
        if let text = query["state"] {
            filter.state = DeliverySummary.State(rawValue: text)
            if filter.state == nil { fault("state", "must be pending, delivered or given_up") }
        }
        if let text = query["since"] {
            filter.since = Timestamp(text)
            if filter.since == nil { fault("since", "must be a moment such as 2026-10-31T09:05:07Z") }
        }
        var cursor: DeliveryID?
        if let text = query["cursor"] {
            cursor = DeliveryID(text)
            if cursor == nil { fault("cursor", "must be one that a listing has given") }
        }
        guard faults.isEmpty else {
            throw Problem(
                .invalidParameter, detail: "Deliveries cannot be listed like this; `errors` says why.", errors: faults)
        }
        return (filter, cursor)
    }
}
