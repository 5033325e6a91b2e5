import HTTPServer

extension Endpoint {
    /// The pages of the desk.
    static let ofDeskPage: [Endpoint] = [
        page(.desk, "openDesk", "/desk", "The desk, on which reviewers work"),
        page(.desk, "openDeskView", "/desk/{view}", "A view of the desk", view),
        page(.desk, "openDeskItem", "/desk/{view}/{item}", "A view of the desk of one thing", view, item),
        pageAsset(.desk, "readDeskAsset", "A file of the desk"),
    ]

    static let view = Parameter.path("view", .string(pattern: "^[a-z]{1,40}$"), "Which one.")
    private static let item = Parameter.path("item", .string(pattern: "^[a-z0-9-]{1,40}$"), "What it shows.")

    /// The page of the desk, or of the portal.
    static func page(
        _ place: DeskPage.Place, _ id: String, _ pattern: String, _ summary: String, _ places: Parameter...
    ) -> Endpoint {
        let who = place == .desk ? "in the name of whoever is signed in" : "by the link that one came by"
        return Endpoint(
            id, .get, pattern, .everybody, in: .service, summary: summary,
            detail: "The same page for everybody: its scripts ask for the rest \(who).",
            parameters: places + [
                .query("lang", .string(oneOf: BrowserWords.languages), "The language; else what the request prefers.")
            ],
            answers: [Answer(status: 200, summary: "The page.", content: [("text/html", .string())])],
            responder: .open { _ in { request, _ in (place == .desk ? desk : portal).show(request) } })
    }

    private static let desk = DeskPage()
    private static let portal = DeskPage(.portal)

    static func pageAsset(_ place: DeskPage.Place, _ id: String, _ summary: String) -> Endpoint {
        Endpoint(
            id, .get, "/assets/{release}/\(place.rawValue)/{file}", .everybody, in: .service, summary: summary,
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
            responder: .open { _ in
                { request, parameters in BrowserFiles.answer(request, parameters, in: "\(place.rawValue)/") }
            })
    }
}
