/// How one kind of fault was recovered from.
struct FaultSummary: Sendable, Encodable {
    /// In seconds after the strike.
    struct Times: Sendable, Encodable {
        let median: Double
        let worst: Double

        init(_ times: [Double]) {
            let sorted = times.sorted()
            median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
            worst = sorted.last ?? 0
        }
    }

    let title: String
    let struck: Int
    /// Of these, while something was in flight.
    let inFlight: Int
    /// Until something was told of again.
    let moves: Times
    /// The part of it in which nothing that all work needs was away.
    let unhindered: Times
    /// Until all that had been in flight was told of.
    let caughtUp: Times

    init(_ title: String, _ strikes: [Judgement.StrikeResult]) {
        self.title = title
        struck = strikes.count
        inFlight = strikes.count { $0.strike.inFlight > 0 }
        moves = Times(strikes.map(\.moving))
        unhindered = Times(strikes.map(\.movingUnhindered))
        caughtUp = Times(strikes.map(\.recovery))
    }

    /// One for each kind that struck.
    static func all(_ strikes: [Judgement.StrikeResult]) -> [FaultSummary] {
        FaultKind.allCases.compactMap { kind in
            let struck = strikes.filter { $0.strike.kind == kind.rawValue }
            return struck.isEmpty ? nil : FaultSummary(kind.title, struck)
        }
    }
}
