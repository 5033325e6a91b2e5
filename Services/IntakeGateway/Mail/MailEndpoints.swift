import HTTPServer
import PostgresStore
import Shared

extension Endpoint {
    static let ofMail: [Endpoint] = [
        Endpoint(
            "listMail", .get, "/v1/mail", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "List mail that waits",
            detail: "What came by mail, and nobody knows yet whose it is, or what. The oldest first.",
            parameters: [
                .query("limit", .integer(1...MailStore.maximumPageSize), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .string(length: 1...128), "From `next` of the answer before. It belongs to one listing."),
            ],
            answers: [.json(200, "MailListing", "A part of it.", headers: [("Link", "The next part (RFC 8288).")])],
            responder: .on(reading: .view("mail.list")) { MailHandlers(gateway: $0).list }),
        Endpoint(
            "readMail", .get, "/v1/mail/{mail}", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "Read what is known of a message", parameters: [mail],
            answers: [.json(200, "Mail", "After its end, that it was there, and what became of it.")],
            responder: .on(reading: .view("mail.view")) { MailHandlers(gateway: $0).show }),
        Endpoint(
            "readMailFile", .get, "/v1/mail/{mail}/files/{digest}", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "A file of a message that waits",
            detail: "As it came: nobody has looked for malware in it yet.",
            parameters: [
                mail, .path("digest", .text(1...80), "As the message names it."), .ifNoneMatch, .range,
            ],
            answers: .file("*/*", "The file, under the media type of its content."),
            responder: .on(reading: .download("mail.download")) { MailHandlers(gateway: $0).file }),
        Endpoint(
            "assignMail", .post, "/v1/mail/{mail}/assignment", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "Say whose it is",
            detail: "Its files become documents of that submission, as if they had been uploaded. Nothing is submitted by it.",
            parameters: [mail], body: Body(content: [("application/json", .named("MailAssignment"))], isRequired: false),
            answers: [.json(200, "Mail", "It is assigned.")],
            problems: [
                .mailEnded, .notADraft, .unknownDocumentType, .tooManyDocuments, .tooManyPages, .unsupportedMediaType,
                .mediaTypeMismatch, .tooLarge, .tooManyUploads, .tooManyBytes,
            ],
            responder: .on { MailHandlers(gateway: $0).assign }),
        Endpoint(
            "discardMail", .delete, "/v1/mail/{mail}", .bearer(.decide, of: .tenant), in: .reviews,
            summary: "Discard a message", parameters: [mail, .confirmation],
            answers: [.empty(204, "Its files are gone.")], problems: [.mailEnded, .confirmationRequired, .confirmationInvalid],
            responder: .on { MailHandlers(gateway: $0).discard }),
    ]

    private static let mail = Parameter.path("mail", .named("Identifier"), "The message's id.")
}

extension Schemas {
    static let mailParts: [String: Schema] = [
        "Mail": MailResource.schema,
        "MailFile": MailFileResource.schema,
        "MailListing": .listing(of: "Mail"),
        "MailAssignment": .request(
            .optional("submission", .nullable(.named("Identifier")), "Unless what it is likely for is meant."),
            .optional("type", .nullable(.named("Name")), "A document type of the journey, unless it is known.")),
    ]
}
