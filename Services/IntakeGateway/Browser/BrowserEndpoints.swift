import HTTPServer
import Shared

extension Endpoint {
    /// Operations by a link whose secret is in the path.
    static let byLink: [Endpoint] = [
        Endpoint(
            "openLink", .get, "/u/{link}", .link(.status), in: .access,
            summary: "Read the submission of a link",
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
            ],
            responder: .page(reading: .view("submission.view")) { gateway in
                let (browser, submissions) = (BrowserHandlers(gateway: gateway), SubmissionHandlers(gateway: gateway))
                return { call in
                    Browser.wantsPage(call.request) ? try await browser.show(call) : try await submissions.show(call)
                }
            }),
        Endpoint(
            "openStatus", .get, "/u/{link}/status", .link(.status), in: .access,
            summary: "A page that says where the submission of a link stands", detail: "Nothing can be changed on it.",
            parameters: [link, .language, lang],
            answers: [Answer(status: 200, summary: "The page.", content: [("text/html", .string())])],
            responder: .page(reading: .view("submission.view")) { BrowserHandlers(gateway: $0).status }),
        Endpoint(
            "sendForm", .post, "/u/{link}/form", .link(.arrange), in: .access,
            summary: "What a person does on the page of a link without scripts",
            detail: """
                `do` is add, change, remove, submit or withdraw. What removes something is answered with a page that asks first.
                """,
            parameters: [link, .language, lang],
            body: Body(content: [("application/x-www-form-urlencoded", .named("PageForm"))]),
            answers: [
                .empty(303, "It was done; the page shows it.", headers: [("Location", "The page.")]),
                Answer(
                    status: 428, summary: "A page that asks first; the question as a problem for whoever wants no page.",
                    content: [("text/html", .string()), ("application/problem+json", .named("Problem"))]),
            ],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft],
            responder: .page { BrowserHandlers(gateway: $0).act }),
        Endpoint(
            "sendFileForm", .post, "/u/{link}/form/{document}", .link(.upload), in: .access,
            summary: "A file that a person sends on the page of a link without scripts",
            parameters: [link, .document, .language, lang],
            body: Body(content: [("multipart/form-data", .named("FileForm"))]),
            answers: [.empty(303, "It was received; the page shows it.", headers: [("Location", "The page.")])],
            problems: fileProblems,
            responder: .page { BrowserHandlers(gateway: $0).take }),
        Endpoint(
            "addDocumentByLink", .post, "/u/{link}/documents", .link(.upload), in: .access,
            summary: "Add a document by a link", parameters: [link, .idempotencyKey, .language],
            body: Body(content: [("application/json", .named("NewDocument"))]),
            answers: [.json(201, "Document", "The entry.", headers: [etag, location])],
            problems: [.unknownDocumentType, .invalidDate, .dateInFuture, .tooManyDocuments, .notADraft],
            responder: .once(.json) { DocumentHandlers(gateway: $0).add }),
        Endpoint(
            "addPageByLink", .post, "/u/{link}/documents/{document}/pages", .link(.upload), in: .access,
            summary: "Send a file by a link", parameters: [link, .document, .idempotencyKey], body: file,
            answers: [.json(201, "Page", "It was received.", headers: [etag, location])],
            problems: fileProblems,
            responder: .once(.file) { PageHandlers(gateway: $0).add }),
        Endpoint(
            "readIntake", .get, "/v1/intake", .guest(.status), in: .access,
            summary: "Read what the element of a page begins with",
            detail: """
                The link is the bearer, so that its secret stands in no address. It holds the submission and the screen, the \
                journey's document types, and the words in the language that is asked for.
                """,
            parameters: [.language],
            answers: [.json(200, "Intake", "What `<docket-intake>` shows first.", headers: [contentLanguage])],
            responder: .on(reading: .view("submission.view")) { BrowserHandlers(gateway: $0).begin }),
        Endpoint(
            "readElement", .get, "/embed/{file}", .everybody, in: .service,
            summary: "The element `<docket-intake>` for pages of others",
            parameters: [
                .path("file", .string(oneOf: BrowserFiles.embedded.sorted()), "The module, its camera, or its types."),
                .ifNoneMatch,
            ],
            answers: [
                Answer(
                    status: 200, summary: "A module, or its types.",
                    content: [("text/javascript", .string()), ("text/plain", .string())]),
                .empty(304, "The client has it."),
            ], problems: [.notFound],
            responder: .open { _ in { request, parameters in BrowserFiles.embed(request, parameters) } }),
        Endpoint(
            "readAsset", .get, "/assets/{release}/{file}", .everybody, in: .service,
            summary: "A file of the page that links lead to",
            parameters: [
                .path("release", .string(pattern: "^[0-9a-f]{16}$"), "The digest of all files of the page."),
                .path("file", .string(pattern: "^[a-z.-]{1,40}$"), "Its name."), .ifNoneMatch,
            ],
            answers: [
                Answer(
                    status: 200, summary: "A module, a style or a picture.",
                    content: [("text/javascript", .string()), ("text/css", .string()), ("image/svg+xml", .string())]),
                .empty(304, "The client has it."),
            ], problems: [.notFound],
            responder: .open { _ in { request, parameters in BrowserFiles.answer(request, parameters) } }),
    ]

    private static let link = Parameter.path(
        "link", .string(pattern: "^[A-Za-z0-9_-]{1,200}$"), "The link's secret. No log holds it.")
    private static let contentLanguage = ("Content-Language", "The language of the words.")
    private static let lang = Parameter.query(
        "lang", .string(oneOf: BrowserWords.languages), "The language of the page; else what the request and the person prefer.")
}

extension Schemas {
    static let formParts: [String: Schema] = [
        "Intake": .answer(
            .required("submission", .named("Identifier")),
            .required("journey", .named("JourneyName")),
            .required("title", .string()),
            .required("summary", .string()),
            .required("language", .string(), "One of those that the words are in, with the region that was asked for."),
            .required("isReadOnly", .boolean, "Whether nothing can be changed by this link."),
            .optional("returnUrl", .string())),
        "PageForm": .request(
            .required("do", .choice(BrowserForm.Act.self)),
            .optional("document", .named("Identifier")),
            .optional("page", .named("Identifier")),
            .optional("type", .string()),
            .optional("issueDate", .string()),
            .optional("expiryDate", .string()),
            .optional("periodStart", .string()),
            .optional("periodEnd", .string()),
            .optional("consent", .string(), "The version that the person agrees to."),
            .optional("confirmation", .string(), "The token of the page that asked.")),
    ]
}
