import Domain
import HTTPServer
import PostgresStore
import Shared

/// `/v1/integration/…`: what helps whoever connects a tenant's programs.
struct IntegrationHandlers: Sendable {
    let gateway: GatewayServices

    static let limits = 1...200
    private static let defaultLimit = 50

    func audit(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        try QueryFaults(query, known: ["limit", "cursor"]).check("The trail cannot be listed like this; `errors` says why.")
        let limit = try query.integer("limit", in: Self.limits) ?? Self.defaultLimit
        let parts = ListingParts(of: "integration-audit", under: [], at: gateway.links.integrationAudit)
        let place = try parts.place(in: query) { Int64($0).flatMap { $0 > 0 ? $0 : nil } }
        let found = try await gateway.audit.integrationEntries(tenant: call.tenant, limit: limit + 1, below: place)
        let shown = found.prefix(limit)
        let next = found.count > limit ? shown.last?.number : nil
        return parts.answer(
            shown.map { AuditResource(entry: $0.ofIntegration) }, next: next.map(String.init), query, limit: limit)
    }

    func refusals(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        try QueryFaults(query, known: ["limit"]).check("They cannot be listed like this; `errors` says why.")
        let limit = try query.integer("limit", in: Self.limits) ?? Self.defaultLimit
        let found = try await gateway.refusedRequests.latest(of: call.tenant, limit: limit)
        return .resource(Listing(items: found.map { RefusedRequestResource(request: $0.request, count: $0.count) }))
    }
}

/// Requests that were refused alike within a minute, as their tenant sees them.
struct RefusedRequestResource: Resource {
    let request: RefusedRequest
    let count: Int

    private static let endpoints = Dictionary(uniqueKeysWithValues: Endpoint.all.map { ($0.id, $0) })

    /// Nil for one that a later version has no more.
    private var endpoint: Endpoint? { Self.endpoints[request.operation] }

    static let shape = Shape<Self>(
        .required("minute", .named("Timestamp"), "The minute's beginning.") { $0.request.minute.description },
        .required("operation", .string(), "By its name in the description.") { $0.request.operation },
        .optional("method", .string()) { $0.endpoint?.method.rawValue },
        .optional("path", .string(), "As the description has it, without ids.") { $0.endpoint?.pattern },
        .required("status", .integer(400...599)) { $0.request.status },
        .required("problem", .string(), "The last part of the problem's type.") { $0.request.problem },
        .required("actor", .string(), "`key:…`, or `token` for a token of another kind.") { $0.request.actor },
        .required("count", .integer(1 ... .max)) { $0.count })
}

extension AuditEntry {
    /// Without what is of a person: the submission of a delivery, and the address of a colleague.
    fileprivate var ofIntegration: AuditEntry {
        var act = act
        (act.submission, act.event, act.origin) = (nil, nil, AuditOrigin(actor: act.origin.actor))
        return AuditEntry(number: number, act: act)
    }
}

extension Links {
    var integrationAudit: String { "\(base)/v1/integration/audit" }
}
