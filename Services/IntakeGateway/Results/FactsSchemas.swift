import Shared

// The schemas of `FoundFacts`.

extension Schemas {
    private static let signature: [Schema.Property] = [
        .required(
            "outcome", .choice(FileSignature.Outcome.self),
            "Whether the signed bytes are as they were signed, and who answers for the signer; the manual says what each means."),
        .required("coversFile", .boolean, "Whether it covers the whole file: otherwise something was added later."),
        .optional("signer", .string(), "The signer's name as the certificate says."),
        .optional("claimedAt", .named("Timestamp"), "When it was signed, as the signer claims."),
        .optional("stampedAt", .named("Timestamp"), "When it existed at the latest, by a time stamp of a known authority."),
    ]

    static let factParts: [String: Schema] = [
        "Facts": .answer(
            .required("submission", .named("Identifier")),
            .required("version", .integer(1 ... .max)),
            .required("models", .map(of: .string()), "Versions of what read pictures, by language."),
            .required("documents", .array(of: .named("DocumentFacts")), "Those that were read; none before that."),
            .optional(
                "callOuts", .array(of: .named("CallOutRecord")),
                "What those said whom its journey asks, when it was submitted last. Absent where nobody was asked."),
            .optional(
                "signatures", .array(of: .named("FoundSignature")),
                "The signatures in its PDFs, as they were checked when each file was validated last. Absent where there is none."),
            .optional(
                "origins", .array(of: .named("FoundOrigin")),
                "What its files say of their making, as each was validated last. Absent where none says anything.")
        ),
        "FoundOrigin": .answer(
            .required("document", .named("Identifier")),
            .required("page", .named("Identifier"), "The file."),
            .optional("programs", .array(of: .string()), "The programs that have written it, in its own words."),
            .optional("madeOn", .named("Day"), "By its own words; of a photo, when it was taken."),
            .optional("changedOn", .named("Day")),
            .optional("updates", .integer(1 ... .max), "How often something was added to a PDF after it was first written.")),
        "FileSignature": .answer(signature),
        "FoundSignature": .answer(
            [
                .required("document", .named("Identifier")),
                .required("page", .named("Identifier"), "The file that it is in."),
            ] + signature),
        "CallOutRecord": .answer(
            .required("callOut", .named("Name"), "As the journey calls it."),
            .required("after", .choice(CallOut.Point.self)),
            .required("verdict", .choice(CallOutRecord.Verdict.self)),
            .optional("onFailure", .choice(CallOut.Failure.self), "What was done where nobody has answered in time."),
            .required(
                "reasons",
                .array(
                    of: .answer(
                        .required("code", .named("Name")),
                        .optional("document", .named("Identifier"), "Absent where it is of the submission as a whole.")))),
            .required("askedAt", .named("Timestamp")),
            .required("endedAt", .named("Timestamp"))),
        "DocumentFacts": .answer(
            .required("document", .named("Identifier")),
            .required(
                "pages",
                .array(
                    of: .answer(
                        .required("page", .named("Identifier"), "The file that it is a page of."),
                        .required("number", .integer(1 ... .max), "Within its file."),
                        .optional("source", .choice(PageText.Source.self), "Absent where the page could not be read."),
                        .required("words", .integer(0 ... .max)),
                        .required("confidence", .integer(0...100), "Of its letters; 100 for a PDF's own.")))),
            .required("facts", .array(of: .named("DocumentFact"))),
            .required(
                "kind",
                .answer(
                    .required("verdict", .choice(ReadKind.Verdict.self), "Whether it is what it is said to be."),
                    .optional("kind", .named("Name"), "What it looks like."),
                    .required("score", .integer(0...100)),
                    .required("evidence", .array(of: .string()), "What speaks for it."))),
            .required(
                "faults",
                .array(
                    of: .answer(
                        .required("kind", .choice(PageFault.Kind.self)),
                        .optional("page", .integer(0 ... .max)),
                        .optional("other", .integer(0 ... .max)),
                        .required("numbers", .array(of: .integer(0 ... .max))))),
                "Pages that do not belong together."),
            .required("sides", .choice(CardSides.self), "Whether two pages show both sides of a card.")),
        "DocumentFact": .answer(
            .required("fact", .choice(DocumentFact.Name.self)),
            .required(
                "value", .string(), "A day as 2026-10-31, an amount as 12.50 EUR, a number as printed; empty for a comparison."),
            .required("page", .integer(0 ... .max), "Which of the document's pages, from 0."),
            .required(
                "box", .array(of: .integer(0...10_000)),
                "Left, top, right and bottom, in ten-thousandths of the page's width and height."),
            .required("confidence", .integer(0...100)),
            .required("certain", .boolean, "Whether it may be told as what the document says; else it is a candidate."),
            .required("source", .choice(FactSource.self), "How it was found."),
            .optional("day", .named("Day"), "Of a day, the first day of a period, or a zone's day of birth."),
            .optional(
                "end", .named("Day"),
                "The day where day and month are meant the other way round, the last day of a period, or a zone's last valid day."
            ),
            .optional("holds", .boolean, "Whether a zone's check digits hold, or a comparison says that it is the same."),
            .optional("mended", .boolean, "Whether a letter of a zone was mended so that its check digits hold."),
            .optional("score", .integer(0...100), "Of a comparison with what is expected."),
            .optional("differences", .array(of: .string()), "What differs from what is expected, without saying what it is.")),
    ]
}
