/// The field names of events' JSON, for tools in which a person names a field.
public enum EventFields {
    /// A path such as `data.documents.documentType`, through lists as if each had one member.
    public typealias Path = [String]

    /// The fields of all types of event. A test compares them with AsyncAPI.
    public static let all: [Path] = attributes.map { [$0] } + [["data"]] + data.map { ["data"] + $0 }

    /// Fields that may have members of any name, such as the measures of a rule.
    public static let open: [Path] = ["", "verdict.", "verdict.documents."].map { path("data.\($0)reasons.values") }

    /// Whether an event can have a value at a path.
    public static func has(_ path: Path) -> Bool {
        known.contains(path) || open.contains { path.starts(with: $0) }
    }

    private static let known = Set(all)

    private static let attributes = [
        "specversion", "id", "type", "source", "subject", "time", "datacontenttype", "sequence", "tenant", "journey",
        "previoustime", "traceparent",
    ]

    private static let data: [Path] = Set(
        facts + file + reasons
            + [
                "page", "pages", "upload", "received", "cause", "rotation", "crop", "journeyVersion", "attempt", "state",
                "documents", "verdict", "results", "callOut", "after", "work", "record",
            ].map { [$0] }
            + under("documents", facts + [["state"], ["pages"]] + under("pages", file + [["page"], ["rotation"], ["crop"]]))
            + under("verdict", reasons + [["documents"]] + under("documents", [["document"], ["verdict"]] + reasons))
            + under("record", [["lasting"], ["originals"], ["facts"]])
            + under("work", [["pagesMade"], ["pagesRead"], ["readingMilliseconds"]])
            + under("results", [["document"], ["documentType"], ["pages"], ["pdf"]] + under("pdf", file))
    ).sorted { $0.lexicographicallyPrecedes($1) }

    private static let facts: [Path] = [
        "document", "documentType", "issueDate", "expiryDate", "periodStart", "periodEnd", "source",
    ].map {
        [$0]
    }
    private static let file: [Path] = ["digest", "size", "mediaType"].map { [$0] }
    private static let reasons: [Path] =
        [["reasons"]]
        + under(
            "reasons",
            [
                "rule", "severity", "documentType", "document", "page", "found", "expected", "message", "remedy", "wording",
                "values",
            ].map { [$0] })

    private static func under(_ name: String, _ paths: [Path]) -> [Path] { paths.map { [name] + $0 } }

    private static func path(_ text: String) -> Path { text.split(at: ".").map(String.init) }
}
