import HTTPServer
import Shared

extension Endpoint {
    /// Links by which a tenant's developers come to its portal.
    static let ofPortalLinks: [Endpoint] = [
        Endpoint(
            "createPortalLink", .post, "/v1/portal-links", .bearer(.administer, of: .tenant), in: .access,
            summary: "Make a short-lived link to the portal",
            detail:
                "For a developer of the tenant's. Who has it looks after webhook endpoints and deliveries, and does nothing else. Its token "
                + "is in this answer and nowhere else. It ends with the key that made it.",
            parameters: [.idempotencyKey], body: Body(content: [("application/json", .named("NewPortalLink"))]),
            answers: [.json(201, "PortalLink", "The link, with its token.", headers: [location])], problems: [.tooManyLinks],
            responder: .once(.jsonForSecret) { PortalLinkHandlers(gateway: $0).create }),
        Endpoint(
            "listPortalLinks", .get, "/v1/portal-links", .bearer(.administer, of: .tenant), in: .access,
            summary: "List the links to the portal",
            answers: [.json(200, "PortalLinkListing", "The newest first; those that have ended, too.")],
            responder: .on { PortalLinkHandlers(gateway: $0).list }),
        Endpoint(
            "revokePortalLink", .delete, "/v1/portal-links/{portalLink}", .bearer(.administer, of: .tenant), in: .access,
            summary: "End a link to the portal at once",
            parameters: [.path("portalLink", .named("Identifier"), "The link's id.")],
            answers: [.empty(204, "It is good for nothing any more.")], problems: [.notFound],
            responder: .on { PortalLinkHandlers(gateway: $0).revoke }),
    ]
}

extension Schemas {
    static let portalLinkParts: [String: Schema] = [
        "NewPortalLink": .request(
            .optional("name", .nullable(.text(1...PortalLinkHandlers.nameLength)), "Whom it is for."),
            .optional("lifetime", .nullable(.integer(PortalLinkHandlers.lifetimes)), "In seconds; an hour unless told.")),
        "PortalLink": PortalLinkResource.schema,
        "PortalLinkListing": .listing(of: "PortalLink"),
    ]
}
