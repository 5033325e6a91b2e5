import FoundationEssentials

/// A circuit breaker for an address. After several consecutive failures it pauses, and then one attempt at a time tests
/// the address. It is pure: the caller gives the time.
struct CallOutBreaker: Sendable {
    enum Admission: Sendable, Hashable {
        case ask
        /// Not before this time.
        case wait(Duration)
    }

    /// The consecutive failures before a pause, and the first and the longest pause.
    static let tolerated = 5
    static let firstRest = Duration.seconds(5)
    static let longestRest = Duration.seconds(60)
    /// How soon to check again if the testing attempt is overdue and has not been reported.
    static let look = Duration.milliseconds(500)

    private var failures = 0
    private var rests = 0
    private var restsUntil: Date?
    /// The latest end of the testing attempt; nil if there is none.
    private var triesUntil: Date?

    /// Whether attempts are allowed as usual.
    var isClosed: Bool { restsUntil == nil }

    /// `limit` is the longest duration of an attempt that begins now.
    mutating func admit(at now: Date, limit: Duration) -> Admission {
        guard let end = restsUntil else { return .ask }
        if let left = Self.time(from: now, until: end) { return .wait(left) }
        if let triesUntil { return .wait(Self.time(from: now, until: triesUntil) ?? Self.look) }
        triesUntil = now.addingTimeInterval(limit / .seconds(1))
        return .ask
    }

    /// Never longer than a pause, even after a change of the clock; nil if it is over.
    private static func time(from now: Date, until end: Date) -> Duration? {
        let left = end.timeIntervalSince(now)
        return left > 0 ? .seconds(min(left, longestRest / .seconds(1))) : nil
    }

    mutating func succeeded() { self = CallOutBreaker() }

    /// An attempt from before the pause that fails during it says nothing new.
    mutating func failed(at now: Date) {
        // Also where the clock was set back into the rest meanwhile: the try is over, and the next one may show it.
        triesUntil = nil
        if let end = restsUntil, end > now { return }
        failures = min(failures + 1, Self.tolerated)
        guard failures >= Self.tolerated else { return }
        let rest = min(Self.longestRest, Self.firstRest * (1 << min(rests, 4)))
        rests = min(rests + 1, 16)
        restsUntil = now.addingTimeInterval(rest / .seconds(1))
    }

    /// The attempt was cancelled, or its result says nothing about others.
    mutating func abandoned() { triesUntil = nil }
}
