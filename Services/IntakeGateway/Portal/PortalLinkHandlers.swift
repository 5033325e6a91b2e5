import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `/v1/portal-links`: short-lived ways to the portal, for the tenant's own developers.
struct PortalLinkHandlers: Sendable {
    let gateway: GatewayServices

    static let lifetimes = 60...12 * 3600
    static let nameLength = 100
    private static let standardLifetime = 3600

    private var store: PortalLinkStore { gateway.portal.store }

    /// Makes one: `{"name"?, "lifetime"?: seconds}`. Its token is in this answer and nowhere else.
    func create(_ call: Call) async throws -> HTTPResponse {
        let (name, lifetime) = try Self.read(try await call.request.jsonObject())
        let new = NewPortalLink(
            tenant: call.tenant, name: name, key: Self.key(of: call.principal), lasting: .seconds(lifetime),
            repetition: call.repetition)
        guard let made = try await store.create(new, by: call.origin) else {
            throw Problem(
                .tooManyLinks,
                detail: "At most \(PortalLinkStore.limit) links to the portal are alive at once. Revoke some.",
                members: ["limit": .integer(PortalLinkStore.limit)])
        }
        gateway.logger.info(
            "link to the portal made",
            [
                "request_id": .string(call.request.id), "tenant": .string(call.tenant.rawValue),
                "link": .string(made.link.id.description),
            ])
        return .resource(
            PortalLinkResource(
                link: made.link, status: made.link.status(at: gateway.now()), token: made.token, links: gateway.links,
                url: gateway.links.absolute(for: call.request).portal(made.token)), status: 201,
            headers: ["Location": gateway.links.portalLink(made.link.id)])
    }

    /// The body of a POST may be empty, as all of it may be left out: `{}`.
    static func read(_ object: RequestObject) throws(Problem) -> (name: String?, lifetime: Int) {
        var object = object
        let name = object.optionalString("name", maximum: nameLength)
        let lifetime = object.optionalInteger("lifetime", in: lifetimes) ?? standardLifetime
        try object.finish()
        return (name, lifetime)
    }

    /// The key that somebody came in with, or signed in at the desk with; nil for whoever has a token of another kind.
    static func key(of principal: Principal) -> String? {
        let beginning = "key:"
        guard principal.actor.hasBytes(atStart: beginning) else { return nil }
        let prefix = String(principal.actor.dropFirst(beginning.count))
        return OpaqueToken.isPrefix(prefix) ? prefix : nil
    }

    func list(_ call: Call) async throws -> HTTPResponse {
        let (found, now) = (try await store.links(of: call.tenant), gateway.now())
        return .resource(
            Listing(items: found.map { PortalLinkResource(link: $0, status: $0.status(at: now), links: gateway.links) }))
    }

    /// Ends one at once. Nothing is destroyed by it, so it is not asked about.
    func revoke(_ call: Call) async throws -> HTTPResponse {
        guard try await store.revoke(try call.identifier("portalLink"), of: call.tenant, by: call.origin) else {
            throw Problem.notFound
        }
        return HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
    }
}

/// A link to the portal as its tenant sees it.
struct PortalLinkResource: Resource {
    let link: PortalLink
    let status: PortalLink.Status
    var token: OpaqueToken?
    let links: Links
    /// Told once.
    var url: String?

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.link.id.description },
        .optional("name", .string()) { $0.link.name },
        .required("state", .choice(PortalLink.Status.self)) { $0.status.rawValue },
        .required("createdAt", .named("Timestamp")) { $0.link.createdAt.description },
        .required("createdBy", .string()) { $0.link.createdBy },
        .required("expiresAt", .named("Timestamp")) { $0.link.expiresAt.description },
        .optional("revokedAt", .named("Timestamp")) { $0.link.revokedAt?.description },
        .optional("lastUsedAt", .named("Timestamp")) { $0.link.lastUsedAt?.description },
        .optional("token", .string(), "Told once.") { $0.token?.text },
        .optional("url", .address, "Told once: the address that a browser opens. It is whole unless nobody knows the host.") {
            $0.url
        },
        .object("links", .required("self", .address) { $0.links.portalLink($0.link.id) }))
}

extension Links {
    func portalLink(_ id: PortalLinkID) -> String { "\(base)/v1/portal-links/\(id)" }
    /// Where a browser opens it. What is behind the `#` is sent to nobody: the page gives it in exchange for a cookie.
    func portal(_ token: OpaqueToken) -> String { "\(base)/portal#\(token.text)" }
}
