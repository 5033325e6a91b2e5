import HTTPServer
import Shared

extension Operation {
    // MARK: - Links

    private static let link = Parameter.path(
        "link", .string(pattern: "^[A-Za-z0-9_-]{1,200}$"), "The link's secret. No log holds it.")
    private static let lang = Parameter.query(
        "lang", .string(oneOf: BrowserWords.languages), "The language of the page; else what the request and the person prefer.")

    static let ofLinks: [Operation] = [
        Operation(
            id: .createLink, topic: .access, summary: "Make a short-lived link to it",
            detail: "For a person's phone or page. Its token is in this answer and nowhere else; a GET never uses one up.",
            parameters: [.submission, .idempotencyKey],
            body: Body(content: [("application/json", .named("NewLink"))]),
            answers: [.json(201, "Link", "The link, with its token.", headers: [("Location", "Its address.")])],
            problems: [.notADraft, .tooManyLinks]),
        Operation(
            id: .listLinks, topic: .access, summary: "List its links", parameters: [.submission],
            answers: [.json(200, "LinkListing", "Those that have ended, too.")]),
        Operation(
            id: .revokeLink, topic: .access, summary: "End a link at once",
            parameters: [.submission, .path("link", .named("Identifier"), "The link's id.")],
            answers: [.empty(204, "It is good for nothing any more.")]),
        Operation(
            id: .openLink, topic: .access, summary: "Read the submission of a link",
            detail: """
                As its holder may see it: without what the tenant has written of the person. A browser is given the page on \
                which its person adds documents and submits them.
                """,
            parameters: [link, .language, .ifNoneMatch, lang],
            answers: [
                Answer(
                    status: 200, summary: "The submission.",
                    content: [("application/json", .named("Submission")), ("text/html", .string())], headers: [etag]),
                .empty(304, "The client has it."),
            ]),
        Operation(
            id: .openStatus, topic: .access,
            summary: "A page that says where the submission of a link stands", detail: "Nothing can be changed on it.",
            parameters: [link, .language, lang],
            answers: [Answer(status: 200, summary: "The page.", content: [("text/html", .string())])]),
        Operation(
            id: .sendForm, topic: .access, summary: "What a person does on the page of a link without scripts",
            detail: """
                `do` is add, change, remove, submit or withdraw. What removes something is answered with a page that asks first.
                """,
            parameters: [link, .language, lang],
            body: Body(content: [("application/x-www-form-urlencoded", .named("PageForm"))]),
            answers: [
                .empty(303, "It was done; the page shows it.", headers: [("Location", "The page.")]),
                Answer(status: 428, summary: "A page that asks first.", content: [("text/html", .string())]),
            ],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft]),
        Operation(
            id: .sendFileForm, topic: .access, summary: "A file that a person sends on the page of a link without scripts",
            parameters: [link, .document, .language, lang],
            body: Body(content: [("multipart/form-data", .named("FileForm"))]),
            answers: [.empty(303, "It was received; the page shows it.", headers: [("Location", "The page.")])],
            problems: fileProblems),
        Operation(
            id: .addDocumentByLink, topic: .access,
            summary: "Add a document by a link", parameters: [link, .idempotencyKey, .language],
            body: Body(content: [("application/json", .named("NewDocument"))]),
            answers: [.json(201, "Document", "The entry.", headers: [etag, ("Location", "Its address.")])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft]),
        Operation(
            id: .addPageByLink, topic: .access,
            summary: "Send a file by a link", parameters: [link, .document, .idempotencyKey], body: file,
            answers: [.json(201, "Page", "It was received.", headers: [etag, ("Location", "Its address.")])],
            problems: fileProblems),
    ]

    // MARK: - What happens, and who did it

    private static let stream = Answer(
        status: 200, summary: "Server-sent events, without an end: `id` is the event's, `data` its CloudEvent.",
        content: [("text/event-stream", .string())])
    private static let lastEvent = Parameter.header(
        "Last-Event-ID", .string(), "The event that was seen last: the stream goes on behind it.")

    static let ofEvents: [Operation] = [
        Operation(
            id: .followSubmission, topic: .submissions, summary: "Follow what happens to it",
            detail: "From its first event on. While its pages are made, `com.docket.submission.progress.v1` tells `pagesDone` of "
                + "`pagesTotal`: without an id, for it is nothing that has happened.",
            parameters: [.submission, lastEvent], answers: [stream], problems: [.eventGone]),
        Operation(
            id: .followEvents, topic: .submissions, summary: "Follow what happens to all submissions",
            detail: "From now on; with `Last-Event-ID: beginning`, all that ever did.",
            parameters: [lastEvent], answers: [stream], problems: [.eventGone]),
        Operation(
            id: .listAudit, topic: .access, summary: "Who did what", detail: "The newest first. Nothing of it is ever changed.",
            parameters: [
                .query("submission", .named("Identifier"), "What was done with this submission."),
                .query("actor", .text(1...300), "What this one did, such as `key:0123456789ab`."),
                .query(
                    "action", .array(of: .string(pattern: "^[a-z.-]{1,64}$"), maximum: 50), "One of these.", isList: true),
                .query("after", .named("Timestamp"), "At this moment or later."),
                .query("before", .named("Timestamp"), "Before this moment."),
                .query("limit", .integer(1...500), "How many items an answer has at most; 50 unless told."),
                .query("cursor", .string(length: 1...128), "From `next` of the answer before. It belongs to one listing."),
            ],
            answers: [.json(200, "AuditListing", "A part of the trail.", headers: [("Link", "The next part (RFC 8288).")])]),
    ]

    static let accessSchemas: [String: Schema] = [
        "NewLink": .request(
            .required("purpose", .choice(LinkPurpose.self)),
            .optional("lifetime", .nullable(.integer(LinkHandlers.lifetimes)), "In seconds; an hour unless told.")),
        "Link": .answer(
            .required("id", .named("Identifier")),
            .required("purpose", .choice(LinkPurpose.self)),
            .required("state", .string(oneOf: ["active", "expired", "revoked", "ended"])),
            .required("createdAt", .named("Timestamp")),
            .required("createdBy", .string()),
            .required("expiresAt", .named("Timestamp")),
            .optional("revokedAt", .named("Timestamp")),
            .optional("lastUsedAt", .named("Timestamp")),
            .optional("token", .string(), "Told once: what to send as a bearer."),
            .optional("url", .address, "Told once: the address that needs nothing else."),
            .required("links", .answer(.required("self", .address)))),
        "PageForm": .request(
            .required("do", .choice(BrowserForm.Act.self)),
            .optional("document", .named("Identifier")),
            .optional("page", .named("Identifier")),
            .optional("type", .string()),
            .optional("issueDate", .string()),
            .optional("periodStart", .string()),
            .optional("periodEnd", .string()),
            .optional("consent", .string(), "The version that the person agrees to."),
            .optional("confirmation", .string(), "The token of the page that asked.")),
        "LinkListing": .answer(.required("items", .array(of: .named("Link"))), .optional("next", .address)),
        "AuditEntry": .answer(
            .required("id", .string()),
            .required("time", .named("Timestamp")),
            .required("actor", .string()),
            .required("basis", .string(), "`person`, or `policy` for what the clock did."),
            .required("action", .string()),
            .required("resource", .string()),
            .optional("submission", .named("Identifier")),
            .optional("event", .named("Identifier"), "The event that told of it."),
            .optional("address", .string()),
            .optional("note", .string())),
        "AuditListing": .answer(.required("items", .array(of: .named("AuditEntry"))), .optional("next", .address)),
        "NewDecision": .request(
            .required(
                "documents",
                .map(
                    of: .request(
                        .required("verdict", .string(oneOf: ["accepted", "refused"])),
                        .optional(
                            "message", .nullable(.text(1...ReviewDecision.maximumWordsLength)), "For the person; of a refusal."))),
                "The verdict on each document that is in review, by its id."),
            .optional("note", .nullable(.text(1...ReviewDecision.maximumNoteLength)), "For the audit trail."),
            .optional("final", .nullable(.boolean), "Refused for good: nothing can be replaced.")),
        "Screen": .answer(
            .required("title", .string()),
            .required(
                "state",
                .answer(
                    .required("kind", .choice(ScreenState.Kind.self)), .optional("message", .string(), "For the person."))),
            .required("sections", .array(of: .named("ScreenSection")))),
        "ScreenSection": .answer(
            .required("id", .string()),
            .optional("header", .named("ScreenComponent")),
            .required("items", .array(of: .named("ScreenComponent"))),
            .optional("footer", .named("ScreenComponent"))),
        "ScreenComponent": .answer(
            .required("id", .string(), "The same as long as it stands for the same thing."),
            .required("reuseIdentifier", .string(), "What can show it."),
            .required("model", .anything),
            .optional(
                "route",
                .answer(.required("name", .string()), .required("method", .string()), .required("path", .address)),
                "Where it leads.")),
    ]
}
