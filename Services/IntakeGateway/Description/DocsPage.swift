import Crypto
import HTTPServer
import Shared

/// The description as a page for people: no script, nothing from other hosts, one embedded style.
struct DocsPage: Sendable {
    let bytes: [UInt8]
    /// Allows a browser only that one style.
    let contentSecurityPolicy: String

    init(_ document: OpenAPIDocument) {
        let hash = Base64.encode(SHA256.hash(Array(Self.style.utf8)))
        contentSecurityPolicy =
            "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        bytes = Array(Self.page(document).utf8)
    }

    private static func page(_ document: OpenAPIDocument) -> String {
        let topics = Endpoint.Topic.allCases.filter { topic in Endpoint.all.contains { $0.topic == topic } }
        let links = topics.map { "<li><a href=\"#\(anchor($0))\">\(HTML.escaped($0.rawValue))</a></li>" }.joined()
        let sections = topics.map(section).joined()
        let about = document.value["info"]?["description"]?.text ?? ""
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Docket: the gateway's API</title><style>\(style)</style></head><body>
            <header><h1>Docket</h1><p>\(HTML.prose(about))</p>
            <p>Beside what is listed, any request may end in \(problemLinks(Endpoint.commonProblems)), and one that needs a token in \
            \(problemLinks(Endpoint.commonProblemsOfAccess)).</p>
            <p>The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1) and, of the events, \
            <a href="/asyncapi.json">asyncapi.json</a> (AsyncAPI 3.0).</p></header>
            <nav aria-label="Contents"><ul>\(links)<li><a href="#events">Events</a></li>\
            <li><a href="#access">Who may</a></li>\
            <li><a href="#schemas">Schemas</a></li>\
            <li><a href="#problems">Problems</a></li></ul></nav>
            <main>\(sections)\(EventsTable.section())\(AccessTable.section())\(schemas(document))\(problems)</main>
            </body></html>

            """
    }

    private static func anchor(_ topic: Endpoint.Topic) -> String { "topic-\(topic)" }

    // MARK: - Operations

    private static func section(_ topic: Endpoint.Topic) -> String {
        let operations = Endpoint.all.filter { $0.topic == topic }
        return """
            <section id="\(anchor(topic))"><h2>\(HTML.escaped(topic.rawValue))</h2><p>\(HTML.prose(topic.summary))</p>
            \(operations.map(article).joined())</section>

            """
    }

    private static func article(_ endpoint: Endpoint) -> String {
        return """
            <article id="\(endpoint.id)"><h3><a href="#\(endpoint.id)"><span class="method">\(endpoint.method.rawValue)</span> \
            <code>\(HTML.escaped(endpoint.pattern))</code></a></h3>
            <p><strong>\(HTML.prose(endpoint.summary)).</strong> \(endpoint.detail.map(HTML.prose) ?? "") \
            \(HTML.prose(endpoint.whoMay))</p>
            \(parameters(endpoint))\(body(endpoint))\(answers(endpoint))</article>

            """
    }

    private static func parameters(_ endpoint: Endpoint) -> String {
        guard !endpoint.parameters.isEmpty else { return "" }
        let rows = endpoint.parameters.map { parameter in
            row([
                "<code>\(HTML.escaped(parameter.name))</code>", parameter.place.rawValue,
                HTML.escaped(SchemaText.kind(of: parameter.schema.value)), HTML.prose(parameter.summary),
            ])
        }
        return table(["Parameter", "In", "Kind", "Meaning"], rows)
    }

    private static func body(_ endpoint: Endpoint) -> String {
        guard let body = endpoint.body else { return "" }
        let kinds = body.content.map { "<code>\(HTML.escaped($0.mediaType))</code> \(SchemaText.link(to: $0.schema.value))" }
        return "<p>Content\(body.isRequired ? "" : " (may be left out)"): \(kinds.joined(separator: " or ")). "
            + "\(body.summary.map(HTML.prose) ?? "")</p>"
    }

    private static func answers(_ endpoint: Endpoint) -> String {
        let good = endpoint.answers.map { answer in
            let content = answer.content.map { SchemaText.link(to: $0.schema.value) }.joined(separator: " or ")
            return (answer.status, row(["\(answer.status)", "\(HTML.prose(answer.summary)) \(content)"]))
        }
        // What any of them may end in is said once, at the top.
        let special = endpoint.allProblems.subtracting(Endpoint.commonProblems).subtracting(Endpoint.commonProblemsOfAccess)
        let bad = Dictionary(grouping: special, by: \.status).map { status, problems in
            (status, row(["\(status)", problemLinks(problems)]))
        }
        return table(["Status", "Answer"], (good + bad).sorted { $0.0 < $1.0 }.map(\.1))
    }

    private static func problemLinks(_ problems: some Sequence<ProblemType>) -> String {
        problems.map(\.name).sorted().map { "<a href=\"#problem-\($0)\">\($0)</a>" }.joined(separator: ", ")
    }

    // MARK: - Schemas and problems

    private static func schemas(_ document: OpenAPIDocument) -> String {
        guard case .object(let resources)? = document.value["components"]?["schemas"] else { return "" }
        let parts = resources.merging(EventSchemas.data.mapValues(\.value)) { $1 }.sorted { $0.key < $1.key }.map {
            name, schema in
            "<article id=\"schema-\(name)\"><h3>\(HTML.escaped(name))</h3>\(SchemaText.describe(schema))</article>"
        }
        return "<section id=\"schemas\"><h2>Schemas</h2>\(parts.joined(separator: "\n"))</section>\n"
    }

    private static var problems: String {
        let rows = ProblemType.allCases.sorted { ($0.status, $0.name) < ($1.status, $1.name) }.map { problem in
            "<tr id=\"problem-\(problem.name)\"><td>\(problem.status)</td><td><code>\(HTML.escaped(problem.name))</code></td>"
                + "<td>\(HTML.escaped(problem.title))</td></tr>"
        }
        return "<section id=\"problems\"><h2>Problems</h2><p>Failures are <code>application/problem+json</code> (RFC 9457). "
            + "<code>type</code> ends in one of these names.</p>\(table(["Status", "Name", "Title"], rows))</section>"
    }

    static func table(_ heads: [String], _ rows: [String]) -> String {
        "<div class=\"scroll\"><table><thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>"
            + "<tbody>\(rows.joined())</tbody></table></div>"
    }

    static func row(_ cells: [String]) -> String { "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>" }

    private static let style = """
        :root{color-scheme:light dark;--line:#8886;--soft:#8882}
        body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
        h1,h2,h3{line-height:1.2}h2{border-bottom:1px solid var(--line);margin-top:3rem}
        h3{margin:2rem 0 .3rem;font-size:1rem}h3 a{color:inherit;text-decoration:none}
        nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1rem;padding:0;list-style:none}
        code{font-family:ui-monospace,monospace;font-size:.9em;background:var(--soft);padding:.1em .3em;border-radius:.2em}
        .method{display:inline-block;min-width:4.5em;font-weight:700}
        .scroll,pre{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.5rem 0}
        th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
        """
}

extension JSONValue {
    /// The text of a string.
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
