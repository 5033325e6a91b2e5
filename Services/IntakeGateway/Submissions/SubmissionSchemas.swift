import Shared

// A submission, its listing, and its missing parts and reasons.

extension Schemas {
    static let submissionParts: [String: Schema] = [
        "NewSubmission": .request(
            .required("journey", .named("JourneyName")),
            .optional("subject", .nullable(text), "The tenant's own id of the person."),
            .optional("reference", .nullable(text), "The tenant's own name for the case."),
            .optional("locale", .nullable(.string(pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", length: 2...35))),
            .optional(
                "contact",
                .nullable(
                    .request(
                        .optional(
                            "email", .nullable(.string(format: "email", length: 3...254)),
                            "From a person, the address that their token says is verified, and no other."),
                        .optional(
                            "pushToken", .nullable(.string(pattern: "^([0-9A-Fa-f]{2}){1,100}$")),
                            "The device token of Apple's push service.")))),
            .optional(
                "expected",
                .nullable(
                    .request(
                        .optional("name", .nullable(.text(1...ExpectedPerson.maximumNameLength))),
                        .optional("address", .nullable(.text(1...ExpectedPerson.maximumAddressLength)), "On one line."),
                        .optional("dateOfBirth", .nullable(.named("Day"))))),
                "Whose documents are expected. From a tenant's back end, not from a person."),
            .optional(
                "metadata",
                .nullable(
                    .map(of: .text(0...NewSubmission.maximumMetadataValueLength), maximum: NewSubmission.maximumMetadataEntries))),
            .optional(
                "returnUrl", .nullable(.string(pattern: "^https://[a-z0-9.-]+(/[A-Za-z0-9/._-]*)?$", length: 9...2000)),
                "Where the person is sent back to. From a person, at a host that the tenant has named for it."),
            .optional("consent", .nullable(.text(1...GivenConsent.maximumVersionLength)), "The version of what was agreed to.")),
        "Submission": SubmissionResource.schema,
        "Progress": ProgressResource.schema,
        "SubmissionSummary": SubmissionSummaryResource.schema,
        "SubmissionListing": .listing(of: "SubmissionSummary"),
        "Consent": .request(
            .optional("consent", .nullable(.text(1...GivenConsent.maximumVersionLength)), "The version of what was agreed to.")),
        "MissingItem": MissingItem.schema,
        "Reason": .answer(reason + [place]),
    ]

    /// As in events.
    static let reason: [Schema.Property] = [
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
        .optional("values", .map(of: .anything), "What stands in that wording."),
    ]

    private static let place: Schema.Property =
        .optional(
            "place",
            .answer(
                .required("page", .named("Identifier")),
                .required("number", .integer(1 ... .max), "Among the pages of the document that were read."),
                .required(
                    "box", .array(of: .integer(0...10_000)),
                    "Left, top, right and bottom, in ten-thousandths of the page's width and height.")),
            "Where it stands on the page; never in an event.")

    private static let text = Schema.text(1...NewSubmission.maximumTextLength)
}
