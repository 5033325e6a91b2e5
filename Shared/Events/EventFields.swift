/// The names that events have for what they say, as their JSON has them: for tools that let a person name a field.
public enum EventFields {
    /// A path such as `data.documents.documentType`, through lists as if each had one member.
    public typealias Path = [String]

    /// All of them, whatever the type of event. A test holds them to what AsyncAPI describes.
    public static let all: [Path] = attributes.map { [$0] } + [["data"]] + data.map { ["data"] + $0 }

    /// Below these any name may stand: what a rule has measured has names of its own.
    public static let open: [Path] = ["", "verdict.", "verdict.documents."].map { path("data.\($0)reasons.values") }

    /// Whether an event can have something there.
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
                "documents", "verdict", "results", "callOut", "after",
            ].map { [$0] }
            + under("documents", facts + [["state"], ["pages"]] + under("pages", file + [["page"], ["rotation"], ["crop"]]))
            + under("verdict", reasons + [["documents"]] + under("documents", [["document"], ["verdict"]] + reasons))
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
