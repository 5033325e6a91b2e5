import DocketStore
import FoundationEssentials
import Shared

/// What `docket deliveries` prints.
enum DeliveriesScreen {
    /// One delivery, as JSON.
    struct Line: Encodable, Sendable {
        let id: String
        let tenant: String
        let channel: String
        let endpoint: String
        let event: String
        let type: String
        let submission: String
        let state: String
        let attempts: Int
        let plannedAt: String
        let changedAt: String
        let nextAt: String?
        let status: Int?
        let error: String?
        let tries: [Try]?

        init(_ delivery: DeliveryRecord, tries: [DeliveryTryRecord]? = nil) {
            id = delivery.id.description
            tenant = delivery.tenant.rawValue
            channel = delivery.key.channel
            endpoint = delivery.key.endpoint
            event = delivery.key.eventID.description
            type = delivery.type.rawValue
            submission = delivery.submission.description
            state = delivery.state.rawValue
            attempts = delivery.attempts
            plannedAt = delivery.plannedAt.description
            changedAt = delivery.changedAt.description
            nextAt = delivery.nextAt?.description
            status = delivery.lastStatus
            error = delivery.lastError
            self.tries = tries?.map(Try.init)
        }
    }

    /// One try, as JSON.
    struct Try: Encodable, Sendable {
        let attempt: Int
        let beganAt: String
        let milliseconds: Int
        let status: Int?
        let error: String?
        let request: DeliveryTry.Request
        let response: DeliveryTry.Response?

        init(_ record: DeliveryTryRecord) {
            attempt = record.attempt
            beganAt = Timestamp(record.tried.beganAt).description
            milliseconds = Int(record.tried.duration / .milliseconds(1))
            status = record.status
            error = record.error
            request = record.tried.request
            response = record.tried.response
        }
    }

    static func list(_ deliveries: [DeliveryRecord], style: Style) -> [String] {
        guard !deliveries.isEmpty else { return ["No deliveries."] }
        var table = Table()
        for delivery in deliveries {
            let line = Line(delivery)
            let next = line.nextAt.map { "next \($0)" } ?? line.changedAt
            table.row(
                line.id, line.tenant, "\(line.channel)/\(line.endpoint)", line.type, line.state, "\(line.attempts) tries", next,
                line.error ?? line.status.map(String.init) ?? "")
        }
        return table.lines { style.accent($0) }
    }

    static func details(_ delivery: DeliveryRecord, _ tries: [DeliveryTryRecord], style: Style) -> [String] {
        let line = Line(delivery)
        var lines = [
            style.bold("\(line.id): \(line.state)"),
            "  \(line.type) of submission \(line.submission), event \(line.event)",
            "  to \(line.channel)/\(line.endpoint) of \(line.tenant), \(line.attempts) tries"
                + (line.nextAt.map { ", next \($0)" } ?? ""),
        ]
        for tried in tries.map(Try.init) {
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
