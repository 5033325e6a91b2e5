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
        /// Of what was meant to begin in it: until it was accepted.
        public internal(set) var latency = LatencyHistogram(.coarse)

        public init() {}

        mutating func add(_ other: Interval) {
            intended += other.intended
            sent += other.sent
            accepted += other.accepted
            ended += other.ended
            errors += other.errors
            latency.merge(other.latency)
        }
    }

    static let limit = 480

    /// Seconds of one interval.
    public private(set) var width = 1
    public private(set) var intervals: [Interval] = []

    public init() {}

    mutating func note(at seconds: Double, _ change: (inout Interval) -> Void) {
        // Later than a month after the start nothing happens.
        let second = Int(min(max(0, seconds), 2_700_000))
        while second / width >= Self.limit { widen() }
        let index = second / width
        while intervals.count <= index { intervals.append(Interval()) }
        change(&intervals[index])
    }

    private mutating func widen() {
        width *= 2
        intervals = stride(from: 0, to: intervals.count, by: 2).map { index in
            var interval = intervals[index]
            if index + 1 < intervals.count { interval.add(intervals[index + 1]) }
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
