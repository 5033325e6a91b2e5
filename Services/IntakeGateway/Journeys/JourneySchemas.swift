import Shared

// A journey, and its dry run.

extension Schemas {
    static let journeyParts: [String: Schema] = [
        "Journey": JourneyResource.schema,
        "ConsentText": .answer(
            .required("version", .string()), .required("text", .string()), .optional("url", .string(format: "uri"))),
        "DocumentType": .answer(
            .required("id", .named("Name")),
            .required("title", .string()),
            .required("hint", .string()),
            .required("icon", .string()),
            .required("mediaTypes", .array(of: .named("MediaType")), "What the content of a file may be."),
            .required("pages", .named("CountRange")),
            .optional("pageNames", .array(of: .string()), "What its first pages are called, such as “Front” and “Back”."),
            .required("minimumBytes", .integer(0 ... .max)),
            .required("maximumBytes", .integer(1 ... .max)),
            .required("documents", .named("CountRange"), "How many of this type a submission needs and may have."),
            .required("issueDate", .named("DateRule")),
            .optional("expires", .choice(ExpiryRule.self), "Whether it asks for the last day of validity; absent for none."),
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
                "The last months that the documents of this type cover together, without a gap."),
            .optional(
                "looksLike",
                .answer(
                    .required("titles", .array(of: .string())), .optional("words", .array(of: .string())),
                    .optional("showsAddress", .boolean)),
                "Words that it is known by where its documents are read."),
            .optional(
                "signature", .choice(SignatureRule.self),
                "What it requires of the signatures in its PDFs; absent for nothing.")),
        "DateRule": .answer(
            .required("kind", .string(oneOf: ["none", "optional", "required", "issued_within", "issued_between"])),
            .optional("days", .integer(0 ... .max), "The greatest age."),
            .optional("minimumDays", .integer(0 ... .max), "The smallest age.")),
        "JourneyListing": .listing(of: "Journey"),
        "CheckForm": .request(
            .optional("type", .named("Name"), "Begins a document; may be left out where the journey has one type."),
            .optional("issueDate", .string()),
            .optional("expiryDate", .string()),
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
                                    .optional("pixels", .named("PixelSize")), .optional("pages", .integer(0 ... .max)),
                                    .optional(
                                        "signatures", .array(of: .named("FileSignature")),
                                        "Those in a PDF; absent where none was found, or where nobody looked into the file."))))))
            ),
            .required("undecided", .array(of: .named("Name")), "Rules that only a look into the files can decide on.")),
    ]
}
