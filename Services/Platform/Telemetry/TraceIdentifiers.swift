/// Sixteen bytes that name a trace, never all zero; described as 32 lower-case hex digits.
public struct TraceID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Nil when both halves are zero.
    public init?(high: UInt64, low: UInt64) {
        guard high | low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    private init(high: UInt64, nonZeroLow: UInt64) {
        self.high = high
        self.low = nonZeroLow
    }

    public static func random() -> TraceID {
        TraceID(high: .random(in: .min ... .max), nonZeroLow: .random(in: 1 ... .max))
    }

    public var description: String { fixedHex(high, digits: 16) + fixedHex(low, digits: 16) }
}

/// Eight bytes that name a span within a trace, never all zero; described as 16 lower-case hex digits.
public struct SpanID: Sendable, Hashable, CustomStringConvertible {
    private let value: UInt64

    /// Nil for zero.
    public init?(_ value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }

    private init(nonZero value: UInt64) { self.value = value }

    public static func random() -> SpanID { SpanID(nonZero: .random(in: 1 ... .max)) }

    public var description: String { fixedHex(value, digits: 16) }
}

/// Lower-case hex with leading zeros.
func fixedHex(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// At most 16 hex digits, lower case only as the specification demands; nil for anything else.
func lowercaseHex(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
        default: return nil
        }
    }
    return value
}
