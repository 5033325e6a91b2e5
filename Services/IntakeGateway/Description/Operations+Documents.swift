import HTTPServer
import Shared

extension Operation {
    static let documentPattern = "\(submissionPattern)/documents/{document}"
    static let pagePattern = "\(documentPattern)/pages/{page}"

    private static let location = ("Location", "Its address.")
    private static let change: [Parameter] = [.submission, .document, .ifMatch, .language]

    // MARK: - Documents

    static let ofDocuments: [Operation] = [
        Operation(
            method: .post, pattern: "\(submissionPattern)/documents", id: "addDocument", topic: .documents,
            summary: "Add a document", detail: "An entry without pages; its files come next.", permission: .upload,
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("NewDocument"))]),
            answers: [.json(201, "Document", "The entry.", headers: [etag, location])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft]),
        Operation(
            method: .get, pattern: documentPattern, id: "readDocument", topic: .documents, summary: "Read a document",
            permission: .status, parameters: [.submission, .document, .language],
            answers: [.json(200, "Document", "The entry.", headers: [etag])]),
        Operation(
            method: .patch, pattern: documentPattern, id: "changeDocument", topic: .documents,
            summary: "Change what is said of it",
            detail: "null takes a date or a source away; what is absent stays.", permission: .arrange, parameters: change,
            body: Body(content: [("application/json", .named("DocumentChange"))]),
            answers: [.json(200, "Document", "As it is now.", headers: [etag])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft]),
        Operation(
            method: .delete, pattern: documentPattern, id: "removeDocument", topic: .documents,
            summary: "Remove it with its pages",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.", permission: .arrange,
            parameters: change + [.confirmation], answers: [.empty(204, "It is gone.", headers: [etag])], problems: [.notADraft]),
        Operation(
            method: .put, pattern: "\(documentPattern)/order", id: "orderPages", topic: .documents, summary: "Order its pages",
            permission: .arrange, parameters: change, body: Body(content: [("application/json", .named("PageOrder"))]),
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
            method: .post, pattern: "\(documentPattern)/pages", id: "addPage", topic: .documents,
            summary: "Send a file as a page",
            detail: """
                One photo, or one PDF with all its pages. A client that speaks the IETF's resumable uploads is given an upload \
                for its request. A file that cannot be taken is refused while it comes.
                """,
            permission: .upload, parameters: [.submission, .document, .idempotencyKey, .ifMatch], body: file,
            answers: [.json(201, "Page", "It was received.", headers: [etag, location] + quotaHeaders)], problems: fileProblems),
        Operation(
            method: .get, pattern: pagePattern, id: "readPage", topic: .documents, summary: "Read a page",
            permission: .status, parameters: [.submission, .document, .page],
            answers: [.json(200, "Page", "The page.", headers: [etag])]),
        Operation(
            method: .patch, pattern: pagePattern, id: "turnPage", topic: .documents, summary: "Turn a page",
            permission: .arrange, parameters: [.submission, .document, .page, .ifMatch],
            body: Body(content: [("application/json", .named("PageTurn"))]),
            answers: [.json(200, "Page", "As it is now.", headers: [etag])], problems: [.notADraft]),
        Operation(
            method: .delete, pattern: pagePattern, id: "removePage", topic: .documents, summary: "Remove a page",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.", permission: .arrange,
            parameters: [.submission, .document, .page, .confirmation, .ifMatch],
            answers: [.empty(204, "It is gone.", headers: [etag])], problems: [.notADraft]),
        Operation(
            method: .put, pattern: "\(pagePattern)/content", id: "replacePage", topic: .documents,
            summary: "Put another file in its place",
            detail: "Asks first, before it reads the file: 428 with a token, and acts when it is repeated with that token.",
            permission: .arrange, parameters: [.submission, .document, .page, .confirmation, .ifMatch], body: file,
            answers: [.json(200, "Page", "As it is now.", headers: [etag])], problems: fileProblems),
    ]
}
