import DocketStore
import Shared
import Webhooks

/// What `docket endpoints` prints.
enum EndpointsScreen {
    /// One endpoint, as JSON.
    struct Line: Encodable, Sendable {
        let id: String
        let tenant: String
        let url: String
        let name: String?
        let events: [String]
        let contact: String?
        let state: String
        let disabledBecause: String?
        let failingSince: String?
        let createdAt: String
        let createdBy: String
        /// When it is made, and never again.
        let secret: String?

        init(_ endpoint: WebhookEndpointRecord, key: WebhookKey? = nil) {
            id = endpoint.id.description
            tenant = endpoint.tenant.rawValue
            url = Redaction.address(endpoint.url)
            name = endpoint.name
            events = endpoint.eventTypes.map(\.rawValue)
            contact = endpoint.contact
            state = endpoint.state
            disabledBecause = endpoint.disabledBecause?.rawValue
            failingSince = endpoint.failingSince?.description
            createdAt = endpoint.createdAt.description
            createdBy = endpoint.createdBy
            secret = key?.receiverText
        }
    }

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
            let line = Line(endpoint)
            let state =
                line.disabledBecause.map { "disabled (\($0))" } ?? line.failingSince.map { "failing since \($0)" } ?? "enabled"
            table.row(
                line.id, line.tenant, state, line.url, line.events.isEmpty ? "every outcome" : line.events.joined(separator: " "),
                line.name ?? "")
        }
        return table.lines { style.accent($0) }
    }
}
