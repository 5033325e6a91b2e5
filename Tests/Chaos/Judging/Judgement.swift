/// What a run has shown.
struct Judgement: Sendable, Codable {
    enum Finding: String, Sendable, Codable, CaseIterable {
        /// Accepted, and ended without anybody being told; or what was sent is no longer there.
        case lost
        /// An effect that happened more often than it should.
        case duplicate
        /// Accepted, and never ended.
        case stuck
        /// What was erased, and is there all the same, or can be had by a copy of it.
        case readable
        /// The log of custody says that something was changed, and nobody has changed it.
        case contradicted
        /// An outcome, or a state, that the documents do not deserve.
        case wrong
        /// Told of in another order than it happened in.
        case disordered
        /// A live stream that left an event out, told one twice, or told of a submission in another order than it happened in.
        case streamed
        /// A record that is a dead letter, and nothing was wrong with it.
        case givenUp
        /// The gateway refused what it should have taken.
        case refused
        /// `docket reconcile --dry-run` found something that nothing will move.
        case unmoved

        var title: String {
            switch self {
            case .lost: "lost"
            case .duplicate: "duplicated effects"
            case .stuck: "stuck"
            case .readable: "erased, and readable"
            case .contradicted: "not as the log was told"
            case .wrong: "wrong outcomes"
            case .disordered: "out of order"
            case .streamed: "live stream not whole"
            case .givenUp: "given up without reason"
            case .refused: "refused without reason"
            case .unmoved: "not moved by anything"
            }
        }
    }

    struct StrikeResult: Sendable, Codable {
        let strike: Strike
        /// Seconds until an outcome was told of again: the suite moves. Zero when there was nothing to tell.
        let moving: Double
        /// Of these, those in which nothing that all work needs was away, by this or by another fault.
        let movingUnhindered: Double
        /// Seconds until the last submit that was in flight had been told of, whatever struck meanwhile. Zero when there was none.
        let recovery: Double
    }

    var accepted = 0
    var ended = 0
    /// Submissions that were erased.
    var erased = 0
    var webhooks = 0
    /// Webhooks that came again: allowed, with the same id and the same bytes.
    var repeats = 0
    /// Events that the live stream told of.
    var streamed = 0
    var counts: [String: Int] = [:]
    var findings: [String] = []
    var strikes: [StrikeResult] = []

    /// Findings that are written out; all are counted.
    private static let mostFindings = 50
    /// Of the faults, at least so many must have struck while something was in flight.
    static let wantedShare = 0.8

    mutating func find(_ finding: Finding, _ what: String, _ count: Int = 1) {
        counts[finding.rawValue, default: 0] += count
        if findings.count < Self.mostFindings { findings.append("\(finding.title): \(what)") }
    }

    func count(_ finding: Finding) -> Int { counts[finding.rawValue] ?? 0 }

    /// The share of faults that struck while work was in flight.
    var shareInFlight: Double {
        strikes.isEmpty ? 1 : Double(strikes.count { $0.strike.inFlight > 0 }) / Double(strikes.count)
    }

    var slowestToMove: StrikeResult? { strikes.max { $0.movingUnhindered < $1.movingUnhindered } }
    var slowest: StrikeResult? { strikes.max { $0.recovery < $1.recovery } }

    var isGood: Bool {
        accepted > 0 && accepted == ended && Finding.allCases.allSatisfy { count($0) == 0 } && shareInFlight >= Self.wantedShare
    }
}
