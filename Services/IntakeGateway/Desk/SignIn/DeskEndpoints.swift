import HTTPServer

extension Endpoint {
    /// Signing in and out at the desk.
    static let ofDesk: [Endpoint] = [
        Endpoint(
            "readDeskSession", .get, "/desk/session", .session, in: .access,
            summary: "Who is signed in at the desk",
            detail: """
                By the cookie `docket-desk` (`__Host-docket-desk` behind https), which counts for every route that needs a token. What \
                changes something by it has to carry `Docket-Desk: 1` and come from a page of the same origin. Without a session the \
                problem's member `signIn` says how to get one.
                """,
            answers: [.json(200, "DeskSession", "The session.")],
            responder: .open { gateway in { request, _ in try await DeskHandlers(gateway: gateway).show(request) } }),
        Endpoint(
            "openDeskSession", .post, "/desk/session", .everybody, in: .access,
            summary: "Sign in at the desk with a key",
            body: Body(content: [("application/json", .named("NewDeskSession"))]),
            answers: [.json(200, "DeskSession", "The session.", headers: [setCookie])],
            problems: [.unauthenticated, .forbidden, .invalidRequest, .malformedJSON, .unsupportedMediaType, .tooLarge],
            responder: .open { gateway in { request, _ in try await DeskHandlers(gateway: gateway).signIn(request) } }),
        Endpoint(
            "endDeskSession", .delete, "/desk/session", .everybody, in: .access,
            summary: "Sign out at the desk", detail: "Whoever is not signed in is told the same.",
            answers: [.json(200, "SignedOut", "There is no session any more.", headers: [setCookie])],
            problems: [.forbidden],
            responder: .open { gateway in { request, _ in try await DeskHandlers(gateway: gateway).signOut(request) } }),
        Endpoint(
            "beginSignIn", .get, "/desk/sign-in", .everybody, in: .access,
            summary: "Go to the issuer, to sign in at the desk",
            parameters: [.query("return", .string(), "A page of the desk to go on at; another one is passed over.")],
            answers: [.empty(302, "To the issuer; or to the desk, with `trouble=issuer`.", headers: [whereTo])],
            problems: [.notFound],
            responder: .open { gateway in { request, _ in try await OpenIDHandlers(gateway: gateway).begin(request) } }),
        Endpoint(
            "finishSignIn", .get, "/desk/signed-in", .everybody, in: .access,
            summary: "Come back from the issuer",
            parameters: [
                .query("code", .string(), "What the issuer gave."), .query("state", .string(), "What it was given."),
                .query("iss", .string(), "Who it is (RFC 9207)."), .query("error", .string(), "Why it says no."),
            ],
            answers: [
                .empty(
                    302, "To the desk: with a session, or with `trouble` and one of \(DeskTrouble.names).",
                    headers: [whereTo, setCookie])
            ],
            responder: .open { gateway in { request, _ in try await OpenIDHandlers(gateway: gateway).finish(request) } }),
    ]

    private static let whereTo = ("Location", "Where to.")
    static let setCookie = ("Set-Cookie", "The session's secret, which no script can read.")
}
