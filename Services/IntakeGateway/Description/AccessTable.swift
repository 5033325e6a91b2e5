import HTTPServer
import Shared

/// Who may do what, as a table of the page: a line an endpoint, a column a role or a link.
enum AccessTable {
    static func section(_ operations: [Operation]) -> String {
        let heads = Role.allCases.map(\.rawValue) + LinkPurpose.allCases.map { "link for \($0.rawValue)" }
        let rows = operations.map { row(of: $0.endpoint) }
        return """
            <section id="access"><h2>Who may</h2><p>By the roles of a token or key, and the purposes of links. “own” is what belongs to \
            the person's own submissions, or to the link's one: of others it is told that there is nothing. “public” needs no \
            token. Nobody sees anything of another tenant.</p>
            \(DocsPage.table(["Method", "Path"] + heads, rows))</section>

            """
    }

    private static func row(of endpoint: Endpoint) -> String {
        let path = "<a href=\"#\(endpoint.id)\"><code>\(HTML.escaped(endpoint.pattern))</code></a>"
        let parts = Role.allCases.map { endpoint.part(for: $0) } + LinkPurpose.allCases.map { endpoint.part(for: $0) }
        return DocsPage.row([endpoint.method.rawValue, path] + parts.map { word($0, endpoint) })
    }

    private static func word(_ part: Endpoint.Part, _ endpoint: Endpoint) -> String {
        switch part {
        case .nothing: "–"
        case .own: "own"
        case .all: endpoint.access == .everybody ? "public" : "all"
        }
    }
}
