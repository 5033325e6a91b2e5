import CommandSupport
import Domain
import Shared
import Webhooks

/// The output of `docket endpoints`.
enum EndpointsScreen {
    static func made(_ endpoint: EndpointDescription, style: Style) -> [String] {
        let secret = endpoint.secret ?? ""
        let words =
            secret.hasPrefix("whpk_")
            ? "This is the public half, which is no secret: messages are verified with it (v1a)."
            : "It is shown this once: keep it where secrets are kept. Messages are signed with it (v1)."
        return [
            style.bold(secret), "", "  \(words)",
            "  \(endpoint.id) of \(endpoint.tenant?.rawValue ?? "-"), \(endpoint.state).",
        ]
    }

    static func tested(_ result: WebhookTestResult) -> [String] {
        guard let status = result.status else { return [result.error ?? "No answer."] }
        let excerpt = result.response?.excerpt ?? ""
        return ["\(status) from \(result.response?.address ?? "an unknown address") after \(result.milliseconds) ms"]
            + (excerpt.isEmpty ? [] : ["  \(excerpt)"])
    }

    static func list(_ endpoints: [EndpointDescription], style: Style) -> [String] {
        guard !endpoints.isEmpty else { return ["No endpoints."] }
        var table = Table()
        for endpoint in endpoints {
            let state =
                endpoint.disabledBecause.map { "disabled (\($0))" }
                ?? endpoint.failingSince.map { "failing since \($0)" } ?? "enabled"
            table.row(
                "\(endpoint.id)", endpoint.tenant?.rawValue ?? "-", state, endpoint.url,
                wishes(endpoint), endpoint.name ?? "")
        }
        return table.lines { style.accent($0) }
    }

    private static func wishes(_ endpoint: EndpointDescription) -> String {
        var text = endpoint.events.isEmpty ? "every outcome" : endpoint.events.joined(separator: " ")
        if !endpoint.journeys.isEmpty { text += " of \(endpoint.journeys.joined(separator: " "))" }
        if !endpoint.fields.isEmpty { text += ", with \(endpoint.fields.joined(separator: " "))" }
        return text
    }
}
