import HTTPServer
import Shared

extension Operation {
    private static let pageParameters: [Parameter] = [.submission, .document, .page, .ifNoneMatch, range]
    private static let range = Parameter.header(
        "Range", .string(), "A part of the file, such as `bytes=0-999` (RFC 9110, section 14).")

    private static func file(_ mediaType: String, _ summary: String) -> [Answer] {
        let content = [(mediaType, Schema.string(format: "binary"))]
        return [
            Answer(
                status: 200, summary: summary, content: content,
                headers: [("ETag", "Its digest."), ("Repr-Digest", "Its digest (RFC 9530).")]),
            Answer(status: 206, summary: "A part of it.", content: content, headers: [("Content-Range", "Which part.")]),
            .empty(304, "The client has it."),
            .empty(416, "It has no such part.", headers: [("Content-Range", "How long it is.")]),
        ]
    }

    // MARK: - Results

    static let ofResults: [Operation] = [
        Operation(
            id: .readManifest, topic: .results, summary: "Every file with its digest", parameters: [.submission],
            answers: [.json(200, "Manifest", "What a back end checks its copies against.")]),
        Operation(
            id: .readPDF, topic: .results, summary: "All its pages in one PDF",
            parameters: [.submission, .document, .ifNoneMatch, range], answers: file("application/pdf", "The PDF."),
            problems: [.notReady]),
        Operation(
            id: .readImage, topic: .results, summary: "A clean page", detail: "A file with several pages has several.",
            parameters: pageParameters + [.query("number", .integer(1...CountRange.limit), "Which of them; 1 unless told.")],
            answers: file("image/jpeg", "The picture."), problems: [.notReady]),
        Operation(
            id: .readPreview, topic: .results,
            summary: "A small picture of the page", detail: "Of a draft too.", parameters: pageParameters,
            answers: file("image/jpeg", "The picture."), problems: [.notReady]),
        Operation(
            id: .readOriginal, topic: .results, summary: "The file as it came in", parameters: pageParameters,
            answers: file("*/*", "The file, under its own media type.")),
    ]

    // MARK: - The service

    static let ofService: [Operation] = [
        Operation(
            id: .isAlive, topic: .service, summary: "Whether it runs",
            answers: [.json(200, "Liveness", "It does.")]),
        Operation(
            id: .isReady, topic: .service, summary: "Whether it can work",
            answers: [.json(200, "Readiness", "It can; or, without Kafka, in part."), .json(503, "Readiness", "It cannot.")]),
        Operation(
            id: .readDescription, topic: .service, summary: "This description", parameters: [.ifNoneMatch],
            answers: [
                Answer(status: 200, summary: "OpenAPI 3.1.", content: [("application/json", .anything)]),
                .empty(304, "The client has it."),
            ]),
        Operation(
            id: .readDocumentation, topic: .service, summary: "This description, for people", parameters: [.ifNoneMatch],
            answers: [
                Answer(status: 200, summary: "A page without anything from outside.", content: [("text/html", .string())]),
                .empty(304, "The client has it."),
            ]),
        Operation(
            id: .readAsset, topic: .service, summary: "A file of the page that links lead to",
            parameters: [.path("file", .string(pattern: "^[a-z.]{1,40}$"), "Its name."), .ifNoneMatch],
            answers: [
                Answer(
                    status: 200, summary: "A module, a style or a picture.",
                    content: [("text/javascript", .string()), ("text/css", .string()), ("image/svg+xml", .string())]),
                .empty(304, "The client has it."),
            ], problems: [.notFound]),
        Operation(
            id: .explainProblem, topic: .service, summary: "Where the type of a problem leads to",
            parameters: [.path("problem", .string(oneOf: ProblemType.allCases.map(\.name).sorted()), "Its name.")],
            answers: [.empty(303, "The page has a line on it.", headers: [("Location", "Where.")])]),
    ]
}
