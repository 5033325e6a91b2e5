import HTTPServer
import Shared

/// Who may do what, as a table of the page: a line an endpoint, a column a role, a link or the portal.
enum AccessTable {
    private static let heads =
        ["Method", "Path"] + Role.allCases.map(\.rawValue) + LinkPurpose.allCases.map { "link for \($0.rawValue)" } + ["portal"]

    /// The same for the manual, as `IntakeGateway --routes` prints it.
    static var markdown: String {
        let rows = Endpoint.all.map { endpoint in
            [endpoint.method.rawValue, "`\(endpoint.pattern)`"] + parts(of: endpoint).map { word($0, endpoint) }
        }
        let rule = heads.map { _ in "---" }
        return ([heads, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// The operators' endpoints, for the manual: `IntakeGateway --admin-routes` prints it.
    static var operatorsMarkdown: String {
        let rows = Endpoint.admin.map { endpoint in
            let isAsking = endpoint.parameters.contains { $0.name == Endpoint.Parameter.confirmation.name }
            return [endpoint.method.rawValue, "`\(endpoint.pattern)`", endpoint.summary, isAsking ? "yes" : "–"]
        }
        return ([["Method", "Path", "What it does", "asks first"], ["---", "---", "---", "---"]] + rows)
            .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    static func section() -> String {
        let rows = Endpoint.all.map(row)
        return """
            <section id="access"><h2>Who may</h2><p>By the roles of a token or key, the purposes of links, and for who has come to the portal. “own” is what belongs to \
            the person's own submissions, or to the link's one: of others it is told that there is nothing. “public” needs no \
            token. Nobody sees anything of another tenant.</p>
            \(DocsPage.table(heads, rows))</section>

            """
    }

    private static func row(of endpoint: Endpoint) -> String {
        let path = "<a href=\"#\(endpoint.id)\"><code>\(HTML.escaped(endpoint.pattern))</code></a>"
        return DocsPage.row([endpoint.method.rawValue, path] + parts(of: endpoint).map { word($0, endpoint) })
    }

    private static func parts(of endpoint: Endpoint) -> [Endpoint.Part] {
        Role.allCases.map { endpoint.part(for: $0) } + LinkPurpose.allCases.map { endpoint.part(for: $0) } + [
            endpoint.partForPortal
        ]
    }

    private static func word(_ part: Endpoint.Part, _ endpoint: Endpoint) -> String {
        switch part {
        case .nothing: endpoint.access == .session ? "session" : "–"
        case .own: "own"
        case .all: endpoint.access == .everybody ? "public" : "all"
        }
    }
}
