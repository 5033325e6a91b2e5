import HTTPServer
import Shared

extension Endpoint {
    static let ofDocuments: [Endpoint] = [
        Endpoint(
            "addDocument", .post, "/v1/submissions/{submission}/documents", .bearer(.upload, of: .submission), in: .documents,
            summary: "Add a document", detail: "An entry without pages; its files come next.",
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("NewDocument"))]),
            answers: [.json(201, "Document", "The entry.", headers: [etag, location])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft],
            responder: .once(.json) { DocumentHandlers(gateway: $0).add }),
        Endpoint(
            "readDocument", .get, "/v1/submissions/{submission}/documents/{document}", .bearer(.status, of: .submission),
            in: .documents,
            summary: "Read a document", parameters: [.submission, .document, .language],
            answers: [.json(200, "Document", "The entry.", headers: [etag])],
            responder: .on(reading: .view("document.view")) { DocumentHandlers(gateway: $0).show }),
        Endpoint(
            "changeDocument", .patch, "/v1/submissions/{submission}/documents/{document}", .bearer(.arrange, of: .submission),
            in: .documents,
            summary: "Change what is said of it",
            detail: "null takes a date or a source away; what is absent stays.", parameters: change,
            body: Body(content: [("application/json", .named("DocumentChange"))]),
            answers: [.json(200, "Document", "As it is now.", headers: [etag])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft],
            responder: .on { DocumentHandlers(gateway: $0).change }),
        Endpoint(
            "removeDocument", .delete, "/v1/submissions/{submission}/documents/{document}", .bearer(.arrange, of: .submission),
            in: .documents,
            summary: "Remove it with its pages",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.",
            parameters: change + [.confirmation], answers: [.empty(204, "It is gone.", headers: [etag])], problems: [.notADraft],
            responder: .on { DocumentHandlers(gateway: $0).remove }),
        Endpoint(
            "orderPages", .put, "/v1/submissions/{submission}/documents/{document}/order", .bearer(.arrange, of: .submission),
            in: .documents,
            summary: "Order its pages",
            parameters: change, body: Body(content: [("application/json", .named("PageOrder"))]),
            answers: [.json(200, "Document", "In the new order.", headers: [etag])], problems: [.notADraft],
            responder: .on { DocumentHandlers(gateway: $0).reorder }),
    ]

    private static let change: [Parameter] = [.submission, .document, .ifMatch, .language]
}
