/// Counts durations in buckets whose width grows with the duration: log-linear, as in HDR histograms. With `threeDigits` no bucket
/// is wider than a thousandth of what it holds, so a percentile is right to three significant digits, however many were counted,
/// in a few kilobytes. Durations are microseconds.
///
/// What is counted should be the time from the moment when something was *meant* to begin. A generator that waits for a slow
/// answer and then begins late would leave out just the waits that a person would have had (“coordinated omission”).
public struct LatencyHistogram: Sendable, Hashable {
    public enum Precision: Int, Sendable, Hashable, Codable {
        /// A 32nd: for plots.
        case coarse = 6
        case threeDigits = 11

        /// Buckets that are one microsecond wide.
        var linear: Int { 1 << rawValue }
    }

    /// A day; what took longer counts as this.
    public static let longest: Int64 = 86_400_000_000

    public let precision: Precision
    public private(set) var count = 0
    /// The least and the greatest, exactly. Zero while nothing was counted.
    public private(set) var minimum: Int64 = 0
    public private(set) var maximum: Int64 = 0
    private(set) var sum: Double = 0
    /// As long as the greatest that was counted asks for.
    private(set) var counts: [Int] = []

    public init(_ precision: Precision = .threeDigits) { self.precision = precision }

    public var isEmpty: Bool { count == 0 }

    /// In microseconds; nil while nothing was counted.
    public var mean: Double? { count == 0 ? nil : sum / Double(count) }

    // MARK: - Counting

    /// What is negative counts as 0: clocks that were set back.
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

    /// Adds what another one has counted. A coarse one takes in a finer one; the other way round its values are taken for the
    /// middle of their buckets.
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

    /// The least duration that this share (0 to 100) of all does not exceed, in microseconds: the upper end of its bucket, and
    /// never more than the greatest. Nil while nothing was counted.
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

    /// Each bucket that holds something: its upper end in microseconds, and how many lie in it or below.
    public var cumulative: [(microseconds: Int64, count: Int)] {
        var seen = 0
        return counts.enumerated().compactMap { index, number in
            guard number > 0 else { return nil }
            seen += number
            return (min(maximum, Self.upperEnd(of: index, precision)), seen)
        }
    }

    // MARK: - Buckets

    /// The first `linear` buckets are one wide. After that each power of two has half as many, each twice as wide as before.
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

    /// Checked: reports come from other machines.
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
