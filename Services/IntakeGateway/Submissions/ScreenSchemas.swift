import Shared

extension Schemas {
    static let screenParts: [String: Schema] = [
        "Screen": .answer(
            .required("title", .string()),
            .required(
                "state",
                .answer(
                    .required("kind", .choice(ScreenState.Kind.self)), .optional("message", .string(), "For the person."))),
            .required("sections", .array(of: .named("ScreenSection")))),
        "ScreenSection": .answer(
            .required("id", .string()),
            .optional("header", .named("ScreenComponent")),
            .required("items", .array(of: .named("ScreenComponent"))),
            .optional("footer", .named("ScreenComponent"))),
        "ScreenComponent": .answer(
            .required("id", .string(), "The same as long as it stands for the same thing."),
            .required("reuseIdentifier", .string(), "What can show it."),
            .optional("height", .choice(ScreenHeight.self), "How much room it wants."),
            .required("model", .anything),
            .optional(
                "route",
                .answer(.required("name", .string()), .required("method", .string()), .required("path", .address)),
                "Where it leads.")),
    ]
}
