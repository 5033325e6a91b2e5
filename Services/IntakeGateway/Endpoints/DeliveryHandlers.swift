import Domain
import HTTPServer
import PostgresStore
import Shared

/// `/v1/deliveries`: a tenant's webhook deliveries and their attempts.
struct DeliveryHandlers: Sendable {
    let gateway: GatewayServices

    static let limits = 1...200
    private static let defaultLimit = 50
    private static let names: Set = ["cursor", "endpoint", "limit", "since", "state", "submission"]
    private var history: DeliveryHistory { gateway.endpoints.deliveries }

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: Self.limits) ?? Self.defaultLimit
        var (filter, cursor) = try Self.filter(query)
        filter.tenant = call.tenant
        filter.isOfManagedEndpoints = !call.principal.permissions.contains(.administer)
        let found = try await history.deliveries(filter, limit: limit + 1, after: cursor)
        let shown = found.prefix(limit)
        let next = found.count > limit ? shown.last?.id.description : nil
        return .part(
            shown.map { Encoded(DeliveryResource($0, links: gateway.links)) },
            next: next.map { query.link(from: $0, at: gateway.links.deliveries, limit: limit) })
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        let found = try await history.delivery(try call.identifier("delivery"), of: call.tenant)
        guard let found, Self.shows(found.delivery, to: call) else { throw Problem.notFound }
        return .resource(Encoded(DeliveryResource(found.delivery, tries: found.tries, links: gateway.links)))
    }

    /// Retries a delivery at once, with all of its attempts again.
    func retry(_ call: Call) async throws -> HTTPResponse {
        let id: DeliveryID = try call.identifier("delivery")
        let found = try await record(id, call)
        var filter = DeliveryFilter()
        filter.tenant = call.tenant
        guard try await history.retry(filter, only: [id], by: call.origin) == 1 else {
            throw Problem(
                .notRetriable,
                detail: found.state == .delivered
                    ? "It has been delivered; what was taken is not told again." : "It is being tried at this moment.")
        }
        return .resource(Encoded(DeliveryResource(try await record(id, call), links: gateway.links)), status: 202)
    }

    /// Only the tenant itself sees mails, pushes and call-outs, and what the installation's own endpoint was told: a caller that
    /// integrates looks after the tenant's endpoints.
    private static func shows(_ delivery: DeliveryRecord, to call: Call) -> Bool {
        delivery.isOfManagedEndpoint || call.principal.permissions.contains(.administer)
    }

    private func record(_ id: DeliveryID, _ call: Call) async throws -> DeliveryRecord {
        guard let found = try await history.record(id, of: call.tenant), Self.shows(found, to: call) else {
            throw Problem.notFound
        }
        return found
    }

    /// Reports all faults at once.
    /// Operators, who see all tenants, may filter by tenant.
    static func filter(
        _ query: QueryParameters, ofAll: Bool = false
    ) throws(Problem) -> (DeliveryFilter, cursor: DeliveryID?) {
        var filter = DeliveryFilter()
        var faults = QueryFaults(query, known: ofAll ? names.union(["tenant"]) : names)
        if ofAll { filter.tenant = faults.tenant() }
        filter.submission = faults.read("submission", "an id") { SubmissionID($0) }
        filter.endpoint = faults.read("endpoint", "an id") { WebhookEndpointID($0)?.description }
        filter.state = faults.read("state", "pending, delivered or given_up") { DeliveryState(rawValue: $0) }
        filter.since = faults.moment("since")
        let cursor = faults.read("cursor", "one that a listing has given") { DeliveryID($0) }
        try faults.check("Deliveries cannot be listed like this; `errors` says why.")
        return (filter, cursor)
    }
}
