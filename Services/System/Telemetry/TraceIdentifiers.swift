/// The sixteen bytes of a trace id, never all zero; its description is 32 lower-case hexadecimal digits.
public struct TraceID: Sendable, Hashable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Nil if both halves are zero.
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
        TraceID(high: RandomNumbers.next(), nonZeroLow: RandomNumbers.nextNonZero())
    }

    public var description: String { fixedHex(high, digits: 16) + fixedHex(low, digits: 16) }

    /// Whether the trace belongs to this share of all traces. The last seven bytes, which are random, decide it, so every
    /// process decides alike.
    func isAmong(_ share: Double) -> Bool {
        if share >= 1 { return true }
        return Double(low & 0x00FF_FFFF_FFFF_FFFF) < share * 0x1p56
    }

    func append(to bytes: inout [UInt8]) {
        appendHex(high, to: &bytes)
        appendHex(low, to: &bytes)
    }
}

/// The eight bytes of a span id within a trace, never all zero; its description is 16 lower-case hexadecimal digits.
public struct SpanID: Sendable, Hashable, CustomStringConvertible {
    private let value: UInt64

    /// Nil for zero.
    public init?(_ value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }

    private init(nonZero value: UInt64) { self.value = value }

    public static func random() -> SpanID { SpanID(nonZero: RandomNumbers.nextNonZero()) }

    public var description: String { fixedHex(value, digits: 16) }

    /// Appends ``description``, without making a string.
    public func append(to bytes: inout [UInt8]) { appendHex(value, to: &bytes) }
}

/// Lower-case hex with leading zeros.
func fixedHex(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Appends sixteen lower-case hex digits.
func appendHex(_ value: UInt64, to bytes: inout [UInt8]) {
    let both = (hexDigits(UInt32(truncatingIfNeeded: value >> 32)), hexDigits(UInt32(truncatingIfNeeded: value)))
    withUnsafeBytes(of: both) { bytes.append(contentsOf: $0) }
}

/// Converts eight digits at once to eight bytes in memory: each byte gets four bits, and 0x57 instead of 0x30 from ten
/// on.
private func hexDigits(_ value: UInt32) -> UInt64 {
    var spread = UInt64(value)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (spread + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (spread + 0x3030_3030_3030_3030 + letters * 0x27).bigEndian
}

/// Parses at most 16 hexadecimal digits, lower case only as the specification demands; nil for other text.
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
