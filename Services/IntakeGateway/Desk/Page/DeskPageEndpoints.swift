import HTTPServer
import Shared

extension Endpoint {
    /// The pages of the desk.
    static let ofDeskPage: [Endpoint] = [
        page("openDesk", "/desk", "The desk, on which reviewers work"),
        page("openDeskView", "/desk/{view}", "A view of the desk", view),
        page("openDeskItem", "/desk/{view}/{item}", "A view of the desk of one thing", view, item),
        Endpoint(
            "readDeskAsset", .get, "/assets/{release}/desk/{file}", .everybody, in: .service, summary: "A file of the desk",
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
            responder: .open { _ in { request, parameters in BrowserFiles.answer(request, parameters, in: "desk/") } }),
    ]

    private static let view = Parameter.path("view", .string(pattern: "^[a-z]{1,40}$"), "Which one.")
    private static let item = Parameter.path("item", .string(pattern: "^[a-z0-9-]{1,40}$"), "What it shows.")

    private static func page(_ id: String, _ pattern: String, _ summary: String, _ places: Parameter...) -> Endpoint {
        Endpoint(
            id, .get, pattern, .everybody, in: .service, summary: summary,
            detail: "The same page for everybody: its scripts ask for the rest in the name of whoever is signed in.",
            parameters: places + [
                .query("lang", .string(oneOf: BrowserWords.languages), "The language; else what the request prefers.")
            ],
            answers: [Answer(status: 200, summary: "The page.", content: [("text/html", .string())])],
            responder: .open { _ in { request, _ in desk.show(request) } })
    }

    private static let desk = DeskPage()
}
