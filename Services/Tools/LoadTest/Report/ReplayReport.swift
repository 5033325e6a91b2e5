public import Shared

/// The results of a run, or of several merged ones.
public struct ReplayReport: Sendable, Hashable, Codable {
    /// A thing without an outcome.
    public struct Missing: Sendable, Hashable, Codable {
        /// The last step that is certain.
        public enum Step: String, Sendable, Hashable, Codable {
            case sent, accepted
        }

        public let id: String
        public let step: Step
        /// Seconds after the start.
        public let at: Double
    }

    public struct Failure: Sendable, Hashable, Codable {
        public let problem: String
        public internal(set) var count = 0
        /// Some of the things with this problem.
        public internal(set) var items: [String] = []

        init(problem: String) { self.problem = problem }
    }

    /// The parameters of the run, for later readers of the report.
    public struct About: Sendable, Hashable, Codable {
        /// The recording's name.
        public var recording: String
        /// The gateway's address, or the brokers of the topics.
        public var target: String
        /// The pace in words.
        public var pace: String
        /// The kind of thing: `submission` or `event`.
        public var unit: String
        /// The tenant of the replay.
        public var tenant: String?
        /// The meaning of `ended` for the reader: “outcome known” or “read back”.
        public var ending: String

        public init(recording: String, target: String, pace: String, unit: String, tenant: String?, ending: String) {
            (self.recording, self.target, self.pace) = (recording, target, pace)
            (self.unit, self.tenant, self.ending) = (unit, tenant, ending)
        }
    }

    static let currentFormat = "docket-replay-report"
    static let currentVersion = 2

    public let format: String
    public let version: Int
    public var about: About
    public internal(set) var startedAt: Timestamp
    /// Seconds from the start until the last thing ended or was given up.
    public internal(set) var seconds: Double
    /// Seconds from the start until the last thing was sent.
    public internal(set) var sendingSeconds: Double
    public var isInterrupted: Bool
    public internal(set) var generators = 1
    public internal(set) var counts: RunCounts
    public internal(set) var outcomes: [String: Int]
    public internal(set) var failures: [Failure]
    public internal(set) var missingCount: Int
    public internal(set) var missing: [Missing]
    /// From the intended start until the target accepted it.
    public internal(set) var latency: LatencyHistogram
    /// From the intended start until the outcome.
    public internal(set) var outcomeLatency: LatencyHistogram
    /// The time of a thing's requests together: the measure of a closed loop.
    public internal(set) var service: LatencyHistogram
    /// The time of each request by itself.
    public internal(set) var steps: [ReplayStep: LatencyHistogram]
    /// The generator's time for drawing pages, which is part of no other time.
    public internal(set) var drawing: LatencyHistogram
    /// How much later than intended things began: the delay of the generator itself.
    public internal(set) var lateness: LatencyHistogram
    public internal(set) var series: Series
    public var thresholds: [ThresholdResult] = []
    public var shadow: ShadowComparison?
    /// What happened to the data that the run left in the target, and other notes.
    public var notes: [String] = []

    public init(_ tally: RunTally, about: About, seconds: Double, sendingSeconds: Double, isInterrupted: Bool) {
        format = Self.currentFormat
        version = Self.currentVersion
        self.about = about
        self.isInterrupted = isInterrupted
        (self.seconds, self.sendingSeconds) = (seconds, sendingSeconds)
        startedAt = tally.startedAt
        counts = tally.counts
        outcomes = tally.outcomes
        failures = tally.errors.values.sorted { ($1.count, $0.problem) < ($0.count, $1.problem) }
        (missingCount, missing) = tally.missing
        latency = tally.latency
        outcomeLatency = tally.outcomeLatency
        service = tally.service
        lateness = tally.lateness
        (steps, drawing) = (tally.steps, tally.drawing)
        series = tally.series(until: seconds)
    }

    /// Things that the target accepted a second, while things were sent.
    public var rate: Double { sendingSeconds > 0 ? Double(counts.accepted) / sendingSeconds : 0 }

    /// Bytes of files that the target accepted a second, while things were sent.
    public var bytesPerSecond: Double { sendingSeconds > 0 ? Double(counts.bytes) / sendingSeconds : 0 }

    public var errorRate: Double { counts.sent > 0 ? Double(counts.errors) / Double(counts.sent) : 0 }

    /// Whether every thing that was sent has an outcome or an error.
    public var isReconciled: Bool {
        missingCount == 0 && counts.sent == counts.accepted + counts.errors && counts.accepted == counts.ended
    }

    // MARK: - Files

    /// One line of JSON.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(self) + [UInt8(ascii: "\n")] }

    private struct Beginning: Decodable {
        let format: String
        let version: Int
    }

    /// - Throws: `ReportFault` if it is no report of this version.
    public init(decoding bytes: [UInt8]) throws(ReportFault) {
        guard let beginning = try? CanonicalJSON.decode(Beginning.self, from: bytes), beginning.format == Self.currentFormat
        else {
            throw ReportFault("it is no report of `docket replay --json`")
        }
        guard beginning.version == Self.currentVersion else {
            throw ReportFault("it is a report of version \(beginning.version); this docket reads version \(Self.currentVersion)")
        }
        do {
            self = try CanonicalJSON.decode(Self.self, from: bytes)
        } catch {
            throw ReportFault("it is damaged")
        }
    }

    // MARK: - Several generators

    /// The report of one generator in place of all.
    public static func merging(_ reports: [ReplayReport]) -> ReplayReport? {
        guard var merged = reports.min(by: { $0.startedAt < $1.startedAt }) else { return nil }
        guard let first = reports.firstIndex(of: merged) else { return nil }
        for (index, other) in reports.enumerated() where index != first { merged.add(other) }
        merged.thresholds = []
        return merged
    }

    private mutating func add(_ other: ReplayReport) {
        let delay = Double(other.startedAt.millisecondsSinceEpoch - startedAt.millisecondsSinceEpoch) / 1000
        seconds = max(seconds, delay + other.seconds)
        sendingSeconds = max(sendingSeconds, delay + other.sendingSeconds)
        isInterrupted = isInterrupted || other.isInterrupted
        generators += other.generators
        counts.add(other.counts)
        outcomes.merge(other.outcomes) { $0 + $1 }
        for failure in other.failures {
            if let index = failures.firstIndex(where: { $0.problem == failure.problem }) {
                failures[index].count += failure.count
                failures[index].items += failure.items
            } else {
                failures.append(failure)
            }
        }
        missingCount += other.missingCount
        missing += other.missing.map { Missing(id: $0.id, step: $0.step, at: $0.at + delay) }
        latency.merge(other.latency)
        outcomeLatency.merge(other.outcomeLatency)
        service.merge(other.service)
        lateness.merge(other.lateness)
        steps.merge(other.steps) { own, added in
            var sum = own
            sum.merge(added)
            return sum
        }
        drawing.merge(other.drawing)
        series.merge(other.series, after: delay)
        for note in other.notes where !notes.contains(note) { notes.append(note) }
        if about.target != other.about.target { about.target += ", \(other.about.target)" }
        if about.recording != other.about.recording { about.recording += ", \(other.about.recording)" }
        if let compared = other.shadow { shadow = shadow.map { $0.adding(compared) } ?? compared }
    }
}

public struct ReportFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}

// MARK: - Assertions

extension ReplayReport {
    /// The result of an assertion. Values that were not measured meet none.
    public func result(of threshold: Threshold) -> ThresholdResult {
        let value = value(of: threshold.metric)
        let found = value.map { value in
            switch threshold.metric {
            case .time: Figures.time(microseconds: value * 1000)
            case .errorRate: "\(Figures.plain(value * 100)) %"
            case .rate: Figures.rate(value)
            default: Figures.plain(value)
            }
        }
        return ThresholdResult(
            assertion: threshold.text, found: found,
            isMet: value.map { threshold.comparison.holds($0, threshold.limit) } ?? false)
    }

    private func value(of metric: Metric) -> Double? {
        switch metric {
        case .time(let step, let statistic):
            let histogram = step == .accepted ? latency : outcomeLatency
            guard !histogram.isEmpty else { return nil }
            return switch statistic {
            case .percentile(let share): histogram.percentile(share).map { Double($0) / 1000 }
            case .mean: histogram.mean.map { $0 / 1000 }
            case .minimum: Double(histogram.minimum) / 1000
            case .maximum: Double(histogram.maximum) / 1000
            }
        case .rate: return counts.sent > 0 ? rate : nil
        case .errors: return Double(counts.errors)
        case .errorRate: return counts.sent > 0 ? errorRate : nil
        case .lost: return Double(missingCount)
        case .sent: return Double(counts.sent)
        case .accepted: return Double(counts.accepted)
        case .ended: return Double(counts.ended)
        case .outcomes(let state): return Double(outcomes[state] ?? 0)
        case .differences: return shadow.map { Double($0.differenceCount) }
        }
    }
}
