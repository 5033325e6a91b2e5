import HTTPServer
import Shared

extension Endpoint {
    /// What who looks after a tenant's endpoints can look up.
    static let ofIntegration: [Endpoint] = [
        Endpoint(
            "listIntegrationAudit", .get, "/v1/integration/audit", .bearer(.integrate, of: .tenant), in: .notifications,
            summary: "Who did what to endpoints, deliveries, keys and links to the portal",
            detail: "The newest first: what was done to endpoints, deliveries, keys and portal links.",
            parameters: [
                .query("limit", .integer(IntegrationHandlers.limits), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .string(length: 1...128), "From `next` of the answer before. It belongs to one listing."),
            ],
            answers: [.json(200, "AuditListing", "A part of the trail.", headers: [("Link", "The next part (RFC 8288).")])],
            responder: .on(reading: .view("audit.view")) { IntegrationHandlers(gateway: $0).audit }),
        Endpoint(
            "listRefusedRequests", .get, "/v1/integration/refused-requests", .bearer(.integrate, of: .tenant),
            in: .notifications,
            summary: "What the tenant's own programs were refused of late",
            detail:
                "Counted by the minute, the newest first, for three days: requests of whoever may administer, which ended in a problem other "
                + "than a question (428). Nothing of what was sent is kept. A request whose token nobody knows belongs to no tenant.",
            parameters: [
                .query("limit", .integer(IntegrationHandlers.limits), "How many items an answer has at most; 50 unless told.")
            ],
            answers: [.json(200, "RefusedRequestListing", "The newest of them.")],
            responder: .on { IntegrationHandlers(gateway: $0).refusals }),
    ]
}

extension Schemas {
    static let integrationParts: [String: Schema] = [
        "RefusedRequest": RefusedRequestResource.schema,
        "RefusedRequestListing": .listing(of: "RefusedRequest"),
    ]
}
