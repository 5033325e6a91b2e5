import HTTPServer

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
        page(.portal, "openPortal", "/portal", "The portal, on which a tenant's developers work"),
        page(.portal, "openPortalView", "/portal/{view}", "A view of the portal", view),
        pageAsset(.portal, "readPortalAsset", "A file of the portal"),
    ]
}
