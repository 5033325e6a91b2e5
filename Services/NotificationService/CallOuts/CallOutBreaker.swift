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
    /// How soon another question looks again where the try that shows whether it is back has had its time and is not told yet.
    static let look = Duration.milliseconds(500)

    private var failures = 0
    private var rests = 0
    private var restsUntil: Date?
    /// When the try that shows whether it is back has had its time; nil where none is under way.
    private var triesUntil: Date?

    /// Whether it is asked as usual.
    var isClosed: Bool { restsUntil == nil }

    /// `limit`: how long a try that begins now may take.
    mutating func admit(at now: Date, limit: Duration) -> Admission {
        guard let end = restsUntil else { return .ask }
        if let left = Self.time(from: now, until: end) { return .wait(left) }
        if let triesUntil { return .wait(Self.time(from: now, until: triesUntil) ?? Self.look) }
        triesUntil = now.addingTimeInterval(limit / .seconds(1))
        return .ask
    }

    /// Never longer than a rest, however the clock was set; nil where it is over.
    private static func time(from now: Date, until end: Date) -> Duration? {
        let left = end.timeIntervalSince(now)
        return left > 0 ? .seconds(min(left, longestRest / .seconds(1))) : nil
    }

    mutating func succeeded() { self = CallOutBreaker() }

    /// What was sent before the rest and fails during it says nothing new.
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

    /// The try was broken off, or answered in a way that says nothing of whether others would be.
    mutating func abandoned() { triesUntil = nil }
}
