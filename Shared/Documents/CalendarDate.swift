/// A day of the Gregorian calendar without a time or a zone, such as the date on a bill. Years 1 to 9999.
public struct CalendarDate: Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let day: Int

    /// Nil for a day that the calendar does not have.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year) else {
            return nil
        }
        self.init(unchecked: year, month, day)
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day of a moment in a time zone.
    public init(_ moment: Timestamp, in timeZone: KnownTimeZone) {
        let milliseconds = moment.millisecondsSinceEpoch + Int64(timeZone.secondsFromUTC(at: moment)) * 1000
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        self.init(daysSinceEpoch: Int(rest < 0 ? days - 1 : days))
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// MARK: - Arithmetic

extension CalendarDate {
    /// Days since 1970-01-01, negative before it.
    public var daysSinceEpoch: Int {
        // The year is counted from March, so that the leap day is its last; eras of 400 years have 146,097 days.
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day `daysSinceEpoch` days after 1970-01-01, clamped to the years 1 to 9999.
    public init(daysSinceEpoch: Int) {
        let days = min(max(daysSinceEpoch, -719_162), 2_932_896) + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        self.init(unchecked: year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Clamped to the years 1 to 9999.
    public func adding(days: Int) -> CalendarDate {
        CalendarDate(daysSinceEpoch: daysSinceEpoch + days)
    }

    /// The same day of another month, or the last day of a shorter one. Clamped to the years 1 to 9999.
    public func adding(months: Int) -> CalendarDate {
        let count = min(max(year * 12 + month - 1 + months, 12), 9999 * 12 + 11)
        let (year, month) = (count / 12, count % 12 + 1)
        return CalendarDate(unchecked: year, month, min(day, Self.length(ofMonth: month, in: year)))
    }

    /// How many days after this one `other` is; negative if it is earlier.
    public func days(until other: CalendarDate) -> Int {
        other.daysSinceEpoch - daysSinceEpoch
    }
}

extension CalendarDate: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

// MARK: - Text

extension CalendarDate: LosslessStringConvertible {
    /// Reads the extended form of ISO 8601 (RFC 3339, `full-date`) and nothing else: `2026-10-31`.
    public init?(_ description: String) {
        let digits = Array(description.utf8)
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-"),
            let year = DecimalDigits.value(of: digits[0..<4]), let month = DecimalDigits.value(of: digits[5..<7]),
            let day = DecimalDigits.value(of: digits[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(10)
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    func append(to text: inout [UInt8]) {
        DecimalDigits.append(year, width: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        DecimalDigits.append(month, width: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        DecimalDigits.append(day, width: 2, to: &text)
    }
}

extension CalendarDate: Codable {
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: { Self($0) }, or: "This is not a day of the calendar in the form 2026-10-31.")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

/// ASCII decimal digits of fixed width, for dates and times.
enum DecimalDigits {
    /// Nil if anything but a digit is among them.
    static func value(of digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 18 else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    /// Appends `width` digits of a non-negative number that has no more.
    static func append(_ value: Int, width: Int, to text: inout [UInt8]) {
        if width > 1 { append(value / 10, width: width - 1, to: &text) }
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    /// With leading zeros; a longer number keeps all its digits.
    static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
