import HTTPServer
import Shared

extension Endpoint {
    static let ofLinks: [Endpoint] = [
        Endpoint(
            "createLink", .post, "/v1/submissions/{submission}/links", .bearer(.administer, of: .submission), in: .access,
            summary: "Make a short-lived link to it",
            detail: "For a person's phone or page. Its token is in this answer and nowhere else; a GET never uses one up.",
            parameters: [.submission, .idempotencyKey],
            body: Body(content: [("application/json", .named("NewLink"))]),
            answers: [.json(201, "Link", "The link, with its token.", headers: [location])],
            problems: [.notADraft, .tooManyLinks],
            responder: .once(.jsonForSecret) { LinkHandlers(gateway: $0).create }),
        Endpoint(
            "listLinks", .get, "/v1/submissions/{submission}/links", .bearer(.administer, of: .submission), in: .access,
            summary: "List its links", parameters: [.submission],
            answers: [.json(200, "LinkListing", "Those that have ended, too.")],
            responder: .on { LinkHandlers(gateway: $0).list }),
        Endpoint(
            "revokeLink", .delete, "/v1/submissions/{submission}/links/{link}", .bearer(.administer, of: .submission),
            in: .access,
            summary: "End a link at once",
            parameters: [.submission, .path("link", .named("Identifier"), "The link's id.")],
            answers: [.empty(204, "It is good for nothing any more.")],
            responder: .on { LinkHandlers(gateway: $0).revoke }),
    ]
}

extension Schemas {
    static let linkParts: [String: Schema] = [
        "NewLink": .request(
            .required("purpose", .choice(LinkPurpose.self)),
            .optional("lifetime", .nullable(.integer(LinkHandlers.lifetimes)), "In seconds; an hour unless told.")),
        "Link": LinkResource.schema,
        "LinkListing": .listing(of: "Link"),
    ]
}
