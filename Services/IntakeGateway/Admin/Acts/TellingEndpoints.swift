import Domain
import HTTPServer
import PostgresStore
import Shared
import Webhooks

extension Endpoint {
    static let ofTelling: [Endpoint] = [
        .reading("adminAudit", "/v1/admin/audit", "Who did what, the newest first", AdminAuditQuery.parameters) {
            AdminAuditHandlers(gateway: $0).list
        },
        .reading("adminEndpoints", "/v1/admin/endpoints", "The webhook endpoints of all tenants", [.tenant]) {
            TellingHandlers(gateway: $0).endpoints
        },
        .reading(
            "adminDeliveries", "/v1/admin/deliveries", "What was told to whom, the newest first",
            [
                .tenant, .query("endpoint", .named("Identifier"), "To this endpoint."),
                .query("submission", .named("Identifier"), "Of this submission."),
                .query("state", .string(oneOf: ["pending", "delivered", "given_up"]), "In this state."),
                .query("since", .named("Timestamp"), "Planned at this moment or later."),
                .query("limit", .integer(DeliveryHandlers.limits), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .named("Identifier"), "From `next` of the answer before."),
            ]
        ) { TellingHandlers(gateway: $0).deliveries },
        .reading(
            "adminDelivery", "/v1/admin/deliveries/{delivery}", "A delivery and its tries",
            [.path("delivery", .named("Identifier"), "The delivery's id.")]
        ) { TellingHandlers(gateway: $0).delivery },
        .acting(
            "adminRetryDeliveries", .post, "/v1/admin/deliveries/retry", "Try deliveries at once, with all of their tries anew",
            body: .request(
                .optional("ids", .nullable(.array(of: .named("Identifier"), minimum: 1, maximum: 1000)), "These."),
                .optional("tenant", .nullable(.named("Name")), "All of this tenant."),
                .optional("endpoint", .nullable(.named("Identifier")), "All to this endpoint."),
                .optional("submission", .nullable(.named("Identifier")), "All of this submission.")),
            answers: [.described(202, "How many are tried again.")]
        ) { TellingHandlers(gateway: $0).retry },
    ]
}

/// What tenants are told over HTTP, of all of them.
struct TellingHandlers: Sendable {
    let gateway: GatewayServices

    private var history: DeliveryHistory { gateway.endpoints.deliveries }

    func endpoints(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["tenant"])
        let tenant = faults.tenant()
        try faults.check("Endpoints cannot be listed like this; `errors` says why.")
        let found = try await gateway.endpoints.endpoints.endpoints(of: tenant)
        return .whole(found.map { EndpointDescription($0, withTenant: true) })
    }

    func deliveries(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: DeliveryHandlers.limits) ?? 50
        let (filter, cursor) = try DeliveryHandlers.filter(query, ofAll: true)
        let found = try await history.deliveries(filter, limit: limit + 1, after: cursor)
        let shown = found.prefix(limit)
        let next = found.count > limit ? shown.last?.id.description : nil
        return .part(
            shown.map { Encoded(DeliveryDescription($0, withTenant: true)) },
            next: next.map { query.link(from: $0, at: "\(gateway.links.base)/v1/admin/deliveries", limit: limit) })
    }

    func delivery(_ call: Call) async throws -> HTTPResponse {
        guard let found = try await history.delivery(try call.identifier("delivery")) else { throw Problem.notFound }
        return .resource(Encoded(DeliveryDescription(found.delivery, tries: found.tries, withTenant: true)))
    }

    func retry(_ call: Call) async throws -> HTTPResponse {
        let (filter, ids) = try await read(call)
        let count = try await history.retry(filter, only: ids, by: call.origin)
        return .resource(RecoveryResource(deliveries: count), status: 202)
    }

    @inline(never)
    private func read(_ call: Call) async throws -> (DeliveryFilter, [DeliveryID]?) {
        var object = try await call.request.jsonObject()
        var filter = DeliveryFilter()
        filter.tenant = object.tenant()
        filter.submission = object.submission()
        if let text = object.optionalString("endpoint", maximum: 64) {
            filter.endpoint = WebhookEndpointID(text)?.description
            if filter.endpoint == nil { object.fault("endpoint", "This is not the id of an endpoint.", rule: "identifier") }
        }
        let texts = object.optionalTexts("ids", maximumCount: 1000, maximum: 40)
        let ids = texts?.compactMap { DeliveryID($0) }
        if ids?.count != texts?.count { object.fault("ids", "These must be ids of deliveries.", rule: "identifier") }
        try object.finish()
        guard ids != nil || filter != DeliveryFilter() else {
            throw Problem(.invalidRequest, detail: "Say which: name `ids`, a `tenant`, an `endpoint` or a `submission`.")
        }
        return (filter, ids)
    }
}
