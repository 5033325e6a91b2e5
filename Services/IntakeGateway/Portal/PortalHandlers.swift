import Domain
import HTTPServer
import PostgresStore
import Shared

/// `/portal/session`: who has come by a link, coming and leaving.
struct PortalHandlers: Sendable {
    let gateway: GatewayServices

    private var portal: PortalAccess { gateway.portal }

    func show(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await answering(request) { session(try await portal.link(of: request), request) }
    }

    /// `{"link": "dp_…"}`
    func open(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await answering(request) {
            try PageRequest(request, links: gateway.links, mark: PortalAccess.mark).checkOrigin()
            // A form of another site can send text that reads like JSON, but not say that it is JSON.
            guard request.headers.contains("content-type") else { throw HTTPRequest.noJSON }
            var object = try await request.jsonObject()
            let text = object.requiredString("link", maximum: 100)
            try object.finish()
            guard let token = text.flatMap({ OpaqueToken($0) }), token.kind == .portal else {
                throw Problem.unauthenticated(
                    "This is no link to the portal. Its secret begins with “dp_”; check that all of it was copied.")
            }
            let link = try await portal.link(token)
            try await portal.store.noteOpening(of: link, by: AuditOrigin(actor: link.actor, address: request.client?.text))
            var answer = session(link, request)
            answer.headers.add(
                "Set-Cookie", portal.cookies.setting(portal: token, untilEnd: link, at: gateway.now()))
            return answer
        }
    }

    func end(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await answering(request) {
            let page = PageRequest(request, links: gateway.links, mark: PortalAccess.mark)
            try page.checkOrigin()
            if try portal.cookies.token(.portal, of: request) != nil { try page.check() }
            var answer = HTTPResponse(status: 204, headers: HTTPResponse.privateHeaders)
            answer.headers.add("Set-Cookie", portal.cookies.endingPortal)
            return answer
        }
    }

    private func session(_ link: PortalLink, _ request: HTTPRequest) -> HTTPResponse {
        let language = Language.choose(acceptLanguage: request.headers["accept-language"], locale: nil)
        let journeys = gateway.journeys.offered.map { $0.said(in: language) }
        return .resource(PortalSessionResource(link: link, journeys: journeys), headers: .content(in: language))
    }

    private func answering(
        _ request: HTTPRequest, _ handle: @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try await DeskHandlers(gateway: gateway).answering(request, handle)
    }
}

/// What the portal's page begins with: whose it is, and what an endpoint can be told.
struct PortalSessionResource: Resource {
    let link: PortalLink
    let journeys: [JourneyDefinition]

    private static let title: Schema = .answer(.required("id", .named("Name")), .required("title", .string()))

    static let shape = Shape<Self>(
        .required("tenant", .named("Name")) { $0.link.tenant.rawValue },
        .optional("name", .string(), "Whom the link was made for.") { $0.link.name },
        .optional("test", .boolean, "It is a sandbox's.") { $0.link.tenant.isSandbox ? true : nil },
        .required("endsAt", .named("Timestamp"), "When the link ends.") { $0.link.expiresAt.description },
        .required("journeys", .array(of: title), "Those that an endpoint can be told of.") { session in
            Encoded(session.journeys.map { Journey(id: $0.id.rawValue, title: $0.title) })
        },
        .required("events", .array(of: .string()), "What an endpoint can be told.") { _ in EndpointHandlers.eventTypes })

    private struct Journey: Encodable, Sendable {
        let id: String
        let title: String
    }
}

extension Schemas {
    static let portalParts: [String: Schema] = [
        "NewPortalSession": .request(.required("link", .text(1...100), "The token of a link to the portal.")),
        "PortalSession": PortalSessionResource.schema,
    ]
}
