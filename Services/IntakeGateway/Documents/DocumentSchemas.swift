import Shared

// Documents, their pages, and uploads.

extension Schemas {
    static let documentParts: [String: Schema] = [
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
}
