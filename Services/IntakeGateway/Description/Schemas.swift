import Shared

/// The schemas that the description defines once, by name.
enum Schemas {
    static func all(journeys: [JourneyID]) -> [String: Schema] {
        [
            basics(journeys: journeys), journeyParts, submissionParts, documentParts, resultParts, problemParts,
            Operation.accessSchemas, Operation.endpointSchemas,
        ]
        .reduce(into: [:]) { all, part in all.merge(part) { first, _ in first } }
    }

    // MARK: - Words that recur

    private static func basics(journeys: [JourneyID]) -> [String: Schema] {
        [
            "Identifier": .string(format: "uuid"),
            "Name": .string(pattern: "^[a-z0-9][a-z0-9._-]{0,63}$"),
            "JourneyName": .string(oneOf: journeys.map(\.rawValue)).described(
                "A journey that submissions can be opened for here."),
            "Timestamp": .string(format: "date-time"),
            "Day": .string(format: "date"),
            "Digest": .string(pattern: "^sha256:[0-9a-f]{64}$"),
            "MediaType": .string(pattern: "^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+$"),
            "Rotation": .integer(oneOf: Rotation.allCases.map(\.degrees)).described("Clockwise, in degrees."),
            "SubmissionState": .choice(SubmissionState.self),
            "DocumentState": .choice(DocumentState.self),
            "DocumentSource": .choice(DocumentSource.self),
            "Verdict": .choice(Verdict.self),
            "RulePolicy": .choice(RulePolicy.self),
            "CountRange": .answer(.required("min", .integer(0 ... .max)), .required("max", .integer(0 ... .max))),
            "PixelSize": .answer(.required("width", .integer(0 ... .max)), .required("height", .integer(0 ... .max))),
        ]
    }

    // MARK: - Journeys

    private static let journeyParts: [String: Schema] = [
        "Journey": .answer(
            .required("id", .named("Name")),
            .required("title", .string()),
            .required("summary", .string()),
            .required("version", .named("Digest"), "Of the rules: a submission keeps those that it was opened under."),
            .required("documents", .named("CountRange"), "How many documents a submission needs and may have."),
            .required("documentTypes", .array(of: .named("DocumentType"))),
            .required("replacements", .integer(0 ... .max), "How often refused documents may be replaced."),
            .required("review", .choice(ReviewPolicy.self), "When a person of the tenant decides."),
            .required("draftRetentionDays", .integer(1 ... .max), "After so many days without a change a draft expires."),
            .required("retention", .map(of: .integer(1 ... .max)), "In days, by what is kept."),
            .required("timeZone", .string(), "In which “today” is meant."),
            .required("rules", .map(of: .named("RulePolicy")), "What the journey says of rules beside what they say themselves."),
            .optional("consent", .named("ConsentText"), "What the person must agree to."),
            .required(
                "links",
                .answer(.required("self", .address), .required("submissions", .address), .required("check", .address)))),
        "ConsentText": .answer(
            .required("version", .string()), .required("text", .string()), .optional("url", .string(format: "uri"))),
        "DocumentType": .answer(
            .required("id", .named("Name")),
            .required("title", .string()),
            .required("hint", .string()),
            .required("icon", .string()),
            .required("mediaTypes", .array(of: .named("MediaType")), "What the content of a file may be."),
            .required("pages", .named("CountRange")),
            .required("minimumBytes", .integer(0 ... .max)),
            .required("maximumBytes", .integer(1 ... .max)),
            .required("documents", .named("CountRange"), "How many of this type a submission needs and may have."),
            .required("issueDate", .named("DateRule")),
            .required("duplicates", .named("RulePolicy")),
            .optional(
                "pixels",
                .answer(
                    .optional("minimumShortSide", .integer(1 ... .max)), .optional("maximumLongSide", .integer(1 ... .max)))),
            .optional(
                "coverage",
                .answer(
                    .required("months", .integer(1 ... .max)), .required("latestWithinDays", .integer(0 ... .max)),
                    .required("toleranceDays", .integer(0 ... .max))),
                "The last months that the documents of this type cover together, without a gap.")),
        "DateRule": .answer(
            .required("kind", .string(oneOf: ["none", "optional", "required", "issued_within", "issued_between"])),
            .optional("days", .integer(0 ... .max), "The greatest age."),
            .optional("minimumDays", .integer(0 ... .max), "The smallest age.")),
        "JourneyListing": .answer(.required("items", .array(of: .named("Journey"))), .optional("next", .address)),
        "CheckForm": .request(
            .optional("type", .named("Name"), "Begins a document; may be left out where the journey has one type."),
            .optional("issueDate", .string()),
            .optional("periodStart", .named("Day")),
            .optional("periodEnd", .named("Day")),
            .optional("source", .named("DocumentSource")),
            .optional("consent", .text(1...GivenConsent.maximumVersionLength)),
            .optional("file", .string(format: "binary"), "A page of the document before it.")),
        "DryRun": .answer(
            .required("journey", .named("Name")),
            .required("journeyVersion", .named("Digest")),
            .required("verdict", .named("Verdict"), "Of what could be decided on."),
            .required("reasons", .array(of: .named("Reason")), "What concerns the submission as a whole."),
            .required(
                "documents",
                .array(
                    of: .answer(
                        .required("id", .named("Identifier")), .required("type", .named("Name")),
                        .required("verdict", .named("Verdict")), .required("reasons", .array(of: .named("Reason"))),
                        .required(
                            "files",
                            .array(
                                of: .answer(
                                    .required("id", .named("Identifier")), .required("size", .integer(0 ... .max)),
                                    .optional("digest", .named("Digest")), .optional("mediaType", .named("MediaType")),
                                    .optional("pixels", .named("PixelSize")), .optional("pages", .integer(0 ... .max)))))))),
            .required("undecided", .array(of: .named("Name")), "Rules that only a look into the files can decide on.")),
    ]

    // MARK: - Submissions

    private static let submissionParts: [String: Schema] = [
        "NewSubmission": .request(
            .required("journey", .named("JourneyName")),
            .optional("subject", .nullable(text), "The tenant's own id of the person."),
            .optional("reference", .nullable(text), "The tenant's own name for the case."),
            .optional("locale", .nullable(.string(pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", length: 2...35))),
            .optional(
                "contact",
                .nullable(
                    .request(
                        .optional("email", .nullable(.string(format: "email", length: 3...254))),
                        .optional(
                            "pushToken", .nullable(.string(pattern: "^([0-9A-Fa-f]{2}){1,100}$")),
                            "The device token of Apple's push service.")))),
            .optional(
                "metadata",
                .nullable(
                    .map(of: .text(0...NewSubmission.maximumMetadataValueLength), maximum: NewSubmission.maximumMetadataEntries))),
            .optional("returnUrl", .nullable(.string(pattern: "^https://[a-z0-9.-]+(/[A-Za-z0-9/._-]*)?$", length: 9...2000))),
            .optional("consent", .nullable(.text(1...GivenConsent.maximumVersionLength)), "The version of what was agreed to.")),
        "Submission": .answer(
            .required("id", .named("Identifier")),
            .required("journey", .named("Name")),
            .required("journeyVersion", .named("Digest")),
            .required("state", .named("SubmissionState")),
            .required("version", .integer(1 ... .max), "One more with every change."),
            .optional("subject", .string()),
            .optional("reference", .string()),
            .optional("locale", .string()),
            .required("metadata", .map(of: .string())),
            .optional("returnUrl", .string()),
            .optional("consent", .answer(.required("version", .string()), .required("at", .named("Timestamp")))),
            .required("createdAt", .named("Timestamp")),
            .required("updatedAt", .named("Timestamp")),
            .optional("submittedAt", .named("Timestamp")),
            .optional("expiresAt", .named("Timestamp"), "When it expires unless somebody goes on with it."),
            .required("isValid", .boolean, "Whether it could be submitted as it is."),
            .required("missing", .array(of: .named("MissingItem")), "What keeps it from being submitted."),
            .optional("progress", .named("Progress"), "While pages are made, and where that takes longer than a moment."),
            .required("reasons", .array(of: .named("Reason")), "What concerns it as a whole."),
            .required("documents", .array(of: .named("Document"))),
            .required(
                "links",
                .answer(
                    .required("self", .address), .required("journey", .address), .optional("documents", .address),
                    .optional("submit", .address), .required("manifest", .address)))),
        "Progress": .answer(
            .required("pagesDone", .integer(0 ... .max)),
            .required("pagesTotal", .integer(0 ... .max), "As far as they have been counted.")),
        "SubmissionSummary": .answer(
            .required("id", .named("Identifier")),
            .required("journey", .named("Name")),
            .required("state", .named("SubmissionState")),
            .required("version", .integer(1 ... .max)),
            .optional("subject", .string()),
            .optional("reference", .string()),
            .required("createdAt", .named("Timestamp")),
            .required("updatedAt", .named("Timestamp")),
            .optional("submittedAt", .named("Timestamp")),
            .optional("expiresAt", .named("Timestamp")),
            .required("documents", .integer(0 ... .max), "How many there are."),
            .required("links", .answer(.required("self", .address)))),
        "SubmissionListing": .answer(
            .required("items", .array(of: .named("SubmissionSummary"))),
            .optional("next", .address, "The rest of the listing; absent at its end, and only there.")),
        "Consent": .request(
            .optional("consent", .nullable(.text(1...GivenConsent.maximumVersionLength)), "The version of what was agreed to.")),
        "MissingItem": .answer(
            .required("rule", .named("Name")),
            .optional("documentType", .named("Name")),
            .optional("document", .named("Identifier")),
            .required("found", .string()),
            .required("expected", .string()),
            .required("message", .string(), "For a person."),
            .optional("remedy", .string(), "What to do, alone.")),
        "Reason": .answer(
            .required("rule", .named("Name")),
            .required("severity", .choice(Reason.Severity.self)),
            .optional("documentType", .named("Name")),
            .optional("document", .named("Identifier")),
            .optional("page", .named("Identifier")),
            .required("found", .string()),
            .required("expected", .string()),
            .required("message", .string(), "What is wrong and what to do, for a person."),
            .optional("remedy", .string(), "What to do, alone."),
            .optional("wording", .string(), "Which wording says it."),
            .optional("values", .map(of: .anything), "What stands in that wording.")),
    ]

    private static let text = Schema.text(1...NewSubmission.maximumTextLength)

    // MARK: - Documents and their files

    private static let documentParts: [String: Schema] = [
        "NewDocument": .request(
            .required("type", .named("Name"), "One of the journey's."),
            .optional("issueDate", .nullable(.named("Day"))),
            .optional("periodStart", .nullable(.named("Day"))),
            .optional("periodEnd", .nullable(.named("Day"))),
            .optional("source", .nullable(.named("DocumentSource")))),
        "DocumentChange": .request(
            .optional("type", .nullable(.named("Name"))),
            .optional("issueDate", .nullable(.named("Day"))),
            .optional("periodStart", .nullable(.named("Day"))),
            .optional("periodEnd", .nullable(.named("Day"))),
            .optional("source", .nullable(.named("DocumentSource")))),
        "Document": .answer(
            .required("id", .named("Identifier")),
            .required("type", .named("Name")),
            .optional("issueDate", .named("Day")),
            .optional("periodStart", .named("Day")),
            .optional("periodEnd", .named("Day")),
            .optional("source", .named("DocumentSource")),
            .required("state", .named("DocumentState")),
            .optional("verdict", .named("Verdict")),
            .required("reasons", .array(of: .named("Reason"))),
            .required("pages", .array(of: .named("Page"))),
            .optional("pdf", .address, "Where its PDF is, once there is one."),
            .required(
                "links", .answer(.required("self", .address), .optional("pages", .address), .optional("order", .address)))),
        "PageOrder": .request(
            .required(
                "pages", .array(of: .named("Identifier"), maximum: CountRange.limit),
                "The ids of all its pages, in their new order.")),
        "PageTurn": .request(.required("rotation", .named("Rotation"))),
        "Page": .answer(
            .required("id", .named("Identifier")),
            .optional("mediaType", .named("MediaType"), "By content."),
            .optional("size", .integer(0 ... .max), "Bytes of the original."),
            .optional("digest", .named("Digest")),
            .required("rotation", .named("Rotation")),
            .required("state", .choice(PageResource.State.self)),
            .optional("preview", .address),
            .required("images", .array(of: .address), "The clean pages made of it, in order."),
            .required(
                "links", .answer(.required("self", .address), .required("original", .address), .required("content", .address)))),
        "FileForm": .request(
            .required("file", .string(format: "binary"))),
        "Upload": .answer(
            .required("id", .named("Identifier")),
            .required("submission", .named("Identifier")),
            .required("document", .named("Identifier")),
            .required("state", .string(oneOf: ["open", "completed", "refused", "aborted"])),
            .required("offset", .integer(0 ... .max), "Bytes that have arrived and are durable."),
            .optional("length", .integer(0 ... .max)),
            .optional("digest", .named("Digest")),
            .required("createdAt", .named("Timestamp")),
            .optional("expiresAt", .named("Timestamp")),
            .optional(
                "reason", .answer(.required("type", .string()), .required("title", .string()), .optional("detail", .string())),
                "Why its content was refused."),
            .required(
                "links", .answer(.required("self", .address), .required("document", .address), .optional("page", .address)))),
    ]

    // MARK: - Results

    private static let resultParts: [String: Schema] = [
        "Manifest": .answer(
            .required("submission", .named("Identifier")),
            .required("journey", .named("Name")),
            .required("journeyVersion", .named("Digest")),
            .required("state", .named("SubmissionState")),
            .required("version", .integer(1 ... .max)),
            .optional("submittedAt", .named("Timestamp")),
            .required("documents", .array(of: .named("ManifestDocument")))),
        "ManifestDocument": .answer(
            .required("id", .named("Identifier")),
            .required("type", .named("Name")),
            .optional("issueDate", .named("Day")),
            .required("state", .named("DocumentState")),
            .required(
                "pages",
                .array(
                    of: .answer(
                        .required("id", .named("Identifier")), .required("rotation", .named("Rotation")),
                        .optional("original", .named("ManifestFile")), .optional("preview", .named("ManifestFile")),
                        .required("images", .array(of: .named("ManifestFile"))),
                        .optional("making", .named("PageMaking"), "How the images were made of the original.")))),
            .optional("pdf", .named("ManifestFile"))),
        "PageMaking": .answer(
            .required("decoders", .map(of: .string()), "Versions by name: with the same ones a file gives the same bytes."),
            .required(
                "repairs",
                .array(
                    of: .answer(
                        .required(
                            "kind", .string(oneOf: ["auxiliary_references", "cross_references", "incomplete_page", "lost_page"])),
                        .optional("page", .integer(1 ... .max)),
                        .optional("missingPercent", .integer(0...100), "The most that can be missing.")))),
            .required("signals", .array(of: .named("PageSignals")), "Of each image.")),
        "PageSignals": .answer(
            .required("tiles", .integer(1 ... .max), "Parts of the page that were looked at."),
            .required("writtenTiles", .integer(0 ... .max), "Of these, parts with something on them."),
            .required("blurredTiles", .integer(0 ... .max), "Of these, parts without one sharp edge."),
            .required("glaringTiles", .integer(0 ... .max), "Parts that light has washed out."),
            .required("brightness", .integer(0...255), "95 of 100 pixels are not brighter."),
            .required("flatness", .integer(0...1000), "Of 1000 pixels, those exactly like all around them."),
            .required("proportion", .integer(1000 ... .max), "The long side, in thousandths of the short one."),
            .required("likeness", .string(pattern: "^[0-9a-f]{16}$"), "A hash that is close for pages that look alike.")),
        "ManifestFile": .answer(
            .required("digest", .named("Digest")),
            .required("size", .integer(0 ... .max)),
            .optional("mediaType", .named("MediaType")),
            .optional("dimensions", .named("PixelSize")),
            .required("link", .address)),
        "Liveness": .answer(.required("status", .string())),
        "Readiness": .answer(.required("status", .string(oneOf: ["ready", "degraded", "unavailable"]))),
    ]

    // MARK: - Problems

    private static let problemParts: [String: Schema] = [
        "Problem": .answer(
            .required("type", .string(format: "uri-reference"), "Which problem it is; the page at /docs lists them."),
            .required("title", .string()),
            .required("status", .integer(400...599)),
            .optional("detail", .string(), "What happened, to which thing, and what to do."),
            .optional("instance", .string(), "Which occurrence: the request's id."),
            .optional(
                "errors",
                .array(
                    of: .answer(
                        .optional("pointer", .string(), "A JSON Pointer (RFC 6901) into the body."),
                        .optional("parameter", .string(), "A parameter or header."),
                        .required("detail", .string()),
                        .optional("rule", .string()))))
        ).described("RFC 9457. Some problems have further members, such as `limit` or `accepted`.")
    ]
}
