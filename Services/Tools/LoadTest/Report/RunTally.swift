public import Shared

/// What has been measured so far of a run: every thing that was sent, until it ended. What ended is counted and forgotten, so a run of
/// millions keeps only what is under way. Times are seconds since the start. Pure.
public struct RunTally: Sendable {
    private struct Open: Sendable {
        let intended: Double
        let begun: Double
        var name: String
        var accepted: Double?
        /// Spent on nothing but waiting for when the next step was recorded: part of no time that is measured.
        var idle = 0.0
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
    private(set) var series = Series()

    public init(startedAt: Timestamp) { self.startedAt = startedAt }

    public var sent: Int { counts.sent }
    public var accepted: Int { counts.accepted }
    public var ended: Int { counts.ended }
    public var failed: Int { counts.errors }
    /// Sent, and neither ended nor failed.
    public var underWay: Int { open.count }
    /// Accepted, and not ended.
    public var waiting: Int { open.values.count { $0.accepted != nil } }
    /// Until it was accepted, so far.
    public func percentile(_ share: Double) -> Int64? { latency.percentile(share) }

    /// It begins now; it was meant to at `intended`.
    public mutating func begin(_ item: Int, name: String, intended: Double, now: Double) {
        open[item] = Open(intended: intended, begun: now, name: name, accepted: nil)
        counts.sent += 1
        lateness.record(Self.microseconds(now - intended))
        series.note(at: intended) { $0.intended += 1 }
        series.note(at: now) { $0.sent += 1 }
    }

    /// What the target calls it: what is missing at the end is named by it.
    public mutating func name(_ item: Int, _ name: String) { open[item]?.name = name }

    /// The target has taken it, and answers for it from now on. `idle` is what the run itself let pass between its steps.
    public mutating func accept(_ item: Int, now: Double, idle: Double = 0) {
        guard let thing = open[item], thing.accepted == nil else { return }
        open[item]?.accepted = now
        open[item]?.idle = idle
        counts.accepted += 1
        let taken = Self.microseconds(now - idle - thing.intended)
        latency.record(taken)
        service.record(Self.microseconds(now - idle - thing.begun))
        series.note(at: thing.intended) { $0.latency.record(taken) }
        series.note(at: now) { $0.accepted += 1 }
    }

    /// It has come to this.
    public mutating func end(_ item: Int, outcome: String, now: Double) {
        guard let thing = open.removeValue(forKey: item), thing.accepted != nil else { return }
        counts.ended += 1
        outcomes[outcome, default: 0] += 1
        outcomeLatency.record(Self.microseconds(now - thing.idle - thing.intended))
        series.note(at: now) { $0.ended += 1 }
    }

    /// The target refused it, or could not be reached. What it had accepted is missing instead, at the end.
    public mutating func fail(_ item: Int, _ problem: String, now: Double) {
        guard let thing = open[item], thing.accepted == nil else { return }
        open[item] = nil
        counts.errors += 1
        errors[problem, default: ReplayReport.Failure(problem: problem)].count += 1
        if let named = errors[problem]?.items.count, named < Self.namedErrors { errors[problem]?.items.append(thing.name) }
        series.note(at: now) { $0.errors += 1 }
    }

    /// What is under way, the oldest first: at the end of a run, what is missing.
    public func missing(now: Double) -> (count: Int, named: [ReplayReport.Missing]) {
        let oldest = open.values.sorted { ($0.intended, $0.name) < ($1.intended, $1.name) }
        return (
            oldest.count,
            oldest.prefix(Self.namedMissing).map { thing in
                ReplayReport.Missing(
                    id: thing.name, step: thing.accepted == nil ? .sent : .accepted, at: thing.accepted ?? thing.begun)
            }
        )
    }

    private static func microseconds(_ seconds: Double) -> Int64 { Int64(min(max(seconds, 0), 1e6) * 1e6) }
}

/// The reconciliation's sums.
public struct RunCounts: Sendable, Hashable, Codable {
    public internal(set) var sent = 0
    public internal(set) var accepted = 0
    public internal(set) var ended = 0
    public internal(set) var errors = 0

    public init() {}

    mutating func add(_ other: RunCounts) {
        sent += other.sent
        accepted += other.accepted
        ended += other.ended
        errors += other.errors
    }
}
