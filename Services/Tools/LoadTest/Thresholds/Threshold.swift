/// An assertion of `--assert` in the notation of k6: `p(99)<200`, `max<=2s`, `error_rate<1%`, `lost==0`.
public struct Threshold: Sendable, Hashable {
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case atMost = "<="
        case atLeast = ">="
        case below = "<"
        case above = ">"

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .equal: left == right
            case .notEqual: left != right
            case .atMost: left <= right
            case .atLeast: left >= right
            case .below: left < right
            case .above: left > right
            }
        }
    }

    public let text: String
    public let metric: Metric
    public let comparison: Comparison
    /// Milliseconds for times; for shares a part of 1.
    public let limit: Double

    public init(_ text: String) throws(ThresholdFault) {
        let text = text.filter { !$0.isWhitespace }
        guard text.utf8.count <= 200 else { throw ThresholdFault("an assertion has at most 200 letters") }
        // The longer signs come first among those that begin at the same place.
        let signs = Comparison.allCases.compactMap { comparison in
            text.firstRange(of: comparison.rawValue).map { (comparison, $0) }
        }
        guard
            let (comparison, place) = signs.min(by: {
                ($0.1.lowerBound, -$0.0.rawValue.count) < ($1.1.lowerBound, -$1.0.rawValue.count)
            })
        else { throw ThresholdFault("a comparison (== != <= >= < >) is missing") }
        (self.text, self.comparison) = (text, comparison)
        metric = try Metric(String(text[..<place.lowerBound]))
        limit = try Self.number(text[place.upperBound...], of: metric)
    }

    /// Times without a unit are in milliseconds, as in k6.
    private static func number(_ text: Substring, of metric: Metric) throws(ThresholdFault) -> Double {
        let units: [(String, Double)] = metric.isTime ? [("ms", 1), ("us", 0.001), ("µs", 0.001), ("s", 1000)] : [("%", 0.01)]
        let unit = units.first { text.hasSuffix($0.0) }
        let digits = unit.map { text.dropLast($0.0.count) } ?? text
        guard let value = Double(digits), value.isFinite else {
            throw ThresholdFault("“\(text)” is no \(metric.isTime ? "time such as 200, 200ms or 2s" : "number")")
        }
        guard unit == nil || metric.isTime || metric.isShare else {
            throw ThresholdFault("\(metric) is no share: leave out the %")
        }
        return value * (unit?.1 ?? 1)
    }
}

/// A measured value that can be asserted.
public enum Metric: Sendable, Hashable, CustomStringConvertible {
    /// The measured time: until the target has accepted a thing, or until its outcome is known.
    public enum Step: String, Sendable, Hashable {
        case accepted
        case outcome
    }

    public enum Statistic: Sendable, Hashable, CustomStringConvertible {
        case percentile(Double)
        case mean, minimum, maximum

        public var description: String {
            switch self {
            case .percentile(let share): "p(\(Figures.plain(share)))"
            case .mean: "avg"
            case .minimum: "min"
            case .maximum: "max"
            }
        }
    }

    case time(Step, Statistic)
    /// Things that the target accepted a second.
    case rate
    case errors, errorRate, lost, sent, accepted, ended, differences
    /// Things with this outcome, such as `outcomes.needs_input`.
    case outcomes(String)

    public init(_ text: String) throws(ThresholdFault) {
        switch text {
        case "rate": self = .rate
        case "errors": self = .errors
        case "error_rate": self = .errorRate
        case "lost": self = .lost
        case "sent": self = .sent
        case "accepted": self = .accepted
        case "ended": self = .ended
        case "differences": self = .differences
        default:
            if text.hasPrefix("outcomes."), text.count > 9 {
                self = .outcomes(String(text.dropFirst(9)))
            } else if text.hasPrefix("outcome.") {
                self = .time(.outcome, try Self.statistic(text.dropFirst(8)))
            } else {
                self = .time(.accepted, try Self.statistic(text[...]))
            }
        }
    }

    private static func statistic(_ text: Substring) throws(ThresholdFault) -> Statistic {
        switch text {
        case "avg", "mean": return .mean
        case "med", "median": return .percentile(50)
        case "min": return .minimum
        case "max": return .maximum
        default:
            let digits = text.hasPrefix("p(") && text.hasSuffix(")") ? text.dropFirst(2).dropLast() : text.dropFirst()
            guard text.hasPrefix("p"), let share = Double(digits), share > 0, share <= 100 else {
                throw ThresholdFault(
                    "“\(text)” is none of p(99), avg, med, min, max (with “outcome.” before it of outcomes), rate, errors, "
                        + "error_rate, lost, sent, accepted, ended, outcomes.STATE, differences")
            }
            return .percentile(share)
        }
    }

    var isTime: Bool {
        if case .time = self { true } else { false }
    }

    var isShare: Bool { self == .errorRate }

    public var description: String {
        switch self {
        case .time(let step, let statistic): (step == .outcome ? "outcome." : "") + statistic.description
        case .rate: "rate"
        case .errors: "errors"
        case .errorRate: "error_rate"
        case .lost: "lost"
        case .sent: "sent"
        case .accepted: "accepted"
        case .ended: "ended"
        case .differences: "differences"
        case .outcomes(let state): "outcomes.\(state)"
        }
    }
}

public struct ThresholdFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}

/// The result of an assertion.
public struct ThresholdResult: Sendable, Hashable, Codable {
    public let assertion: String
    /// The measured value for a person; nil if nothing was measured.
    public let found: String?
    public let isMet: Bool
}
