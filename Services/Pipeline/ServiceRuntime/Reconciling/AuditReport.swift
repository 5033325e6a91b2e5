public import Domain
public import Shared

/// The state of a submission that was submitted.
public enum AuditStatus: Sendable, Hashable {
    case ended(SubmissionState)
    case inFlight
    /// A stage has given it up, and an operator has yet to decide.
    case parked
    /// None of these; the text says why, for an operator.
    case missing(String)

    /// `items` are the states of those of its events that it waits for.
    public static func of(_ audit: SubmissionAudit, items: [ItemStatus]) -> AuditStatus {
        guard audit.events == audit.version, audit.highestSequence == audit.version else {
            return .missing(
                "it is at version \(audit.version), but its log has \(audit.events) events up to \(audit.highestSequence)")
        }
        guard audit.newestStep == EventType(entering: audit.state) else {
            return .missing("it is \(audit.state.rawValue), but its log ends with \(audit.newestStep.rawValue)")
        }
        for case .stuck(let cause) in items { return .missing(cause.description) }
        if items.contains(where: { if case .moving = $0 { true } else { false } }) { return .inFlight }
        if audit.isParked { return .parked }
        return audit.state.isOutcome
            ? .ended(audit.state) : .missing("it is \(audit.state.rawValue), and no event of it is on its way to a stage")
    }
}

/// Whether everything accepted has ended, is in flight or is parked.
public struct AuditReport: Sendable {
    /// The number of submissions that were ever submitted, by the log of events.
    public private(set) var accepted = 0
    public private(set) var ended: [SubmissionState: Int] = [:]
    public private(set) var inFlight = 0
    public private(set) var parked = 0
    /// The number of submissions that are none of these, and the first of them.
    public private(set) var missing = 0
    public private(set) var missingSubmissions: [(SubmissionID, String)] = []
    /// The number of events by what moves them, previews included, after stuck ones were emitted again.
    public let events: ReconcileSummary
    /// The number of events emitted again, by cause.
    public let emitted: [String: Int]
    public let deliveries: DeliveryCounts

    /// The maximum of named missing submissions.
    public static let namedAtMost = 10_000

    /// Whether nothing needs attention, apart from parked items.
    public var isSound: Bool { missing == 0 && events.missing == 0 && deliveries.stuck.isEmpty }

    mutating func count(_ submission: SubmissionID, _ status: AuditStatus) {
        accepted += 1
        switch status {
        case .ended(let state): ended[state, default: 0] += 1
        case .inFlight: inFlight += 1
        case .parked: parked += 1
        case .missing(let why):
            missing += 1
            if missingSubmissions.count < Self.namedAtMost { missingSubmissions.append((submission, why)) }
        }
    }
}
