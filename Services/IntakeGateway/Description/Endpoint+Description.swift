// The description of an endpoint for its users, apart from its access.

extension Endpoint {
    /// The subject, by which the API's page groups endpoints.
    enum Topic: String, CaseIterable, Sendable {
        case journeys = "Journeys"
        case submissions = "Submissions"
        case documents = "Documents and pages"
        case uploads = "Resumable uploads"
        case results = "Results"
        case reviews = "Reviews"
        case access = "Access"
        case notifications = "Notifications"
        case service = "The service"
        case operations = "Operations"

        var summary: String {
            switch self {
            case .journeys: "What each journey asks for, and a check of files that keeps nothing."
            case .submissions: "One person's run through a journey, from draft to outcome."
            case .documents: "The entries of a submission, and the files that are their pages."
            case .uploads: "One file over any number of requests: tus 1.0, and the IETF's resumable uploads."
            case .results: "Clean pages, previews, PDFs, and the originals."
            case .reviews: "What waits for a person of the tenant, and what they decide."
            case .access: "Who may do what, and who did."
            case .notifications: "Who is told of outcomes over HTTP, and how that went."
            case .service: "Its health, and this description."
            case .operations: "What operators see and do, for all tenants."
            }
        }
    }

    struct Parameter: Sendable {
        enum Place: String, Sendable {
            case path, query, header
        }

        let name: String
        let place: Place
        let schema: Schema
        let summary: String
        var isRequired = false
        /// Several values in one parameter, separated by commas.
        var isList = false
    }

    struct Body: Sendable {
        let content: [(mediaType: String, schema: Schema)]
        var isRequired = true
        var summary: String?
    }

    struct Answer: Sendable {
        let status: Int
        let summary: String
        var content: [(mediaType: String, schema: Schema)] = []
        var headers: [(name: String, summary: String)] = []

        static func json(_ status: Int, _ schema: String, _ summary: String, headers: [(String, String)] = []) -> Answer {
            Answer(status: status, summary: summary, content: [("application/json", .named(schema))], headers: headers)
        }

        /// A listing that `ListingExport` can answer as a whole.
        static func listing(_ schema: String, _ summary: String) -> Answer {
            Answer(
                status: 200, summary: "\(summary) With `Accept: text/csv` or `application/x-ndjson` all of it, streamed.",
                content: [("application/json", .named(schema))] + ListingExport.allCases.map { ($0.rawValue, .string()) },
                headers: [("Link", "The next part (RFC 8288).")])
        }

        /// An answer in a form that commands and pages of the same version know.
        static func described(_ status: Int, _ summary: String) -> Answer {
            Answer(status: status, summary: summary, content: [("application/json", .answer())])
        }

        static func empty(_ status: Int, _ summary: String, headers: [(String, String)] = []) -> Answer {
            Answer(status: status, summary: summary, headers: headers)
        }
    }

    static let etag = ("ETag", "The version of the submission, for If-Match.")
    static let location = ("Location", "Its address.")
    /// draft-ietf-httpapi-ratelimit-headers.
    static let quotaHeaders = [
        ("RateLimit-Policy", "The budgets of files and bytes: of the submission, the link, the tenant."),
        ("RateLimit", "What is left of each."),
    ]
}

extension Endpoint.Parameter {
    static func path(_ name: String, _ schema: Schema, _ summary: String) -> Self {
        Self(name: name, place: .path, schema: schema, summary: summary, isRequired: true)
    }

    static func query(_ name: String, _ schema: Schema, _ summary: String, isList: Bool = false) -> Self {
        Self(name: name, place: .query, schema: schema, summary: summary, isList: isList)
    }

    static func header(_ name: String, _ schema: Schema, _ summary: String, isRequired: Bool = false) -> Self {
        Self(name: name, place: .header, schema: schema, summary: summary, isRequired: isRequired)
    }

    static let submission = path("submission", .named("Identifier"), "The submission's id.")
    static let document = path("document", .named("Identifier"), "The document's id.")
    static let page = path("page", .named("Identifier"), "The page's id.")

    static let language = header(
        "Accept-Language", .string(), "The language of reasons: en, de, fr, es or ja (RFC 9110, section 12.5.4).")
    static let ifMatch = header(
        "If-Match", .string(pattern: "^\"v[0-9]{1,9}(-[0-9a-f]{12})?\"$"),
        "The ETag that the submission was last answered with: when it has changed since, nothing is done, and a 412 tells.")
    static let ifNoneMatch = header(
        "If-None-Match", .string(), "The ETag of what the client has: when that is current, the answer is a 304.")
    static let idempotencyKey = header(
        "Idempotency-Key", .string(pattern: "^(\"[!#-\\[\\]-~]{1,253}\"|[!#-~]{1,255})$"),
        "The same key and content have their effect once; a repetition gets the same answer.")
    static let confirmation = header(
        "Docket-Confirmation", .string(pattern: "^[A-Za-z0-9_.=-]{1,500}$"),
        "The token of the 428 that the same request was answered with before.")
}
