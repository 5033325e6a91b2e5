import HTTPServer
import PostgresStore
import Shared

extension Endpoint {
    static let ofSubmissions: [Endpoint] = [
        Endpoint(
            "createSubmission", .post, "/v1/submissions", .bearer(.write, of: .caller), in: .submissions,
            summary: "Open a draft", parameters: [.idempotencyKey, .language],
            body: Body(content: [("application/json", .named("NewSubmission"))]),
            answers: [.json(201, "Submission", "The draft.", headers: [etag, location])],
            problems: [.unknownJourney, .quotaUsedUp],
            responder: .once(.json) { SubmissionHandlers(gateway: $0).create }),
        Endpoint(
            "listSubmissions", .get, "/v1/submissions", .bearer(.read, of: .caller), in: .submissions,
            summary: "List submissions",
            detail: """
                The newest first. Values of one filter are alternatives, filters add up, and `not.` before a filter's name \
                turns it round. An answer is given when about \(SubmissionStore.mostLookedAt) submissions were looked at (\(SubmissionStore.mostOpened) where references are opened to be compared): where \
                hardly any satisfy filters each of which is common, it has fewer items than `limit`, or none, and yet a `next`.
                """,
            parameters: listing,
            answers: [.listing("SubmissionListing", "A part of the listing.")],
            responder: .on(reading: .view("submission.list")) { SubmissionListing(gateway: $0).list }),
        Endpoint(
            "readSubmission", .get, "/v1/submissions/{submission}", .bearer(.status, of: .submission), in: .submissions,
            summary: "Read a submission",
            parameters: [.submission, .language, .ifNoneMatch],
            answers: [
                .json(200, "Submission", "All of it, with what is missing and why what was refused.", headers: [etag]),
                .empty(304, "The client has it."),
            ],
            responder: .on(reading: .view("submission.view")) { SubmissionHandlers(gateway: $0).show }),
        Endpoint(
            "withdrawSubmission", .delete, "/v1/submissions/{submission}", .bearer(.arrange, of: .submission), in: .submissions,
            summary: "Withdraw it",
            detail: "Asks first: 428 with a token, and acts when it is repeated with that token.",
            parameters: [.submission, .confirmation, .ifMatch, .language],
            answers: [.json(200, "Submission", "It was withdrawn.", headers: [etag])], problems: [.notADraft],
            responder: .on { SubmissionHandlers(gateway: $0).withdraw }),
        Endpoint(
            "submit", .post, "/v1/submissions/{submission}/submit", .bearer(.arrange, of: .submission), in: .submissions,
            summary: "Submit it",
            detail: "What is still missing is a 422 with `reasons`, and nothing was submitted.",
            parameters: [.submission, .idempotencyKey, .ifMatch, .language],
            body: Body(content: [("application/json", .named("Consent"))], isRequired: false),
            answers: [
                .json(
                    202, "Submission", "It was submitted; its outcome comes later.",
                    headers: [etag, location])
            ],
            problems: [.incomplete, .notADraft, .quotaUsedUp],
            responder: .once(.json) { SubmissionHandlers(gateway: $0).submit }),
        Endpoint(
            "checkSubmission", .get, "/v1/submissions/{submission}/check", .bearer(.status, of: .submission), in: .submissions,
            summary: "Check it without submitting it",
            detail: """
                By what is known of its files so far: a moment after a file has come, that is also how well its first page can be \
                read. `undecided` names the rules that only a closer look can decide on. Nothing is changed.
                """,
            parameters: [.submission, .language],
            answers: [.json(200, "DryRun", "What the rules would say.")],
            problems: [.notADraft],
            responder: .on(reading: .view("submission.view")) { SubmissionCheckHandler(gateway: $0).check }),
        Endpoint(
            "readScreen", .get, "/v1/submissions/{submission}/screen", .bearer(.status, of: .submission), in: .submissions,
            summary: "Read it as a screen",
            detail: "Sections of typed components, for clients that show what they are told.",
            parameters: [
                .submission,
                .query(
                    "show", .choice(ScreenKind.self),
                    "All of it unless told; where it stands; the types that may be added; what a reviewer looks at."),
                .language, .ifNoneMatch,
            ],
            answers: [.json(200, "Screen", "What to show.", headers: [etag]), .empty(304, "The client has it.")],
            responder: .on(reading: .view("submission.view")) { ScreenHandler(gateway: $0).show }),
        Endpoint(
            "listScreen", .get, "/v1/screens/submissions", .bearer(.read, of: .caller), in: .submissions,
            summary: "List submissions as a screen", detail: "With the filters, the order and the parts of the listing.",
            parameters: listing + [.language],
            answers: [.json(200, "Screen", "A row for each, and where the next part is.")],
            responder: .on(reading: .view("submission.list")) { ScreenHandler(gateway: $0).list }),
    ]

    private static let listing =
        filters + [
            .query(
                "limit", .integer(1...SubmissionStore.maximumPageSize),
                "How many items an answer has at most; 50 unless told."),
            .query(
                "sort", .choice(SubmissionOrder.self),
                "The newest first unless told. By `updatedAt`, what changes while it is read comes again."),
            .query("cursor", .string(length: 1...256), "From `next` of the answer before. It belongs to one listing."),
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
