/// The days on which a file says that it was made and last changed, as the clock of whatever wrote it had them: in its own
/// time zone, and of any worth.
public struct FileDates: Sendable, Hashable, Codable {
    /// Of a photo, when it was taken.
    public var made: CalendarDate?
    public var changed: CalendarDate?

    public init(made: CalendarDate? = nil, changed: CalendarDate? = nil) {
        self.made = made
        self.changed = changed
    }
}

extension CalendarDate {
    /// The day of EXIF's `2026:10:31 12:00:00` (Exif 2.32, section 4.6.5) or PDF's `D:20261031120000+01'00'` (ISO 32000-1,
    /// section 7.9.4). Nil for anything else, such as a year alone.
    public init?(inFile text: some Collection<UInt8>) {
        let text = Array(text.prefix(10))
        let digits = text.starts(with: "D:".utf8) ? text.dropFirst(2) : text.filter { $0 != UInt8(ascii: ":") }[...]
        guard digits.count == 8, let day = DecimalDigits.value(of: digits) else { return nil }
        self.init(year: day / 10_000, month: day / 100 % 100, day: day % 100)
    }
}
