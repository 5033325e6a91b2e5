import FoundationEssentials

/// Whether an address may be asked now: after several tries in a row that failed it rests, and then one question at a time shows
/// whether it is back. Pure: the time is given.
struct CallOutBreaker: Sendable {
    enum Admission: Sendable, Hashable {
        case ask
        /// Not before so long.
        case wait(Duration)
    }

    /// Tries in a row that fail before it rests, and how long it rests at first and at last.
    static let tolerated = 5
    static let firstRest = Duration.seconds(5)
    static let longestRest = Duration.seconds(60)
    /// How soon another question looks again while one is under way that shows whether it is back.
    static let look = Duration.milliseconds(500)

    private var failures = 0
    private var rests = 0
    private var restsUntil: Date?
    private var isTrying = false

    /// Whether it is asked as usual.
    var isClosed: Bool { restsUntil == nil }

    mutating func admit(at now: Date) -> Admission {
        guard let end = restsUntil else { return .ask }
        let left = end.timeIntervalSince(now)
        if left > 0 { return .wait(.seconds(min(left, Self.longestRest / .seconds(1)))) }
        guard !isTrying else { return .wait(Self.look) }
        isTrying = true
        return .ask
    }

    mutating func succeeded() { self = CallOutBreaker() }

    /// What was sent before the rest and fails during it says nothing new.
    mutating func failed(at now: Date) {
        if let end = restsUntil, end > now { return }
        isTrying = false
        failures = min(failures + 1, Self.tolerated)
        guard failures >= Self.tolerated else { return }
        let rest = min(Self.longestRest, Self.firstRest * (1 << min(rests, 4)))
        rests = min(rests + 1, 16)
        restsUntil = now.addingTimeInterval(rest / .seconds(1))
    }

    /// The try was broken off, which says nothing.
    mutating func abandoned() { isTrying = false }
}
