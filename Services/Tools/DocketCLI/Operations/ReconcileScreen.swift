import Domain
import PostgresStore
import ServiceRuntime
import Shared

/// What `docket reconcile` prints.
enum ReconcileScreen {
    /// One event in flight.
    struct Line: Encodable, Sendable {
        let submission: String
        let event: String
        let sequence: Int
        let stage: String
        /// What kind of thing moves it, or why nothing does.
        let kind: String
        let explanation: String
        let isStuck: Bool

        init(_ item: InFlightItem, _ status: ItemStatus) {
            submission = item.submission.description
            event = item.key.eventID.description
            sequence = item.sequence
            stage = item.key.stage.rawValue
            switch status {
            case .moving(let mover): (kind, explanation, isStuck) = (mover.kind, mover.description, false)
            case .stuck(let cause): (kind, explanation, isStuck) = (cause.kind, cause.description, true)
            case .parked: (kind, explanation, isStuck) = ("parked", "it is parked", false)
            case .ended: (kind, explanation, isStuck) = ("ended", "it has ended", false)
            }
        }
    }

    static func lines(
        _ report: AuditReport, _ listed: [Line], _ overdue: [OverdueOutcome] = [], paused: [Hindrance] = [],
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

    /// The same for programs.
    struct JSONReport: Encodable {
        struct Missing: Encodable {
            let submission: String
            let why: String
        }

        let accepted: Int
        let ended: [String: Int]
        let inFlight: Int
        let parked: Int
        let missing: Int
        let missingSubmissions: [Missing]
        let moving: [String: Int]
        let stuck: [String: Int]
        let emitted: [String: Int]
        let events: [Line]
        let deliveries: [String: Int]
        let overdue: [Overdue]
        /// What keeps stages from their work, and what is wrong with the brokers or the topics.
        let paused: [Hindrance]
        let kafka: [String]
        let sound: Bool

        /// An outcome that nobody was told of in time.
        struct Overdue: Encodable {
            let event: String
            let submission: String
            let since: String
            let why: String
        }

        init(
            _ report: AuditReport, _ listed: [Line], _ untold: [OverdueOutcome] = [], paused: [Hindrance] = [],
            kafka: [String] = []
        ) {
            self.paused = paused
            self.kafka = kafka
            overdue = untold.map {
                Overdue(
                    event: $0.event.description, submission: $0.submission.description, since: $0.time.description,
                    why: $0.why.rawValue)
            }
            accepted = report.accepted
            ended = Dictionary(uniqueKeysWithValues: report.ended.map { ($0.key.rawValue, $0.value) })
            inFlight = report.inFlight
            parked = report.parked
            missing = report.missing
            missingSubmissions = report.missingSubmissions.map { Missing(submission: $0.0.description, why: $0.1) }
            moving = report.events.moving
            stuck = report.events.stuck
            emitted = report.emitted
            events = listed
            deliveries = [
                "pending": report.deliveries.pending, "delivered": report.deliveries.delivered,
                "givenUp": report.deliveries.givenUp, "stuck": report.deliveries.stuck.count,
            ]
            sound = report.isSound
        }
    }
}
