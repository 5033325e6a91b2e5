import HTTPServer
import Shared

extension Endpoint {
    static let ofResults: [Endpoint] = [
        Endpoint(
            "readManifest", .get, "/v1/submissions/{submission}/manifest", .bearer(.read, of: .submission), in: .results,
            summary: "Every file with its digest", parameters: [.submission],
            answers: [.json(200, "Manifest", "What a back end checks its copies against.")],
            responder: .on(reading: .view("submission.view")) { SubmissionHandlers(gateway: $0).manifest }),
        Endpoint(
            "readFacts", .get, "/v1/submissions/{submission}/facts", .bearer(.read, of: .submission), in: .results,
            summary: "What stands on its documents",
            detail: "As it was read when it was submitted last; each value with its place.",
            parameters: [.submission],
            answers: [.json(200, "Facts", "What was read. No document is listed before it was.")],
            responder: .on(reading: .view("submission.facts")) { ResultHandlers(gateway: $0).facts }),
        Endpoint(
            "readPDF", .get, "/v1/submissions/{submission}/documents/{document}/pdf", .bearer(.read, of: .submission),
            in: .results,
            summary: "All its pages in one PDF",
            parameters: [.submission, .document, .ifNoneMatch, .range], answers: .file("application/pdf", "The PDF."),
            problems: [.notReady],
            responder: .on(reading: .download("document.download")) { ResultHandlers(gateway: $0).pdf }),
        Endpoint(
            "readImage", .get, "/v1/submissions/{submission}/documents/{document}/pages/{page}/image",
            .bearer(.preview, of: .submission), in: .results,
            summary: "A clean page", detail: "A file with several pages has several.",
            parameters: pageParameters + [.query("number", .integer(1...CountRange.limit), "Which of them; 1 unless told.")],
            answers: .file("image/jpeg", "The picture."), problems: [.notReady],
            responder: .on(reading: .download("page.download")) { ResultHandlers(gateway: $0).image }),
        Endpoint(
            "readPreview", .get, "/v1/submissions/{submission}/documents/{document}/pages/{page}/preview",
            .bearer(.preview, of: .submission), in: .results,
            summary: "A small picture of the page", detail: "Of a draft too.", parameters: pageParameters,
            answers: .file("image/jpeg", "The picture."), problems: [.notReady],
            responder: .on(reading: .download("page.download")) { ResultHandlers(gateway: $0).preview }),
        Endpoint(
            "readOriginal", .get, "/v1/submissions/{submission}/documents/{document}/pages/{page}/original",
            .bearer(.read, of: .submission), in: .results,
            summary: "The file as it came in", parameters: pageParameters,
            answers: .file("*/*", "The file, under its own media type."),
            responder: .on(reading: .download("page.download")) { ResultHandlers(gateway: $0).original }),
    ]

    private static let pageParameters: [Parameter] = [.submission, .document, .page, .ifNoneMatch, .range]
}

extension Endpoint.Parameter {
    /// Which part of a file is asked for.
    static let range: Self = .header(
        "Range", .string(), "A part of the file, such as `bytes=0-999` (RFC 9110, section 14).")
}

extension [Endpoint.Answer] {
    /// What ``BlobAnswer`` answers with.
    static func file(_ mediaType: String, _ summary: String) -> [Endpoint.Answer] {
        let content = [(mediaType, Schema.string(format: "binary"))]
        return [
            Endpoint.Answer(
                status: 200, summary: summary, content: content,
                headers: [("ETag", "Its digest."), ("Repr-Digest", "Its digest (RFC 9530).")]),
            Endpoint.Answer(status: 206, summary: "A part of it.", content: content, headers: [("Content-Range", "Which part.")]),
            .empty(304, "The client has it."),
            .empty(416, "It has no such part.", headers: [("Content-Range", "How long it is.")]),
        ]
    }
}
