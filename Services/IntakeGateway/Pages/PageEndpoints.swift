import HTTPServer
import Shared

extension Endpoint {
    static let ofPages: [Endpoint] = [
        Endpoint(
            "addPage", .post, "/v1/submissions/{submission}/documents/{document}/pages", .bearer(.upload, of: .submission),
            in: .documents,
            summary: "Send a file as a page",
            detail: """
                One photo, or one PDF with all its pages. A client that speaks tus or the IETF's resumable uploads is given an \
                upload for its request. A file that cannot be taken is refused while it comes.
                """,
            parameters: [.submission, .document, .idempotencyKey, .ifMatch], body: file,
            answers: [.json(201, "Page", "It was received.", headers: [etag, location] + quotaHeaders)], problems: fileProblems,
            responder: .once(.file) { PageHandlers(gateway: $0).add }),
        Endpoint(
            "pagesOptions", .options, "/v1/submissions/{submission}/documents/{document}/pages", .everybody, in: .documents,
            summary: "What is spoken here",
            parameters: [
                .path("submission", .string(), "Whatever: nothing is told of it."),
                .path("document", .string(), "Whatever: nothing is told of it."),
            ],
            answers: [.empty(204, "In the words of every dialect.", headers: [("Tus-Version", "1.0.0")])],
            responder: .open { gateway in { _, _ in UploadHandlers(gateway: gateway).options("OPTIONS, POST") } }),
        Endpoint(
            "readPage", .get, "/v1/submissions/{submission}/documents/{document}/pages/{page}", .bearer(.status, of: .submission),
            in: .documents,
            summary: "Read a page", parameters: [.submission, .document, .page],
            answers: [.json(200, "Page", "The page.", headers: [etag])],
            responder: .on(reading: .view("page.view")) { PageHandlers(gateway: $0).show }),
        Endpoint(
            "changePage", .patch, "/v1/submissions/{submission}/documents/{document}/pages/{page}",
            .bearer(.arrange, of: .submission), in: .documents,
            summary: "Turn or crop a page",
            detail: "Both are instructions: the file stays as it came, and what is said here can be taken back.",
            parameters: [.submission, .document, .page, .ifMatch],
            body: Body(content: [("application/json", .named("PagePatch"))]),
            answers: [.json(200, "Page", "As it is now.", headers: [etag])], problems: [.notADraft],
            responder: .on { PageHandlers(gateway: $0).change }),
        Endpoint(
            "removePage", .delete, "/v1/submissions/{submission}/documents/{document}/pages/{page}",
            .bearer(.arrange, of: .submission), in: .documents,
            summary: "Remove a page",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.",
            parameters: [.submission, .document, .page, .confirmation, .ifMatch],
            answers: [.empty(204, "It is gone.", headers: [etag])], problems: [.notADraft],
            responder: .on { PageHandlers(gateway: $0).remove }),
        Endpoint(
            "replacePage", .put, "/v1/submissions/{submission}/documents/{document}/pages/{page}/content",
            .bearer(.arrange, of: .submission), in: .documents,
            summary: "Put another file in its place",
            detail: "Asks first, before it reads the file: 428 with a token, and acts when it is repeated with that token.",
            parameters: [.submission, .document, .page, .confirmation, .ifMatch], body: file,
            answers: [.json(200, "Page", "As it is now.", headers: [etag])], problems: fileProblems,
            responder: .on { PageHandlers(gateway: $0).replace }),
    ]

    static let file = Body(
        content: [("application/octet-stream", .string(format: "binary")), ("multipart/form-data", .named("FileForm"))],
        summary: "The file itself under its media type, or the part `file` of a form.")

    static let fileProblems: [ProblemType] = [
        .unsupportedMediaType, .mediaTypeMismatch, .emptyFile, .tooLarge, .tooManyPixels, .tooManyFrames, .passwordProtected,
        .duplicateFile, .tooManyPages, .tooManyUploads, .tooManyBytes, .quotaUsedUp, .malformedMultipart, .invalidHeader,
        .digestMismatch, .notADraft, .storageFull,
    ]
}
