/// Counts requests by key: a token bucket and a gauge for each, in bounded memory.
///
/// The bucket is one number, the moment at which it will be full again (the generic cell rate algorithm of ITU-T I.371). A key
/// whose bucket is full and whose gauge is zero is like one that was never seen, so it is forgotten.
struct LimitTable<Key: Hashable & Sendable>: Sendable {
    enum Refusal: Hashable, Sendable {
        /// Too often; seconds until one more is in order, one at least.
        case rate(retryAfter: Int)
        /// Too many at once.
        case concurrency
        /// More keys at once than are kept apart.
        case crowded
    }

    private struct Entry {
        /// Nanoseconds.
        var fullAt: UInt64
        var inFlight = 0
    }

    private static var second: UInt64 { 1_000_000_000 }

    private let maximumKeys: Int
    private var entries: [Key: Entry] = [:]
    private var nextSweep: UInt64 = 0

    init(maximumKeys: Int = 65_536) { self.maximumKeys = maximumKeys }

    var count: Int { entries.count }

    /// Counts a request in; ``release(_:at:)`` counts it out again. Refused requests cost nothing. `now` is in nanoseconds of a
    /// clock that never goes back.
    mutating func admit(_ key: Key, _ limits: RequestLimits, at now: UInt64) -> Refusal? {
        var entry: Entry
        if let known = entries[key] {
            entry = known
        } else {
            if entries.count >= maximumKeys { sweep(at: now) }
            guard entries.count < maximumKeys else { return .crowded }
            entry = Entry(fullAt: now)
        }
        if let concurrency = limits.concurrency, entry.inFlight >= concurrency { return .concurrency }
        if let rate = limits.rate {
            let interval = Self.second / UInt64(max(1, rate))
            let depth = UInt64(RequestLimits.burstSeconds) * Self.second
            let fullAt = max(entry.fullAt, now) + max(1, interval)
            guard fullAt - now <= max(depth, interval) else {
                return .rate(retryAfter: Int((fullAt - now - depth + Self.second - 1) / Self.second))
            }
            entry.fullAt = fullAt
        }
        entry.inFlight += 1
        entries[key] = entry
        return nil
    }

    mutating func release(_ key: Key, at now: UInt64) {
        guard var entry = entries[key] else { return }
        entry.inFlight -= 1
        entries[key] = isIdle(entry, now) ? nil : entry
    }

    private func isIdle(_ entry: Entry, _ now: UInt64) -> Bool { entry.inFlight <= 0 && entry.fullAt <= now }

    /// Looking at all keys costs something: once a second at most.
    private mutating func sweep(at now: UInt64) {
        guard now >= nextSweep else { return }
        nextSweep = now + Self.second
        entries = entries.filter { !isIdle($0.value, now) }
    }
}
