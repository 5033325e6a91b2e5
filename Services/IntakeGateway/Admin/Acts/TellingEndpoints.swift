import Domain
import HTTPServer
import PostgresStore
import Shared
import Webhooks

extension Endpoint {
    /// The webhook endpoints of all tenants, with the tenants' own operations.
    static let ofAllEndpoints: [Endpoint] = [
        .acting(
            "adminCreateEndpoint", .post, "/v1/admin/endpoints", "Make a webhook endpoint of a tenant",
            body: newEndpoint, answers: [.described(201, "The endpoint, with its secret, which is told this once.")]
        ) { EndpointHandlers(gateway: $0, ofAll: true).create },
        .acting(
            "adminChangeEndpoint", .patch, "/v1/admin/endpoints/{endpoint}", "Change, disable or enable an endpoint",
            [endpointOfAll], body: .named("EndpointChange"), answers: [.described(200, "As it is now.")]
        ) { EndpointHandlers(gateway: $0, ofAll: true).change },
        .acting(
            "adminRemoveEndpoint", .delete, "/v1/admin/endpoints/{endpoint}", "Remove an endpoint, with its secrets",
            [endpointOfAll], answers: [.described(200, "It is gone.")], destroys: true
        ) { EndpointHandlers(gateway: $0, ofAll: true).remove },
        .acting(
            "adminRotateEndpoint", .post, "/v1/admin/endpoints/{endpoint}/rotate", "Give an endpoint a new secret",
            [endpointOfAll], body: .named("EndpointRotation"), answers: [.described(200, "With its new secret.")]
        ) { EndpointHandlers(gateway: $0, ofAll: true).rotate },
        .acting(
            "adminTestEndpoint", .post, "/v1/admin/endpoints/{endpoint}/test",
            "Send an endpoint a test message now, or a sample of an event",
            [endpointOfAll], body: .named("NewEndpointTest"), bodyIsRequired: false, answers: [.described(200, "How it fared.")]
        ) { EndpointHandlers(gateway: $0, ofAll: true).test },
        .acting(
            "adminRecoverEndpoint", .post, "/v1/admin/endpoints/{endpoint}/recover", "Tell an endpoint what it has missed",
            [endpointOfAll], body: .named("EndpointRecovery"), answers: [.described(202, "How many deliveries are under way.")]
        ) { EndpointHandlers(gateway: $0, ofAll: true).recover },
    ]

    private static let endpointOfAll = Parameter.path("endpoint", .named("Identifier"), "The endpoint's id.")
    private static let newEndpoint = Schema.request(
        [.required("tenant", .named("Name"), "Whose it is.")] + Schemas.newEndpoint)

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
                .optional("submission", .nullable(.named("Identifier")), "All of this submission."),
                .optional(
                    "state", .nullable(.string(oneOf: [DeliveryState.givenUp.rawValue])), "Only what was given up."),
                .optional("since", .nullable(.named("Timestamp")), "Only what was planned at this moment or later.")),
            answers: [.described(202, "How many are tried again.")]
        ) { TellingHandlers(gateway: $0).retry },
    ]
}

/// The webhook endpoints and deliveries of all tenants.
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
        if let state = object.optionalString("state", maximum: 16) {
            filter.state = .givenUp
            if state != DeliveryState.givenUp.rawValue {
                object.fault("state", "This must be given_up.", rule: "choice")
            }
        }
        filter.since = object.moment("since")
        let texts = object.optionalTexts("ids", maximumCount: 1000, maximum: 40)
        let ids = texts?.compactMap { DeliveryID($0) }
        if ids?.count != texts?.count { object.fault("ids", "These must be ids of deliveries.", rule: "identifier") }
        try object.finish()
        guard ids != nil || filter != DeliveryFilter() else {
            throw Problem(
                .invalidRequest, detail: "Say which: name `ids`, a `tenant`, an `endpoint`, a `submission`, a `state` or `since`."
            )
        }
        return (filter, ids)
    }
}
