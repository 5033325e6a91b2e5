import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// Believes the cookies of a tenant's developers, who came by a link that the tenant's back end made.
///
/// Nothing of a link is remembered here: one that was revoked is refused from then on, and so is one whose key is over.
struct PortalAccess: Sendable {
    /// What the portal's page sends with each request. Without it the cookie counts for nothing, so that somebody who is also signed in
    /// at the desk acts as one of the two and never as the other.
    static let mark = "Docket-Portal"

    let store: PortalLinkStore
    let cookies: SessionCookies
    let links: Links
    let logger: Logger
    let now: @Sendable () -> Timestamp

    static func isMeant(by request: HTTPRequest) -> Bool { request.headers.contains(mark) }

    func principal(of request: HTTPRequest) async throws(Problem) -> Principal {
        let link = try await link(of: request)
        return Principal(
            tenant: link.tenant, actor: link.actor, permissions: PortalLink.permissions, expiresAt: link.expiresAt)
    }

    /// The link by whose cookie a page of ours asks.
    func link(of request: HTTPRequest) async throws(Problem) -> PortalLink {
        guard Self.isMeant(by: request), let token = try cookies.token(.portal, of: request) else {
            throw .unauthenticated("You have not come to the portal by a link. Ask your tenant's back end for one.")
        }
        try PageRequest(request, links: links, mark: Self.mark).check()
        return try await link(token)
    }

    /// The link whose secret this is, if it still counts.
    func link(_ token: OpaqueToken) async throws(Problem) -> PortalLink {
        guard let link = try await stored(token) else {
            throw .unauthenticated("This link is not known here. Ask whoever gave it to you for a new one.")
        }
        switch link.status(at: now()) {
        case .active: break
        case .expired: throw .linkEnded(.expired)
        case .revoked: throw .linkEnded(.revoked)
        }
        return link
    }

    private func stored(_ token: OpaqueToken) async throws(Problem) -> PortalLink? {
        do throws(StoreError) {
            return try await store.link(token)
        } catch {
            logger.warning("links to the portal cannot be looked up", ["detail": .string(error.detail)])
            throw Problem(error)
        }
    }
}

extension PortalLink {
    /// As the audit trail names who comes by it.
    var actor: String { "portal:\(id)" }
}
