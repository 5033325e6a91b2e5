import Shared

// The schemas of `ManifestDescription`.

extension Schemas {
    static let manifestParts: [String: Schema] = [
        "Manifest": .answer(
            .optional(
                "readingModels", .map(of: .string()),
                "Versions of what read its pages, by language; what they say is in `facts`."),
            .optional(
                "facts", .address, "What was read of its documents, and what its files say. Absent where nothing is known."),
            .required("submission", .named("Identifier")),
            .required("journey", .named("Name")),
            .required("journeyVersion", .named("Digest")),
            .required("state", .named("SubmissionState")),
            .required("version", .integer(1 ... .max)),
            .optional("submittedAt", .named("Timestamp")),
            .required("reasons", .array(of: .string()), "Rules that the submission as a whole was refused or warned for."),
            .required("documents", .array(of: .named("ManifestDocument"))),
            .required("decisions", .array(of: .named("ManifestDecision")), "By people, the oldest first.")),
        "ManifestDecision": .answer(
            .required("actor", .string(), "As in the audit trail."),
            .required("at", .named("Timestamp")),
            .optional(
                "event", .named("Identifier"), "The event that told others of it: it has what was decided of each document."),
            .optional("eventType", .string(), "That event's type: what was decided of the submission.")),
        "ManifestDocument": .answer(
            .required("id", .named("Identifier")),
            .required("type", .named("Name")),
            .optional("issueDate", .named("Day")),
            .optional("expiryDate", .named("Day")),
            .required("state", .named("DocumentState")),
            .optional("verdict", .choice(Verdict.self), "Of the last check."),
            .required("rules", .array(of: .string()), "Those that it was refused or warned for."),
            .required("pages", .array(of: .named("ManifestPage"))),
            .optional("pdf", .named("ManifestFile"))),
        "ManifestPage": .answer(
            .required("id", .named("Identifier")),
            .required("rotation", .named("Rotation")),
            .optional("crop", .named("Crop")),
            .optional("original", .named("ManifestFile")),
            .optional("preview", .named("ManifestFile")),
            .required("images", .array(of: .named("ManifestFile"))),
            .optional("making", .named("PageMaking"), "How the images were made of the original.")),
        "ManifestFile": .answer(
            .required("digest", .named("Digest")),
            .required("size", .integer(0 ... .max)),
            .optional("mediaType", .named("MediaType")),
            .optional("dimensions", .named("PixelSize")),
            .required("link", .address)),
    ]
}
