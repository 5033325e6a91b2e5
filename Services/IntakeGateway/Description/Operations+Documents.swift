import HTTPServer
import Shared

extension Operation {

    private static let location = ("Location", "Its address.")
    private static let change: [Parameter] = [.submission, .document, .ifMatch, .language]

    // MARK: - Documents

    static let ofDocuments: [Operation] = [
        Operation(
            id: .addDocument, topic: .documents,
            summary: "Add a document", detail: "An entry without pages; its files come next.",
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("NewDocument"))]),
            answers: [.json(201, "Document", "The entry.", headers: [etag, location])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft]),
        Operation(
            id: .readDocument, topic: .documents, summary: "Read a document", parameters: [.submission, .document, .language],
            answers: [.json(200, "Document", "The entry.", headers: [etag])]),
        Operation(
            id: .changeDocument, topic: .documents, summary: "Change what is said of it",
            detail: "null takes a date or a source away; what is absent stays.", parameters: change,
            body: Body(content: [("application/json", .named("DocumentChange"))]),
            answers: [.json(200, "Document", "As it is now.", headers: [etag])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft]),
        Operation(
            id: .removeDocument, topic: .documents, summary: "Remove it with its pages",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.",
            parameters: change + [.confirmation], answers: [.empty(204, "It is gone.", headers: [etag])], problems: [.notADraft]),
        Operation(
            id: .orderPages, topic: .documents, summary: "Order its pages",
            parameters: change, body: Body(content: [("application/json", .named("PageOrder"))]),
            answers: [.json(200, "Document", "In the new order.", headers: [etag])], problems: [.notADraft]),
    ]

    // MARK: - Pages

    static let file = Body(
        content: [("application/octet-stream", .string(format: "binary")), ("multipart/form-data", .named("FileForm"))],
        summary: "The file itself under its media type, or the part `file` of a form.")

    static let fileProblems: [ProblemType] = [
        .unsupportedMediaType, .mediaTypeMismatch, .emptyFile, .tooLarge, .tooManyPixels, .tooManyFrames, .passwordProtected,
        .duplicateFile, .tooManyPages, .tooManyUploads, .tooManyBytes, .malformedMultipart, .invalidHeader, .digestMismatch,
        .notADraft,
        .storageFull,
    ]

    static let ofPages: [Operation] = [
        Operation(
            id: .addPage, topic: .documents, summary: "Send a file as a page",
            detail: """
                One photo, or one PDF with all its pages. A client that speaks the IETF's resumable uploads is given an upload \
                for its request. A file that cannot be taken is refused while it comes.
                """,
            parameters: [.submission, .document, .idempotencyKey, .ifMatch], body: file,
            answers: [.json(201, "Page", "It was received.", headers: [etag, location] + quotaHeaders)], problems: fileProblems),
        Operation(
            id: .readPage, topic: .documents, summary: "Read a page", parameters: [.submission, .document, .page],
            answers: [.json(200, "Page", "The page.", headers: [etag])]),
        Operation(
            id: .turnPage, topic: .documents, summary: "Turn a page", parameters: [.submission, .document, .page, .ifMatch],
            body: Body(content: [("application/json", .named("PageTurn"))]),
            answers: [.json(200, "Page", "As it is now.", headers: [etag])], problems: [.notADraft]),
        Operation(
            id: .removePage, topic: .documents, summary: "Remove a page",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.",
            parameters: [.submission, .document, .page, .confirmation, .ifMatch],
            answers: [.empty(204, "It is gone.", headers: [etag])], problems: [.notADraft]),
        Operation(
            id: .replacePage, topic: .documents, summary: "Put another file in its place",
            detail: "Asks first, before it reads the file: 428 with a token, and acts when it is repeated with that token.",
            parameters: [.submission, .document, .page, .confirmation, .ifMatch], body: file,
            answers: [.json(200, "Page", "As it is now.", headers: [etag])], problems: fileProblems),
    ]
}
