/// The events of a run in consecutive intervals of equal width, at most `limit` of them. A long run has wider intervals,
/// so it needs no more memory than a short one.
public struct Series: Sendable, Hashable, Codable {
    public struct Interval: Sendable, Hashable, Codable {
        /// Things that were intended to begin in it.
        public internal(set) var intended = 0
        public internal(set) var sent = 0
        public internal(set) var accepted = 0
        public internal(set) var ended = 0
        public internal(set) var errors = 0
        /// Bytes of files that the target has accepted in it.
        public internal(set) var bytes = 0
        /// The most at the same time: requests at the target, and things in progress.
        public internal(set) var requests = 0
        public internal(set) var things = 0
        /// For things that were intended to begin in it: the time until acceptance, and until the outcome.
        public internal(set) var latency = LatencyHistogram(.coarse)
        public internal(set) var outcome = LatencyHistogram(.coarse)

        public init() {}

        /// Adds the following interval.
        mutating func join(_ next: Interval) {
            let (requests, things) = (max(requests, next.requests), max(things, next.things))
            add(next)
            (self.requests, self.things) = (requests, things)
        }

        /// Adds the events of another generator at the same time.
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

    /// Records a constant load over a time.
    mutating func hold(from start: Double, until end: Double, requests: Int, things: Int) {
        let last = index(of: end)
        for place in min(index(of: start), last)..<(last + 1) {
            intervals[place].requests = max(intervals[place].requests, requests)
            intervals[place].things = max(intervals[place].things, things)
        }
    }

    /// The index of the interval of that moment; missing intervals are added.
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

    /// Adds the series of another generator that began `delay` seconds later.
    mutating func merge(_ other: Series, after delay: Double) {
        // By itself first: intervals that become one there are of one generator, whose most at a time is no sum.
        var shifted = Series()
        for (index, interval) in other.intervals.enumerated() {
            shifted.note(at: delay + Double(index * other.width)) { $0.join(interval) }
        }
        while shifted.width < width { shifted.widen() }
        while width < shifted.width { widen() }
        for (index, interval) in shifted.intervals.enumerated() {
            note(at: Double(index * width)) { $0.add(interval) }
        }
    }
}
