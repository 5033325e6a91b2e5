import Shared

// Documents, their pages, and uploads.

extension Schemas {
    static let documentParts: [String: Schema] = [
        "NewDocument": .request(
            .required("type", .named("Name"), "One of the journey's."),
            .optional("issueDate", .nullable(.named("Day"))),
            .optional("expiryDate", .nullable(.named("Day")), "The last day on which it is valid."),
            .optional("periodStart", .nullable(.named("Day"))),
            .optional("periodEnd", .nullable(.named("Day"))),
            .optional("source", .nullable(.named("DocumentSource")))),
        "DocumentChange": .request(
            .optional("type", .nullable(.named("Name"))),
            .optional("issueDate", .nullable(.named("Day"))),
            .optional("expiryDate", .nullable(.named("Day")), "The last day on which it is valid."),
            .optional("periodStart", .nullable(.named("Day"))),
            .optional("periodEnd", .nullable(.named("Day"))),
            .optional("source", .nullable(.named("DocumentSource")))),
        "Document": DocumentResource.schema,
        "PageOrder": .request(
            .required(
                "pages", .array(of: .named("Identifier"), maximum: CountRange.limit),
                "The ids of all its pages, in their new order.")),
        "PagePatch": .request(
            .optional("rotation", .nullable(.named("Rotation"))),
            .optional("crop", .nullable(.named("Crop")), "null takes all of the photo again.")),
        "Page": PageResource.schema,
        "PageSuggestion": SuggestionResource.schema,
        "SuggestedDay": SuggestedDayResource.schema,
        "SuggestedKind": SuggestedKindResource.schema,
        "FileForm": .form(
            .required("file", .string(format: "binary"))),
        "Upload": UploadResource.schema,
        "UploadRefusal": RefusalResource.schema,
    ]
}
