import CommandSupport
import Operations
import PostgresStore

/// The output of `docket reconcile`.
enum ReconcileScreen {
    static func lines(_ report: ReconcileDescription, style: Style) -> [String] {
        var counts = Table()
        counts.row("accepted", "\(report.accepted)", "submissions that were submitted")
        counts.row("ended", "\(report.ended.values.reduce(0, +))", words(report.ended))
        counts.row("in flight", "\(report.inFlight)", "")
        counts.row("parked", "\(report.parked)", report.parked > 0 ? "see docket dlq list" : "")
        counts.row("missing", "\(report.missing)", "")
        var lines = counts.lines { $0.hasPrefix("missing") && report.missing > 0 ? style.bad($0) : style.bold($0) }
        if !(report.paused.isEmpty && report.kafka.isEmpty) {
            lines +=
                [""] + report.paused.map { style.warning("\($0.stage): \($0.words)") } + report.kafka.map { style.warning($0) }
        }
        if !report.emitted.isEmpty { lines += ["", style.warning("emitted again: \(words(report.emitted))")] }
        if !report.moving.isEmpty { lines += ["", "events in flight: \(words(report.moving))"] }
        if !report.stuck.isEmpty {
            lines += ["", style.bad("events that are stuck: \(words(report.stuck))")]
        }
        var items = Table()
        for line in report.events { items.row(line.stage, line.submission, "#\(line.sequence)", line.explanation) }
        if !items.isEmpty { lines += items.lines() }
        let more = (Array(report.moving.values) + report.stuck.values).reduce(0, +) - report.events.count
        if more > 0 { lines.append(style.faint("  and \(more) more (--limit)")) }
        for missing in report.missingSubmissions {
            lines.append(style.bad("  missing: \(missing.submission): \(missing.why)"))
        }
        func count(_ state: String) -> Int { report.deliveries[state] ?? 0 }
        lines += [
            "",
            "deliveries: \(count("pending")) pending, \(count("delivered")) delivered, \(count("givenUp")) given up",
        ]
        for key in report.stuckDeliveries {
            lines.append(style.bad("  stuck: \(key.channel) of event \(key.event) to \(key.endpoint)"))
        }
        for outcome in report.overdue {
            let words =
                switch OverdueOutcome.Why(rawValue: outcome.why) {
                case .undelivered: "is still being tried"
                case .givenUp: "was given up: see docket deliveries list --state given_up"
                case .unplanned, nil: "nobody has looked yet who is to be told"
                }
            lines.append(style.bad("  untold since \(outcome.since): submission \(outcome.submission): \(words)"))
        }
        lines.append(
            report.sound
                ? style.good("everything that was accepted has ended, is in flight or is parked")
                : style.bad("something is left that nothing will move"))
        return lines
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

}
