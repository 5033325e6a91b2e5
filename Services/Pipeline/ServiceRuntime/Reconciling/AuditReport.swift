public import Domain
public import Shared

/// What became of a submission that was submitted.
public enum AuditStatus: Sendable, Hashable {
    case ended(SubmissionState)
    case inFlight
    /// A stage has given up on it, and an operator has yet to decide.
    case parked
    /// It is none of these, in words for an operator.
    case missing(String)

    /// `items` are where its events stand that keep it from an outcome, or its outcome from being told.
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

/// Whether everything that was accepted has ended, is in flight or is parked.
public struct AuditReport: Sendable {
    /// Submissions that were ever submitted, by the log of events.
    public private(set) var accepted = 0
    public private(set) var ended: [SubmissionState: Int] = [:]
    public private(set) var inFlight = 0
    public private(set) var parked = 0
    /// How many are none of these, and the first of them.
    public private(set) var missing = 0
    public private(set) var missingSubmissions: [(SubmissionID, String)] = []
    /// Events by what moves them, previews included; from after what was stuck was emitted.
    public let events: ReconcileSummary
    /// What was emitted again before that.
    public let emitted: [String: Int]
    public let deliveries: DeliveryCounts

    /// How many missing submissions are named.
    public static let namedAtMost = 10_000

    public init(events: ReconcileSummary, emitted: [String: Int], deliveries: DeliveryCounts) {
        self.events = events
        self.emitted = emitted
        self.deliveries = deliveries
    }

    /// Nothing needs anybody's attention, but for what is parked.
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
