/// Limits the rate of sent events. New events beyond the limit are only counted. Events that were there before wait for
/// their turn. It is pure.
struct TailPace: Sendable {
    let perSecond: Int
    private var left: Double
    private var filledAt: Duration

    init(perSecond: Int, at now: Duration) {
        self.perSecond = perSecond
        (left, filledAt) = (Double(perSecond), now)
    }

    /// Refills the budget. Unused budget of more than one second is lost.
    mutating func fill(at now: Duration) {
        let seconds = max(.zero, now - filledAt) / .seconds(1)
        left = min(Double(perSecond), left + seconds * Double(perSecond))
        filledAt = max(filledAt, now)
    }

    /// Whether another event may be sent now.
    mutating func takes() -> Bool {
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}

/// The progress of a tail, and the places where it continues.
struct TailCounts: Encodable, Hashable, Sendable {
    var sent = 0
    /// Events skipped because of the rate.
    var skipped = 0
    /// Records for which the filter's result is unknown.
    var unjudged = 0
    var places = ""
}
