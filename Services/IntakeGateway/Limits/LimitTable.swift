/// Counts requests by key: a token bucket and a gauge for each, in bounded memory.
///
/// The bucket is one number: the moment when it is full again (the generic cell rate algorithm of ITU-T I.371). A key
/// with a full bucket and a zero gauge equals an unknown key, so it is dropped.
struct LimitTable<Key: Hashable & Sendable>: Sendable {
    enum Refusal: Hashable, Sendable {
        /// Too many requests; `retryAfter` is in seconds, at least one.
        case rate(retryAfter: Int)
        /// Too many concurrent requests.
        case concurrency
        /// Too many keys at once.
        case crowded
    }

    private struct Entry {
        /// In nanoseconds.
        var fullAt: UInt64
        var inFlight = 0
    }

    private static var second: UInt64 { 1_000_000_000 }

    private let maximumKeys: Int
    private var entries: [Key: Entry] = [:]
    private var nextSweep: UInt64 = 0

    init(maximumKeys: Int = 65_536) { self.maximumKeys = maximumKeys }

    var count: Int { entries.count }

    /// Admits a request; ``release(_:at:)`` ends it. A refused request does not count. `now` is in nanoseconds of a
    /// monotonic clock.
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

    /// Examines all keys, at most once a second because of the cost.
    private mutating func sweep(at now: UInt64) {
        guard now >= nextSweep else { return }
        nextSweep = now + Self.second
        entries = entries.filter { !isIdle($0.value, now) }
    }
}
