public import Shared

/// The measurements of a run so far: every thing from its sending to its outcome. Things that have ended are counted and
/// dropped, so a run of millions keeps only those in progress. Times are seconds since the start. Pure.
public struct RunTally: Sendable {
    private struct Open: Sendable {
        let intended: Double
        let begun: Double
        var name: String
        var accepted: Double?
        /// The time without the target: waiting for the recorded time of the next step, and drawing pages. It is part of
        /// no measured time.
        var idle = 0.0
        /// The time of its requests.
        var served = 0.0
    }

    /// The load at the target.
    private struct Level: Sendable {
        var since = 0.0
        var requests = 0
        var things = 0
    }

    private static let namedMissing = 10_000
    private static let namedErrors = 20

    public let startedAt: Timestamp
    private var open: [Int: Open] = [:]
    private(set) var counts = RunCounts()
    private(set) var outcomes: [String: Int] = [:]
    private(set) var errors: [String: ReplayReport.Failure] = [:]
    private(set) var latency = LatencyHistogram()
    private(set) var outcomeLatency = LatencyHistogram()
    private(set) var service = LatencyHistogram()
    private(set) var lateness = LatencyHistogram()
    private(set) var drawing = LatencyHistogram()
    private(set) var steps: [ReplayStep: LatencyHistogram] = [:]
    private var series = Series()
    private var level = Level()

    public init(startedAt: Timestamp) { self.startedAt = startedAt }

    /// The series until `end` seconds after the start.
    func series(until end: Double) -> Series {
        var series = series
        series.hold(from: level.since, until: end, requests: level.requests, things: level.things)
        return series
    }

    public var accepted: Int { counts.accepted }
    public var failed: Int { counts.errors }
    /// Sent, without an outcome or error.
    public var underWay: Int { open.count }
    /// Accepted, without an outcome.
    public var waiting: Int { open.values.count { $0.accepted != nil } }
    /// The percentile of the time until acceptance, so far, in microseconds.
    public func percentile(_ share: Double) -> Int64? { latency.percentile(share) }

    /// The thing begins now; its intended beginning was `intended`.
    public mutating func begin(_ item: Int, name: String, intended: Double, now: Double) {
        open[item] = Open(intended: intended, begun: now, name: name, accepted: nil)
        counts.sent += 1
        hold(at: now) { $0.things += 1 }
        lateness.record(Self.microseconds(now - intended))
        series.note(at: intended) { $0.intended += 1 }
        series.note(at: now) { $0.sent += 1 }
    }

    /// Sets the target's name of the thing, which identifies it if it is missing at the end.
    public mutating func name(_ item: Int, _ name: String) { open[item]?.name = name }

    /// A request is sent. Call `answered` or `unanswered` once for it.
    public mutating func ask(now: Double) { hold(at: now) { $0.requests += 1 } }

    /// The request was answered after `seconds` and has transferred `bytes` of a file.
    public mutating func answered(_ step: ReplayStep, of item: Int, taking seconds: Double, bytes: Int = 0, now: Double) {
        hold(at: now) { $0.requests -= 1 }
        steps[step, default: LatencyHistogram()].record(Self.microseconds(seconds))
        open[item]?.served += max(0, seconds)
        guard bytes > 0 else { return }
        counts.bytes += bytes
        series.note(at: now) { $0.bytes += bytes }
    }

    /// The request failed or was refused.
    public mutating func unanswered(now: Double) { hold(at: now) { $0.requests -= 1 } }

    /// The generator drew a page of the thing.
    public mutating func drew(_ item: Int, taking seconds: Double) {
        drawing.record(Self.microseconds(seconds))
        open[item]?.idle += max(0, seconds)
    }

    /// The target has accepted the thing and must bring it to an outcome. `idle` is the time that the generator let pass
    /// between its steps.
    public mutating func accept(_ item: Int, now: Double, idle: Double = 0) {
        guard var thing = open[item], thing.accepted == nil else { return }
        thing.accepted = now
        thing.idle += idle
        open[item] = thing
        counts.accepted += 1
        let taken = Self.microseconds(now - thing.idle - thing.intended)
        latency.record(taken)
        // An event may be read back before its broker has answered.
        if thing.served > 0 { service.record(Self.microseconds(thing.served)) }
        series.note(at: thing.intended) { $0.latency.record(taken) }
        series.note(at: now) { $0.accepted += 1 }
    }

    /// The thing has reached an outcome.
    public mutating func end(_ item: Int, outcome: String, now: Double) {
        guard let thing = open.removeValue(forKey: item), thing.accepted != nil else { return }
        counts.ended += 1
        outcomes[outcome, default: 0] += 1
        let taken = Self.microseconds(now - thing.idle - thing.intended)
        outcomeLatency.record(taken)
        hold(at: now) { $0.things -= 1 }
        series.note(at: thing.intended) { $0.outcome.record(taken) }
        series.note(at: now) { $0.ended += 1 }
    }

    /// The target refused the thing or could not be reached. It has no effect on an accepted thing, which is missing at
    /// the end.
    public mutating func fail(_ item: Int, _ problem: String, now: Double) {
        guard let thing = open[item], thing.accepted == nil else { return }
        open[item] = nil
        hold(at: now) { $0.things -= 1 }
        counts.errors += 1
        errors[problem, default: ReplayReport.Failure(problem: problem)].count += 1
        if let named = errors[problem]?.items.count, named < Self.namedErrors { errors[problem]?.items.append(thing.name) }
        series.note(at: now) { $0.errors += 1 }
    }

    /// The things in progress, the oldest first; at the end of a run these are missing.
    public var missing: (count: Int, named: [ReplayReport.Missing]) {
        let oldest = open.values.sorted { ($0.intended, $0.name) < ($1.intended, $1.name) }
        return (
            oldest.count,
            oldest.prefix(Self.namedMissing).map { thing in
                ReplayReport.Missing(
                    id: thing.name, step: thing.accepted == nil ? .sent : .accepted, at: thing.accepted ?? thing.begun)
            }
        )
    }

    /// Records that the load was constant until now, then changes it.
    private mutating func hold(at now: Double, _ change: (inout Level) -> Void) {
        series.hold(from: level.since, until: now, requests: level.requests, things: level.things)
        change(&level)
        level.since = max(level.since, now)
        // Also what comes and goes within one interval.
        series.hold(from: level.since, until: level.since, requests: level.requests, things: level.things)
    }

    private static func microseconds(_ seconds: Double) -> Int64 { Int64(min(max(seconds, 0), 1e6) * 1e6) }
}

/// The sums of the reconciliation.
public struct RunCounts: Sendable, Hashable, Codable {
    public internal(set) var sent = 0
    public internal(set) var accepted = 0
    public internal(set) var ended = 0
    public internal(set) var errors = 0
    /// Bytes of files that the target has accepted.
    public internal(set) var bytes = 0

    public init() {}

    mutating func add(_ other: RunCounts) {
        sent += other.sent
        accepted += other.accepted
        ended += other.ended
        errors += other.errors
        bytes += other.bytes
    }
}
