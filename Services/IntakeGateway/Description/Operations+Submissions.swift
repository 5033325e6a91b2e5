import HTTPServer
import PostgresStore
import Shared

extension Operation {
    /// All that the gateway's router leads to.
    static let all: [Operation] = [
        ofJourneys, ofSubmissions, ofDocuments, ofPages, ofUploads, ofResults, ofLinks, ofEvents, ofEndpoints, ofService,
    ].flatMap { $0 }

    // MARK: - Journeys

    static let ofJourneys: [Operation] = [
        Operation(
            id: .listJourneys, topic: .journeys, summary: "List the journeys",
            answers: [.json(200, "JourneyListing", "What can be submitted here.")]),
        Operation(
            id: .readJourney, topic: .journeys, summary: "Read a journey",
            parameters: [journey], answers: [.json(200, "Journey", "What it asks for.")]),
        Operation(
            id: .checkFiles, topic: .journeys, summary: "Check files without keeping them",
            detail: """
                The form is read in order: `type` begins a document, `issueDate`, `periodStart`, `periodEnd` and `source` \
                describe it, and each `file` is a page of it. At most \(CheckHandler.maximumFiles) files.
                """,
            parameters: [journey, .language],
            body: Body(content: [("multipart/form-data", .named("CheckForm"))]),
            answers: [.json(200, "DryRun", "What the rules would say.", headers: [contentLanguage])],
            problems: [.malformedMultipart, .invalidRequest, .unsupportedMediaType, .tooLarge]),
    ]

    private static let journey = Parameter.path("journey", .named("Name"), "The journey's id.")
    private static let contentLanguage = ("Content-Language", "The language of the reasons.")
    static let etag = ("ETag", "The version of the submission, for If-Match.")

    // MARK: - Submissions

    static let ofSubmissions: [Operation] = [
        Operation(
            id: .createSubmission, topic: .submissions, summary: "Open a draft", parameters: [.idempotencyKey, .language],
            body: Body(content: [("application/json", .named("NewSubmission"))]),
            answers: [.json(201, "Submission", "The draft.", headers: [etag, ("Location", "Its address.")])],
            problems: [.unknownJourney]),
        Operation(
            id: .listSubmissions, topic: .submissions, summary: "List submissions",
            detail: """
                The newest first. Values of one filter are alternatives, filters add up, and `not.` before a filter's name \
                turns it round. An answer is given when about \(SubmissionStore.mostLookedAt) submissions were looked at: where \
                hardly any satisfy filters each of which is common, it has fewer items than `limit`, or none, and yet a `next`.
                """,
            parameters: filters + [
                .query(
                    "limit", .integer(1...SubmissionStore.maximumPageSize),
                    "How many items an answer has at most; 50 unless told."),
                .query(
                    "sort", .choice(SubmissionOrder.self),
                    "The newest first unless told. By `updatedAt`, what changes while it is read comes again."),
                .query("cursor", .string(length: 1...256), "From `next` of the answer before. It belongs to one listing."),
            ],
            answers: [
                .json(200, "SubmissionListing", "A part of the listing.", headers: [("Link", "The next part (RFC 8288).")])
            ]),
        Operation(
            id: .readSubmission, topic: .submissions, summary: "Read a submission",
            parameters: [.submission, .language, .ifNoneMatch],
            answers: [
                .json(200, "Submission", "All of it, with what is missing and why what was refused.", headers: [etag]),
                .empty(304, "The client has it."),
            ]),
        Operation(
            id: .withdrawSubmission, topic: .submissions, summary: "Withdraw it",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.",
            parameters: [.submission, .confirmation, .ifMatch, .language],
            answers: [.json(200, "Submission", "It was withdrawn.", headers: [etag])], problems: [.notADraft]),
        Operation(
            id: .submit, topic: .submissions, summary: "Submit it",
            detail: "What is still missing is a 422 with `reasons`, and nothing was submitted.",
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("Consent"))], isRequired: false),
            answers: [
                .json(
                    202, "Submission", "It was submitted; its outcome comes later.",
                    headers: [etag, ("Location", "Its address.")])
            ],
            problems: [.incomplete, .notADraft]),
        Operation(
            id: .decide, topic: .submissions, summary: "Decide on what is in review",
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("NewDecision"))]),
            answers: [
                .json(200, "Submission", "As it is after the decision.", headers: [etag, ("Location", "Its address.")])
            ],
            problems: [.notInReview]),
        Operation(
            id: .readScreen, topic: .submissions, summary: "Read it as a screen",
            detail: "Sections of typed components, for clients that show what they are told.",
            parameters: [.submission, .language, .ifNoneMatch],
            answers: [.json(200, "Screen", "What to show.", headers: [etag]), .empty(304, "The client has it.")]),
    ]

    private static let filters: [Parameter] = {
        let names = Schema.array(of: .named("Name"), maximum: SubmissionQuery.maximumValues)
        let states = Schema.array(of: .named("SubmissionState"), maximum: SubmissionQuery.maximumValues)
        let text = Schema.text(1...SubmissionQuery.maximumReferenceLength)
        let known: [(String, Schema, String, Bool)] = [
            ("journey", names, "Of these journeys.", true), ("state", states, "In one of these states.", true),
            ("documentType", names, "With a document of one of these types.", true),
            ("createdAfter", .named("Timestamp"), "Opened at this moment or later.", false),
            ("createdBefore", .named("Timestamp"), "Opened before this moment.", false),
            ("submittedAfter", .named("Timestamp"), "Submitted at this moment or later.", false),
            ("submittedBefore", .named("Timestamp"), "Submitted before this moment.", false),
            ("reference", text, "Whose reference has this text in it.", false),
            ("subject", text, "Of this person.", false),
            ("reason", names, "Refused or warned of by one of these rules.", true),
        ]
        return known.flatMap { name, schema, summary, isList -> [Parameter] in
            [
                .query(name, schema, summary, isList: isList),
                .query("not.\(name)", schema, "The opposite of `\(name)`.", isList: isList),
            ]
        }
    }()
}
