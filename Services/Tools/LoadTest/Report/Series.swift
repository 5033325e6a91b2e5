/// What happened when: an interval after the other, all of the same width, never more than `limit` of them. A long run has wider
/// ones, so that it takes no more memory than a short one.
public struct Series: Sendable, Hashable, Codable {
    public struct Interval: Sendable, Hashable, Codable {
        /// Meant to begin in it.
        public internal(set) var intended = 0
        public internal(set) var sent = 0
        public internal(set) var accepted = 0
        public internal(set) var ended = 0
        public internal(set) var errors = 0
        /// Of files that the target has taken in it.
        public internal(set) var bytes = 0
        /// The most that were under way at once: requests at the target, and things that had begun and not ended.
        public internal(set) var requests = 0
        public internal(set) var things = 0
        /// Of what was meant to begin in it: until it was accepted, and until it had ended.
        public internal(set) var latency = LatencyHistogram(.coarse)
        public internal(set) var outcome = LatencyHistogram(.coarse)

        public init() {}

        /// Takes in the one after it.
        mutating func join(_ next: Interval) {
            let (requests, things) = (max(requests, next.requests), max(things, next.things))
            add(next)
            (self.requests, self.things) = (requests, things)
        }

        /// Adds what another generator did at the same time.
        mutating func add(_ other: Interval) {
            intended += other.intended
            sent += other.sent
            accepted += other.accepted
            ended += other.ended
            errors += other.errors
            bytes += other.bytes
            requests += other.requests
            things += other.things
            latency.merge(other.latency)
            outcome.merge(other.outcome)
        }
    }

    static let limit = 480

    /// Seconds of one interval.
    public private(set) var width = 1
    public private(set) var intervals: [Interval] = []

    public init() {}

    mutating func note(at seconds: Double, _ change: (inout Interval) -> Void) {
        let index = index(of: seconds)
        change(&intervals[index])
    }

    /// All this time so much was under way.
    mutating func hold(from start: Double, until end: Double, requests: Int, things: Int) {
        let last = index(of: end)
        for place in min(index(of: start), last)..<(last + 1) {
            intervals[place].requests = max(intervals[place].requests, requests)
            intervals[place].things = max(intervals[place].things, things)
        }
    }

    /// Where in the intervals that moment lies; they reach at least that far from then on.
    private mutating func index(of seconds: Double) -> Int {
        // Later than a month after the start nothing happens.
        let second = Int(min(max(0, seconds), 2_700_000))
        while second / width >= Self.limit { widen() }
        while intervals.count <= second / width { intervals.append(Interval()) }
        return second / width
    }

    private mutating func widen() {
        width *= 2
        intervals = stride(from: 0, to: intervals.count, by: 2).map { index in
            var interval = intervals[index]
            if index + 1 < intervals.count { interval.join(intervals[index + 1]) }
            return interval
        }
    }

    /// Adds what another generator measured, which began so many seconds later.
    mutating func merge(_ other: Series, after delay: Double) {
        for (index, interval) in other.intervals.enumerated() {
            note(at: delay + Double(index * other.width)) { $0.add(interval) }
        }
    }
}
