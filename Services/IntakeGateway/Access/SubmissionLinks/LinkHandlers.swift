import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `…/links` and `…/links/{link}`: short-lived links to one submission, for a client or a person.
struct LinkHandlers: Sendable {
    let gateway: GatewayServices

    static let lifetimes = 60...7 * 86_400
    private static let standardLifetime = 3600

    /// Creates a link: `{"purpose": "upload" | "status", "lifetime"?: seconds}`. Only this answer holds its token.
    func create(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let (purpose, lifetime) = try Self.read(try await call.request.jsonObject())
        if purpose == .upload, submission.state.isFinal { throw Problem.notADraft(submission.state) }
        let request = LinkRequest(
            purpose, for: submission.id, tenant: call.tenant, lasting: .seconds(lifetime), repetition: call.repetition)
        let made = try await gateway.submissionLinks.create(request, by: call.origin)
        guard let made else {
            throw Problem(
                .tooManyLinks,
                detail: "At most \(SubmissionLinkStore.limit) links of a submission are alive at once. Revoke some.",
                members: ["limit": .integer(SubmissionLinkStore.limit)])
        }
        call.note(
            "link made", in: submission.id, gateway.logger,
            ["link": .string(made.link.id.description), "purpose": .string(purpose.rawValue)])
        return .resource(
            LinkResource(
                link: made.link, status: made.link.status(at: gateway.now(), submission: submission.state), token: made.token,
                links: gateway.links, url: gateway.links.absolute(for: call.request).opened(made.token)), status: 201,
            headers: ["Location": gateway.links.link(submission.id, made.link.id)])
    }

    static func read(_ object: RequestObject) throws(Problem) -> (purpose: LinkPurpose, lifetime: Int) {
        var object = object
        let purpose = object.requiredChoice("purpose", of: LinkPurpose.self)
        let lifetime = object.optionalInteger("lifetime", in: lifetimes) ?? standardLifetime
        try object.finish()
        guard let purpose else { throw Problem.internalError }
        return (purpose, lifetime)
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let (found, now) = (try await gateway.submissionLinks.links(of: submission.id, tenant: call.tenant), gateway.now())
        return .resource(
            Listing(
                items: found.map { link in
                    LinkResource(
                        link: link, status: link.status(at: now, submission: submission.state), links: gateway.links)
                }))
    }

    /// Revokes a link at once. No personal data is destroyed, so no confirmation is needed.
    func revoke(_ call: Call) async throws -> HTTPResponse {
        let isThere = try await gateway.submissionLinks.revoke(
            try call.identifier("link"), of: try call.submission(), tenant: call.tenant, by: call.origin)
        guard isThere else { throw Problem.notFound }
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }
}

/// A link in the tenant's view.
struct LinkResource: Resource {
    let link: SubmissionLink
    let status: SubmissionLink.Status
    var token: OpaqueToken?
    let links: Links
    /// Shown only once.
    var url: String?

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.link.id.description },
        .required("purpose", .choice(LinkPurpose.self)) { $0.link.purpose.rawValue },
        .required("state", .string(oneOf: ["active", "expired", "revoked", "ended"])) { $0.status.rawValue },
        .required("createdAt", .named("Timestamp")) { $0.link.createdAt.description },
        .required("createdBy", .string()) { $0.link.createdBy },
        .required("expiresAt", .named("Timestamp")) { $0.link.expiresAt.description },
        .optional("revokedAt", .named("Timestamp")) { $0.link.revokedAt?.description },
        .optional("lastUsedAt", .named("Timestamp")) { $0.link.lastUsedAt?.description },
        .optional("token", .string(), "Told once: what to send as a bearer.") { $0.token?.text },
        .optional("url", .address, "Told once: the address that needs nothing else. It is whole unless nobody knows the host.") {
            $0.url
        },
        .object("links", .required("self", .address) { $0.links.link($0.link.submission, $0.link.id) }))
}
