import Shared

/// Values read from a file of a draft. They are not filled in: the client asks the person.
struct SuggestionResource: Resource {
    let suggestion: PageSuggestion

    static let shape = Shape<Self>(
        .optional("issueDate", .named("SuggestedDay")) { $0.suggestion.issueDate.map(SuggestedDayResource.init) },
        .optional("expiryDate", .named("SuggestedDay")) { $0.suggestion.expiryDate.map(SuggestedDayResource.init) },
        .optional(
            "kind", .named("SuggestedKind"), "Where it says clearly that it is of another type, or nothing is written on it."
        ) { $0.suggestion.kind.map(SuggestedKindResource.init) })
}

struct SuggestedDayResource: Resource {
    let day: SuggestedDay

    static let shape = Shape<Self>(
        .required("day", .named("Day")) { $0.day.day.description },
        .optional("otherwise", .named("Day"), "The day where day and month are meant the other way round.") {
            $0.day.otherwise?.description
        },
        .required("confidence", .integer(0...100)) { $0.day.confidence },
        .required("certain", .boolean, "Whether it may be told as what the document says; else it is a candidate.") {
            $0.day.isCertain
        },
        .required(
            "box", .array(of: .integer(0...10_000)),
            "Left, top, right and bottom on its preview, in ten-thousandths of its width and height, before it is turned or cropped."
        ) { [$0.day.box.left, $0.day.box.top, $0.day.box.right, $0.day.box.bottom] })
}

struct SuggestedKindResource: Resource {
    let kind: ReadKind

    static let shape = Shape<Self>(
        .required("verdict", .choice(ReadKind.Verdict.self)) { $0.kind.verdict.rawValue },
        .optional("kind", .named("Name"), "What it looks like.") { $0.kind.kind?.rawValue })
}
