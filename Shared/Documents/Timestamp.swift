#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A moment to the millisecond in UTC, written as RFC 3339 does: `2026-10-31T09:05:07.123Z`.
///
/// Its text and its JSON form preserve the moment exactly, which a `Date` (a floating-point number) does not.
public struct Timestamp: Hashable, Sendable {
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// Truncates to the millisecond.
    public init(_ date: Date) {
        // A thousandth of a millisecond is added, since a Date made from milliseconds may lie a hair below them.
        let milliseconds = (date.timeIntervalSince1970 * 1000 + 0.001).rounded(.down)
        millisecondsSinceEpoch = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    public var date: Date { Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000) }

    public func adding(_ duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return Timestamp(millisecondsSinceEpoch: millisecondsSinceEpoch + milliseconds)
    }
}

extension Timestamp: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }
}

extension Timestamp: LosslessStringConvertible {
    /// Reads an RFC 3339 `date-time`: with an offset or `Z`, and with any number of digits after the second.
    public init?(_ description: String) {
        let text = Array(description.utf8)
        guard (20...35).contains(text.count), let day = CalendarDate(String(description.prefix(10))),
            text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), let hour = DecimalDigits.value(of: text[11..<13]),
            let minute = DecimalDigits.value(of: text[14..<16]), let second = DecimalDigits.value(of: text[17..<19]),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var rest = text[19...]
        var milliseconds = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let padded = Array(digits.prefix(3)) + [UInt8](repeating: UInt8(ascii: "0"), count: 2)
            guard !digits.isEmpty, let thousandths = DecimalDigits.value(of: padded[..<3]) else { return nil }
            milliseconds = thousandths
            rest = rest.dropFirst(digits.count + 1)
        }
        guard let offset = Self.offsetSeconds(rest) else { return nil }
        let seconds = day.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offset
        // An offset leads out of the years that can be written.
        guard Self.writable.contains(seconds) else { return nil }
        millisecondsSinceEpoch = Int64(seconds) * 1000 + Int64(milliseconds)
    }

    /// Writable seconds since 1970: the years 1 to 9999.
    private static let writable = -62_135_596_800...253_402_300_799

    private static func offsetSeconds(_ text: ArraySlice<UInt8>) -> Int? {
        guard let sign = text.first else { return nil }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
        let start = text.startIndex
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text.count == 6, text[start + 3] == UInt8(ascii: ":"),
            let hours = DecimalDigits.value(of: text[start + 1..<start + 3]), hours < 24,
            let minutes = DecimalDigits.value(of: text[start + 4..<start + 6]), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    public var description: String {
        let (days, ofDay) = Self.dividing(millisecondsSinceEpoch, by: 86_400_000)
        let seconds = ofDay / 1000
        var text: [UInt8] = []
        text.reserveCapacity(24)
        CalendarDate(daysSinceEpoch: Int(days)).append(to: &text)
        text.append(UInt8(ascii: "T"))
        DecimalDigits.append(seconds / 3600, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        DecimalDigits.append(seconds / 60 % 60, width: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        DecimalDigits.append(seconds % 60, width: 2, to: &text)
        text.append(UInt8(ascii: "."))
        DecimalDigits.append(ofDay % 1000, width: 3, to: &text)
        text.append(UInt8(ascii: "Z"))
        return String(decoding: text, as: UTF8.self)
    }

    /// Division with a remainder that is never negative.
    private static func dividing(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, Int(remainder + divisor)) : (quotient, Int(remainder))
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: { Self($0) }, or: "This is not a moment in the form 2026-10-31T09:05:07.123Z.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}
