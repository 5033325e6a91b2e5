import HTTPServer
import Shared

extension Endpoint {
    /// The portal in a browser.
    static let ofPortal: [Endpoint] = [
        Endpoint(
            "readPortalSession", .get, "/portal/session", .session, in: .access,
            summary: "Whom the portal is open for",
            detail: """
                By the cookie `docket-portal` (`__Host-docket-portal` behind https), which counts where a request carries \
                `Docket-Portal: 1`, and then alone. It opens the routes that need “integrate”, and no others.
                """,
            answers: [.json(200, "PortalSession", "The tenant, and what an endpoint can be told.")],
            problems: [.linkEnded, .forbidden],
            responder: .open { gateway in { request, _ in try await PortalHandlers(gateway: gateway).show(request) } }),
        Endpoint(
            "openPortalSession", .post, "/portal/session", .everybody, in: .access,
            summary: "Come to the portal by a link",
            body: Body(content: [("application/json", .named("NewPortalSession"))]),
            answers: [.json(200, "PortalSession", "It is open until the link ends.", headers: [setCookie])],
            problems: [
                .unauthenticated, .forbidden, .linkEnded, .invalidRequest, .malformedJSON, .unsupportedMediaType, .tooLarge,
            ],
            responder: .open { gateway in { request, _ in try await PortalHandlers(gateway: gateway).open(request) } }),
        Endpoint(
            "endPortalSession", .delete, "/portal/session", .everybody, in: .access,
            summary: "Leave the portal in this browser", detail: "The link goes on until it ends or is revoked.",
            answers: [.empty(204, "The cookie is gone.", headers: [setCookie])], problems: [.forbidden],
            responder: .open { gateway in { request, _ in try await PortalHandlers(gateway: gateway).end(request) } }),
        portalPage("openPortal", "/portal", "The portal, on which a tenant's developers work"),
        portalPage("openPortalView", "/portal/{view}", "A view of the portal", view),
        Endpoint(
            "readPortalAsset", .get, "/assets/{release}/portal/{file}", .everybody, in: .service,
            summary: "A file of the portal",
            parameters: [
                .path("release", .string(pattern: "^[0-9a-f]{16}$"), "The digest of all files of the pages."),
                .path("file", .string(pattern: "^[a-z.]{1,40}$"), "Its name."), .ifNoneMatch,
            ],
            answers: [
                Answer(
                    status: 200, summary: "A module or a style.",
                    content: [("text/javascript", .string()), ("text/css", .string())]),
                .empty(304, "The client has it."),
            ], problems: [.notFound],
            responder: .open { _ in { request, parameters in BrowserFiles.answer(request, parameters, in: "portal/") } }),
    ]

    private static let view = Parameter.path("view", .string(pattern: "^[a-z]{1,40}$"), "Which one.")

    private static func portalPage(_ id: String, _ pattern: String, _ summary: String, _ places: Parameter...) -> Endpoint {
        Endpoint(
            id, .get, pattern, .everybody, in: .service, summary: summary,
            detail: "The same page for everybody: its scripts ask for the rest by the link that one came by.",
            parameters: places + [
                .query("lang", .string(oneOf: BrowserWords.languages), "The language; else what the request prefers.")
            ],
            answers: [Answer(status: 200, summary: "The page.", content: [("text/html", .string())])],
            responder: .open { _ in { request, _ in portal.show(request) } })
    }

    private static let portal = DeskPage(.portal)
}
