import Shared

/// The data of an event by its type: the same in Kafka, webhooks and live streams.
enum EventSchemas {
    /// The named schemas of the description of events.
    static let all: [String: Schema] = {
        var all = data
        for name in ["Identifier", "Name", "Timestamp", "Day", "Digest", "MediaType", "Rotation", "Crop"] {
            all[name] = Schemas.all(journeys: [])[name]
        }
        // Without its place: what was read on a page is in no event.
        all["EventReason"] = .answer(Schemas.reason)
        for type in EventType.allCases { all[type.shortName] = event(type) }
        all[AsyncAPIDocument.custodyHead] = custodyHead
        all[AsyncAPIDocument.usage] = usage
        return all
    }()

    /// The event of a tenant's log.
    private static let custodyHead = event(
        CustodyHeadEvent.self, sequence: "The head's number: of a log there is each once.",
        [
            .required("era", .integer(0 ... .max), "One more with each restore and failover."),
            .required("size", .integer(0 ... .max), "Leaves."),
            .required("root", .string(pattern: "^[0-9a-f]{64}$")),
            .required("head", .string(), "The head as it was signed: a JSON Web Signature (RFC 7515) in compact form."),
        ])

    /// The event of a tenant's day. Its id is the same for the same tenant, day and era.
    private static let usage = event(
        UsageEvent.self, sequence: "The day's number: a later day has a higher one.",
        [
            .required("day", .named("Day"), "In UTC."),
            .required(
                "era", .integer(0 ... .max),
                "One more with each restore and failover. Of two records of a day, that of the later era holds."),
            .required("test", .boolean, "Whether the tenant is a sandbox, where nothing is billed."),
        ] + Schemas.usageCounts)

    /// An event of a tenant, which belongs to no submission.
    private static func event<Content>(
        _: TenantEvent<Content>.Type, sequence: String, _ data: [Schema.Property]
    ) -> Schema {
        .answer(
            .required("specversion", .string(oneOf: ["1.0"])),
            .required("id", .named("Identifier"), "What comes again has the same."),
            .required("type", .string(oneOf: [Content.type])),
            .required("source", .string(format: "uri-reference"), "The service that made it."),
            .required("subject", .named("Name"), "The tenant."),
            .required("time", .named("Timestamp")),
            .required("datacontenttype", .string(oneOf: ["application/json"])),
            .required("sequence", .string(pattern: "^[0-9]{10,19}$"), sequence),
            .required("tenant", .named("Name")),
            .required("data", .answer(data)))
    }

    /// A CloudEvent 1.0 in structured mode, with Docket's extensions.
    static func event(_ type: EventType) -> Schema {
        .answer(
            .required("specversion", .string(oneOf: ["1.0"])),
            .required("id", .named("Identifier"), "The same wherever the event is told; what comes again has the same."),
            .required("type", .string(oneOf: [type.rawValue])),
            .required("source", .string(format: "uri-reference"), "The service that made it."),
            .required("subject", .named("Identifier"), "The submission."),
            .required("time", .named("Timestamp")),
            .required("datacontenttype", .string(oneOf: ["application/json"])),
            .required(
                "sequence", .string(pattern: "^[0-9]{10,19}$"),
                "The submission's version afterwards: of a submission there is each number once."),
            .required("tenant", .named("Name")),
            .required("journey", .named("Name")),
            .optional(
                "previoustime", .named("Timestamp"),
                "When the submission's event before it was. Absent in the first one, and where an earlier version wrote it."
            ),
            .optional("traceparent", .string(), "W3C Trace Context."),
            .required("data", .named(dataName(of: type))))
    }

    static func dataName(of type: EventType) -> String {
        switch type {
        case .uploadCompleted, .pageReplaced: "UploadCompleted"
        case .uploadRefused: "UploadRefused"
        case .uploadAborted: "UploadAborted"
        case .submissionCreated: "SubmissionCreated"
        case .documentAdded, .documentChanged, .documentRemoved: "DocumentChanged"
        case .documentReordered: "DocumentReordered"
        case .pageRemoved, .pageRotated, .pageCropped: "PageChanged"
        case .submissionSubmitted: "SubmissionSubmitted"
        case .submissionAsked: "SubmissionAsked"
        case .submissionValidated: "SubmissionValidated"
        case .submissionNormalized: "SubmissionNormalized"
        case .submissionAccepted, .submissionNeedsInput, .submissionInReview, .submissionRejected, .submissionFailed,
            .submissionWithdrawn, .submissionExpired:
            "SubmissionOutcome"
        }
    }

    private static let facts: [Schema.Property] = [
        .required("document", .named("Identifier")),
        .required("documentType", .named("Name")),
        .optional("issueDate", .named("Day")),
        .optional("expiryDate", .named("Day")),
        .optional("periodStart", .named("Day")),
        .optional("periodEnd", .named("Day")),
        .optional("source", .choice(DocumentSource.self)),
    ]

    private static let reasons = Schema.array(of: .named("EventReason"))
    private static let size = Schema.integer(0 ... .max).described("In bytes.")
    private static let attempt = Schema.integer(0 ... .max).described("Submits up to here.")

    private static let work = Schema.Property.optional(
        "work", .named("StageWork"), "What the stage that led here has done, as it is metered; absent when it was nothing.")

    /// The schemas of events' data and their parts.
    static let data: [String: Schema] = [
        "UploadCompleted": .answer(
            .required("document", .named("Identifier")),
            .required("page", .named("Identifier")),
            .optional("upload", .named("Identifier"), "Absent when it came in one request."),
            .required("digest", .named("Digest")),
            .required("size", size),
            .optional("mediaType", .named("MediaType"), "By its content; absent when nothing known was recognised."),
            .optional("source", .choice(DocumentSource.self))),
        "UploadRefused": .answer(
            .required("document", .named("Identifier")),
            .optional("upload", .named("Identifier")),
            .required("reasons", reasons)),
        "UploadAborted": .answer(
            .required("document", .named("Identifier")),
            .optional("upload", .named("Identifier")),
            .required("received", size),
            .required("cause", .choice(UploadAborted.Cause.self))),
        "SubmissionCreated": .answer(.required("journeyVersion", .named("Digest"))),
        "DocumentChanged": .answer(facts),
        "DocumentReordered": .answer(
            .required("document", .named("Identifier")),
            .required("pages", .array(of: .named("Identifier")), "All of them, in their new order.")),
        "PageChanged": .answer(
            .required("document", .named("Identifier")),
            .required("page", .named("Identifier")),
            .required("rotation", .named("Rotation")),
            .optional("crop", .named("Crop"))),
        "SubmissionSubmitted": .answer(
            .required("journeyVersion", .named("Digest")),
            .required("attempt", attempt),
            .required("documents", .array(of: .named("SubmittedDocument")))),
        "SubmittedDocument": .answer(
            facts + [
                .required("state", .choice(DocumentState.self)),
                .required("pages", .array(of: .named("SubmittedPage"))),
            ]),
        "SubmittedPage": .answer(
            .required("page", .named("Identifier")),
            .required("digest", .named("Digest")),
            .required("size", size),
            .optional("mediaType", .named("MediaType")),
            .required("rotation", .named("Rotation")),
            .optional("crop", .named("Crop"))),
        "SubmissionAsked": .answer(
            .required("attempt", attempt),
            .required("callOut", .named("Name"), "As the journey calls it."),
            .required("after", .choice(CallOut.Point.self)),
            .required("verdict", .named("SubmissionVerdict"), "Of all that was checked so far."), work),
        "SubmissionValidated": .answer(
            .required("attempt", attempt),
            .required("verdict", .named("SubmissionVerdict"))),
        "SubmissionNormalized": .answer(
            .required("attempt", attempt),
            .required("verdict", .named("SubmissionVerdict"), "Of all that was checked so far."), work),
        "SubmissionVerdict": .answer(
            .required(
                "documents",
                .array(
                    of: .answer(
                        .required("document", .named("Identifier")),
                        .required("verdict", .choice(Verdict.self)),
                        .required("reasons", reasons)))),
            .required("reasons", reasons, "What concerns no document alone.")),
        "SubmissionOutcome": .answer(
            .required("state", .choice(SubmissionState.self)),
            .required("attempt", attempt),
            .optional("verdict", .named("SubmissionVerdict"), "Absent when no check led here."),
            .required("results", .array(of: .named("DocumentResult"))), work,
            .optional(
                "record", .named("OutcomeRecord"),
                "Digests of what the outcome settles. Absent where an earlier version wrote it.")),
        "OutcomeRecord": .answer(
            .required("lasting", .named("Digest"), "Of the manifest of the same version, without what may change."),
            .required("originals", .named("Digest"), "Of the files as they came, which a journey may remove earlier."),
            .optional(
                "facts", .named("Digest"),
                "Of what was found out of the files, as it is stored. Absent where an earlier version has stored some of it.")),
        "StageWork": .answer(
            .optional("pagesMade", .integer(1 ... .max), "Clean pages of files that had none."),
            .optional("pagesRead", .integer(1 ... .max), "Pages whose words were read."),
            .optional(
                "readingMilliseconds", .integer(1 ... .max),
                "Processor time of reading them, at the attempt whose result this is.")),
        "DocumentResult": .answer(
            .required("document", .named("Identifier")),
            .required("documentType", .named("Name")),
            .required("pages", .integer(0 ... .max)),
            .required(
                "pdf",
                .answer(
                    .required("digest", .named("Digest")),
                    .required("size", size),
                    .required("mediaType", .named("MediaType"))))),
    ]
}

extension EventType {
    /// Without the common prefix, such as `submission.accepted.v1`.
    var shortName: String { String(rawValue.dropFirst(Self.prefix.count)) }

    /// What happened, for people.
    var summary: String {
        switch self {
        case .uploadCompleted: "A file has arrived and is durable."
        case .uploadRefused: "A file was refused while or after it came in."
        case .uploadAborted: "The transfer of a file ended before the file did."
        case .submissionCreated: "A draft was opened."
        case .documentAdded: "A document was added."
        case .documentChanged: "What is said of a document was changed."
        case .documentRemoved: "A document was removed."
        case .documentReordered: "The pages of a document were put into another order."
        case .pageRemoved: "A page was removed."
        case .pageReplaced: "Another file took the place of a page's."
        case .pageRotated: "A page was turned."
        case .pageCropped: "The part of a photo that is its page was chosen, or all of it again."
        case .submissionSubmitted: "A person has submitted their documents."
        case .submissionAsked: "A process that the journey names is asked what it says to the submission."
        case .submissionValidated: "The rules let a submission pass, perhaps with warnings."
        case .submissionNormalized: "Clean pages were made; what stands on them is read next."
        case .submissionAccepted: "A submission was accepted; its documents have their PDFs."
        case .submissionNeedsInput: "A submission waits for its person: something was refused."
        case .submissionInReview: "A submission waits for a reviewer."
        case .submissionRejected: "A reviewer has rejected a submission."
        case .submissionFailed: "A submission could not be processed, and an operator has to look at it."
        case .submissionWithdrawn: "A submission was withdrawn."
        case .submissionExpired: "A draft was left alone for too long."
        }
    }
}
