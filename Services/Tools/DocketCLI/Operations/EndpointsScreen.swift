import Domain
import Shared
import Webhooks

/// What `docket endpoints` prints.
enum EndpointsScreen {
    static func made(_ endpoint: WebhookEndpointRecord, _ key: WebhookKey, style: Style) -> [String] {
        let words =
            switch key.kind {
            case .symmetric: "It is shown this once: keep it where secrets are kept. Messages are signed with it (v1)."
            case .asymmetric: "This is the public half, which is no secret: messages are verified with it (v1a)."
            }
        return [
            style.bold(key.receiverText ?? ""), "", "  \(words)", "  \(endpoint.id) of \(endpoint.tenant), \(endpoint.state).",
        ]
    }

    static func list(_ endpoints: [WebhookEndpointRecord], style: Style) -> [String] {
        guard !endpoints.isEmpty else { return ["No endpoints."] }
        var table = Table()
        for endpoint in endpoints {
            let state =
                endpoint.disabledBecause.map { "disabled (\($0.rawValue))" }
                ?? endpoint.failingSince.map { "failing since \($0)" } ?? "enabled"
            let events = endpoint.eventTypes.map(\.rawValue)
            table.row(
                "\(endpoint.id)", "\(endpoint.tenant)", state, Redaction.address(endpoint.url),
                events.isEmpty ? "every outcome" : events.joined(separator: " "), endpoint.name ?? "")
        }
        return table.lines { style.accent($0) }
    }
}
