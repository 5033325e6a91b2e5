import Domain
import Operations
import PostgresStore
import ServiceRuntime
import Shared

/// What `docket reconcile` prints.
enum ReconcileScreen {

    static func lines(
        _ report: AuditReport, _ listed: [InFlightDescription], _ overdue: [OverdueOutcome] = [], paused: [Hindrance] = [],
        kafka: [String] = [], style: Style
    ) -> [String] {
        var counts = Table()
        counts.row("accepted", "\(report.accepted)", "submissions that were submitted")
        counts.row("ended", "\(report.ended.values.reduce(0, +))", words(report.ended.map { ($0.key.rawValue, $0.value) }))
        counts.row("in flight", "\(report.inFlight)", "")
        counts.row("parked", "\(report.parked)", report.parked > 0 ? "see docket dlq list" : "")
        counts.row("missing", "\(report.missing)", "")
        var lines = counts.lines { $0.hasPrefix("missing") && report.missing > 0 ? style.bad($0) : style.bold($0) }
        if !(paused.isEmpty && kafka.isEmpty) {
            lines += [""] + paused.map { style.warning("\($0.stage): \($0.words)") } + kafka.map { style.warning($0) }
        }
        if !report.emitted.isEmpty { lines += ["", style.warning("emitted again: \(words(Array(report.emitted)))")] }
        if !report.events.moving.isEmpty { lines += ["", "events in flight: \(words(Array(report.events.moving)))"] }
        if !report.events.stuck.isEmpty {
            lines += ["", style.bad("events that are stuck: \(words(Array(report.events.stuck)))")]
        }
        var items = Table()
        for line in listed { items.row(line.stage, line.submission, "#\(line.sequence)", line.explanation) }
        if !items.isEmpty { lines += items.lines() }
        let more = report.events.inFlight + report.events.missing - listed.count
        if more > 0 { lines.append(style.faint("  and \(more) more (--limit)")) }
        for (submission, why) in report.missingSubmissions { lines.append(style.bad("  missing: \(submission): \(why)")) }
        let deliveries = report.deliveries
        lines += [
            "",
            "deliveries: \(deliveries.pending) pending, \(deliveries.delivered) delivered, \(deliveries.givenUp) given up",
        ]
        for key in deliveries.stuck {
            lines.append(style.bad("  stuck: \(key.channel) of event \(key.eventID) to \(key.endpoint)"))
        }
        for outcome in overdue {
            let words =
                switch outcome.why {
                case .undelivered: "is still being tried"
                case .givenUp: "was given up: see docket deliveries list --state given_up"
                case .unplanned: "nobody has looked yet who is to be told"
                }
            lines.append(style.bad("  untold since \(outcome.time): submission \(outcome.submission): \(words)"))
        }
        lines.append(
            report.isSound
                ? style.good("everything that was accepted has ended, is in flight or is parked")
                : style.bad("something is left that nothing will move"))
        return lines
    }

    private static func words(_ counts: [(key: String, value: Int)]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

}
