import CommandSupport
import Domain
import PostgresStore
import Shared
import Webhooks

/// The output of `docket deliveries`.
enum DeliveriesScreen {
    static func list(_ deliveries: [DeliveryDescription], style: Style) -> [String] {
        guard !deliveries.isEmpty else { return ["No deliveries."] }
        var table = Table()
        for delivery in deliveries {
            let next = delivery.nextAt.map { "next \($0)" } ?? "\(delivery.changedAt)"
            table.row(
                "\(delivery.id)", delivery.tenant?.rawValue ?? "-", "\(delivery.channel)/\(delivery.endpoint)", delivery.type,
                delivery.state, "\(delivery.attempts) tries", next,
                delivery.error ?? delivery.status.map(String.init) ?? "")
        }
        return table.lines { style.accent($0) }
    }

    static func details(_ delivery: DeliveryDescription, style: Style) -> [String] {
        var lines = [
            style.bold("\(delivery.id): \(delivery.state)"),
            "  \(delivery.type) of submission \(delivery.submission), event \(delivery.event)",
            "  to \(delivery.channel)/\(delivery.endpoint) of \(delivery.tenant?.rawValue ?? "-"), \(delivery.attempts) tries"
                + (delivery.nextAt.map { ", next \($0)" } ?? ""),
        ]
        for tried in delivery.tries ?? [] {
            lines.append("")
            lines.append("  try \(tried.attempt) at \(tried.beganAt), \(tried.milliseconds) ms: \(tried.error ?? "taken")")
            lines.append("    to \(tried.request.target), \(tried.request.size) bytes")
            for (name, value) in tried.request.headers.sorted(by: { $0.key < $1.key }) { lines.append("    > \(name): \(value)") }
            guard let response = tried.response else { continue }
            lines.append("    \(tried.status.map(String.init) ?? "-") from \(response.address ?? "-"), \(response.size) bytes")
            for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) { lines.append("    < \(name): \(value)") }
            for part in response.excerpt.split(separator: "\n").prefix(20) { lines.append("    | \(part)") }
        }
        return lines
    }
}
