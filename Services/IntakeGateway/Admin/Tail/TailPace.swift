import Shared

/// How many events are told: of what passes now at most so many a second, the others are counted; what lies there already waits for
/// its turn. Pure.
struct TailPace: Sendable {
    let perSecond: Int
    private var left: Double
    private var filledAt: Duration

    init(perSecond: Int, at now: Duration) {
        self.perSecond = perSecond
        (left, filledAt) = (Double(perSecond), now)
    }

    /// Time has passed: what was not used within a second is not saved up.
    mutating func fill(at now: Duration) {
        let seconds = max(.zero, now - filledAt) / .seconds(1)
        left = min(Double(perSecond), left + seconds * Double(perSecond))
        filledAt = max(filledAt, now)
    }

    /// Whether one more may be told now.
    mutating func takes() -> Bool {
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}

/// What was told of a tail so far, and where it goes on.
struct TailCounts: Encodable, Hashable, Sendable {
    var sent = 0
    /// Those that would have been told, had there not been so many.
    var skipped = 0
    /// Of how many it is not known whether they are wanted.
    var unjudged = 0
    var places = ""
}
