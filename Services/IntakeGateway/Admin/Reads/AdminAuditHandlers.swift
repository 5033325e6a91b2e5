import Domain
import HTTPServer
import Operations
import PostgresStore
import Shared

/// The filters of all tenants' audit trails.
enum AdminAuditQuery {
    static let limits = 1...500
    static let parameters: [Endpoint.Parameter] = [
        .tenant, .query("submission", .named("Identifier"), "What was done with this submission."),
        .query("actor", .text(1...300), "What this one did."),
        .query("action", .array(of: .string(pattern: "^[a-z.-]{1,64}$"), maximum: 50), "One of these.", isList: true),
        .query("after", .named("Timestamp"), "At this moment or later."),
        .query("before", .named("Timestamp"), "Before this moment."),
        .query("limit", .integer(limits), "How many items an answer has at most; 50 unless told."),
        .query("cursor", .string(length: 1...128), "From `next` of the answer before."),
    ]
}

/// `GET /v1/admin/audit` and `/v1/admin/erasures`: the acts of all tenants.
struct AdminAuditHandlers: Sendable {
    let gateway: GatewayServices

    func list(_ call: Call) async throws -> HTTPResponse { try await answer(call, "/v1/admin/audit", actions: nil) }

    func erasures(_ call: Call) async throws -> HTTPResponse {
        try await answer(
            call, "/v1/admin/erasures",
            actions: ["submission.erase", "submission.erase-originals", ReturnedKeys.action, ErasureConsent.action])
    }

    @inline(never)
    private func answer(_ call: Call, _ path: String, actions: [String]?) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: AdminAuditQuery.limits) ?? 50
        var (filter, tenant) = try AuditQuery.filterOfAll(query)
        if let actions { filter.actions = actions }
        let parts = ListingParts(
            of: path, under: filter.fingerprinted + [tenant?.rawValue ?? ""], at: "\(gateway.links.base)\(path)")
        let place = try parts.place(in: query) { Int64($0).flatMap { $0 > 0 ? $0 : nil } }
        let entries = try await gateway.audit.entries(tenant: tenant, matching: filter, limit: limit + 1, below: place)
        let shown = entries.prefix(limit)
        let items = shown.map { Encoded(AuditDescription($0)) }
        return parts.answer(items, next: entries.count > limit ? shown.last.map { String($0.number) } : nil, query, limit: limit)
    }
}
