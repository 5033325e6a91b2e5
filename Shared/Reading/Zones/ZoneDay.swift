/// A date of six digits in a zone.
struct ZoneDay {
    let signs: [UInt8]
    private let year: Int
    private let month: Int
    private let day: Int

    /// Nil for an invalid date. Unknown parts are fillers.
    init?(_ signs: [UInt8]) {
        self.signs = signs
        if let number = DecimalDigits.value(of: signs[...]) {
            (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
            guard month <= 12, day <= 31 else { return nil }
        } else {
            guard signs.allSatisfy({ ZoneSign.isDigit($0) || $0 == ZoneSign.filler }) else { return nil }
            (year, month, day) = (0, 0, 0)
        }
    }

    func birth(today: CalendarDate) -> CalendarDate? {
        let century = today.year / 100 * 100
        guard let date = CalendarDate(year: century + year, month: month, day: day), date <= today else {
            return CalendarDate(year: century - 100 + year, month: month, day: day)
        }
        return date
    }

    /// Within fifty years of today.
    func expiry(today: CalendarDate) -> CalendarDate? {
        var full = today.year / 100 * 100 + year
        if full > today.year + 50 { full -= 100 }
        if full < today.year - 50 { full += 100 }
        return CalendarDate(year: full, month: month, day: day)
    }
}
