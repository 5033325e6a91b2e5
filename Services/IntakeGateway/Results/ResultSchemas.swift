// Results of a submission, and the gateway's health.

extension Schemas {
    static let resultParts: [String: Schema] = [
        "PageMaking": .answer(
            .required("decoders", .map(of: .string()), "Versions by name: with the same ones a file gives the same bytes."),
            .required(
                "repairs",
                .array(
                    of: .answer(
                        .required(
                            "kind",
                            .string(oneOf: [
                                "auxiliary_references", "cross_references", "cut_off", "incomplete_page", "lost_page",
                            ])),
                        .optional("page", .integer(1 ... .max)),
                        .optional("missingPercent", .integer(0...100), "The most that can be missing.")))),
            .required("signals", .array(of: .named("PageSignals")), "Of each image."),
            .optional("isSigned", .boolean, "Whether the original carries a signature, which its images do not.")),
        "PageSignals": .answer(
            .required("tiles", .integer(1 ... .max), "Parts of the page that were looked at."),
            .required("writtenTiles", .integer(0 ... .max), "Of these, parts with something on them."),
            .required("blurredTiles", .integer(0 ... .max), "Of these, parts without one sharp edge."),
            .required("glaringTiles", .integer(0 ... .max), "Parts that light has washed out."),
            .required("brightness", .integer(0...255), "95 of 100 pixels are not brighter."),
            .required("flatness", .integer(0...1000), "Of 1000 pixels, those exactly like all around them."),
            .required("proportion", .integer(1000 ... .max), "The long side, in thousandths of the short one."),
            .required("likeness", .string(pattern: "^[0-9a-f]{16}$"), "A hash that is close for pages that look alike.")),
        "Liveness": .answer(.required("status", .string())),
        "Readiness": .answer(.required("status", .string(oneOf: ["ready", "degraded", "unavailable"]))),
    ]
}
