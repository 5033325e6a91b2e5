/// Counts durations, in microseconds, in buckets whose width grows with the duration: log-linear, as in HDR histograms.
/// With `threeDigits` a bucket is at most a thousandth of its values wide. So a percentile is exact to three significant
/// digits for any count, in a few kilobytes.
///
/// Measure from the *intended* beginning. A generator that waits for a slow answer and then begins late would leave out
/// the very waits that a person would have had (“coordinated omission”).
public struct LatencyHistogram: Sendable, Hashable {
    public enum Precision: Int, Sendable, Hashable, Codable {
        /// Buckets are at most a 32nd of their values wide: for plots.
        case coarse = 6
        case threeDigits = 11

        /// The number of buckets that are one microsecond wide.
        var linear: Int { 1 << rawValue }
    }

    /// A day; longer durations count as a day.
    public static let longest: Int64 = 86_400_000_000

    public let precision: Precision
    public private(set) var count = 0
    /// The exact least and greatest duration, in microseconds. Zero while nothing was counted.
    public private(set) var minimum: Int64 = 0
    public private(set) var maximum: Int64 = 0
    private(set) var sum: Double = 0
    /// Up to the bucket of the greatest duration counted.
    private(set) var counts: [Int] = []

    public init(_ precision: Precision = .threeDigits) { self.precision = precision }

    public var isEmpty: Bool { count == 0 }

    /// In microseconds; nil while nothing was counted.
    public var mean: Double? { count == 0 ? nil : sum / Double(count) }

    // MARK: - Counting

    /// Negative durations count as 0: the clock was set back.
    public mutating func record(_ microseconds: Int64) {
        let value = min(max(microseconds, 0), Self.longest)
        let index = Self.index(of: value, precision)
        if index >= counts.count { counts += [Int](repeating: 0, count: index + 1 - counts.count) }
        counts[index] += 1
        minimum = count == 0 ? value : min(minimum, value)
        maximum = max(maximum, value)
        sum += Double(value)
        count += 1
    }

    /// Adds the counts of another histogram. If its precision differs, each count goes to the bucket of its bucket's
    /// middle.
    public mutating func merge(_ other: LatencyHistogram) {
        guard other.count > 0 else { return }
        for (index, number) in other.counts.enumerated() where number > 0 {
            let place =
                other.precision == precision
                ? index
                : Self.index(of: min(other.middle(of: index), Self.longest), precision)
            if place >= counts.count { counts += [Int](repeating: 0, count: place + 1 - counts.count) }
            counts[place] += number
        }
        minimum = count == 0 ? other.minimum : min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        sum += other.sum
        count += other.count
    }

    // MARK: - Asking

    /// The least duration that at least this share (0 to 100) of all durations does not exceed, in microseconds: the
    /// upper end of its bucket, and at most the greatest. Nil while nothing was counted.
    public func percentile(_ share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let wanted = max(1, Int((min(max(share, 0), 100) / 100 * Double(count)).rounded(.up)))
        var seen = 0
        for (index, number) in counts.enumerated() where number > 0 {
            seen += number
            if seen >= wanted { return max(minimum, min(maximum, Self.upperEnd(of: index, precision))) }
        }
        return maximum
    }

    /// The used buckets: the upper end in microseconds, and the number of durations in it or below.
    public var cumulative: [(microseconds: Int64, count: Int)] {
        var seen = 0
        return counts.enumerated().compactMap { index, number in
            guard number > 0 else { return nil }
            seen += number
            return (min(maximum, Self.upperEnd(of: index, precision)), seen)
        }
    }

    // MARK: - Buckets

    /// The first `linear` buckets are one microsecond wide. Each further power of two has half as many, each twice as
    /// wide as before.
    static func index(of value: Int64, _ precision: Precision) -> Int {
        let half = precision.rawValue - 1
        let exponent = max(0, Int64.bitWidth - value.leadingZeroBitCount - precision.rawValue)
        return exponent << half + Int(value >> exponent)
    }

    private static func exponent(of index: Int, _ precision: Precision) -> Int {
        max(0, index >> (precision.rawValue - 1) - 1)
    }

    static func lowerEnd(of index: Int, _ precision: Precision) -> Int64 {
        let exponent = exponent(of: index, precision)
        return Int64(index - exponent << (precision.rawValue - 1)) << exponent
    }

    static func upperEnd(of index: Int, _ precision: Precision) -> Int64 {
        lowerEnd(of: index, precision) + 1 << exponent(of: index, precision) - 1
    }

    private func middle(of index: Int) -> Int64 {
        (Self.lowerEnd(of: index, precision) + Self.upperEnd(of: index, precision)) / 2
    }
}

// MARK: - JSON

extension LatencyHistogram: Codable {
    private enum CodingKeys: String, CodingKey { case precision, buckets, minimum, maximum, sum }

    /// Validated, because reports come from other machines.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        precision = try container.decode(Precision.self, forKey: .precision)
        let flat = try container.decode([Int].self, forKey: .buckets)
        minimum = try container.decode(Int64.self, forKey: .minimum)
        maximum = try container.decode(Int64.self, forKey: .maximum)
        sum = try container.decode(Double.self, forKey: .sum)
        let last = Self.index(of: Self.longest, precision)
        var isSound = flat.count.isMultiple(of: 2) && 0 <= minimum && minimum <= maximum && maximum <= Self.longest
        for pair in stride(from: 0, to: flat.count - 1, by: 2) where isSound {
            let (index, number) = (flat[pair], flat[pair + 1])
            isSound = index >= counts.count && index <= last && number > 0
            let total = count + number
            isSound = isSound && total < 1 << 53
            guard isSound else { break }
            counts += [Int](repeating: 0, count: index + 1 - counts.count)
            counts[index] = number
            count = total
        }
        guard isSound else {
            throw DecodingError.dataCorruptedError(forKey: .buckets, in: container, debugDescription: "This is no histogram.")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(precision, forKey: .precision)
        // Index and count in turn, of those that hold something.
        try container.encode(
            counts.enumerated().flatMap { $1 > 0 ? [$0, $1] : [] }, forKey: .buckets)
        try container.encode(minimum, forKey: .minimum)
        try container.encode(maximum, forKey: .maximum)
        try container.encode(sum, forKey: .sum)
    }
}
