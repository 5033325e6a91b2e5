/// Requires that the documents of a type together cover the last months without a gap.
///
/// A document covers its stated period. A document with only a date of issue covers the month that ends on that day:
/// issued on 31 October, it covers 1 to 31 October. Gaps of up to `toleranceDays` do not count, since banks issue on
/// working days.
public struct CoverageRule: Sendable, Hashable, Codable {
    /// The number of months, counted back from the last covered day.
    public let months: Int
    /// The maximum age of the last covered day, in days: this month's statement may not be out yet.
    public let latestWithinDays: Int
    public let toleranceDays: Int

    public init(months: Int, latestWithinDays: Int = 45, toleranceDays: Int = 5) {
        self.months = months
        self.latestWithinDays = latestWithinDays
        self.toleranceDays = toleranceDays
    }
}

/// From one day to another, both included.
public struct DatePeriod: Sendable, Hashable, Codable {
    public let start: CalendarDate
    public let end: CalendarDate

    /// Does not check that the period ends after its start. A rule does.
    public init(start: CalendarDate, end: CalendarDate) {
        self.start = start
        self.end = end
    }

    /// The month that ends on a day. For the last day of a month it is that calendar month.
    public init(monthEndingOn day: CalendarDate) {
        let tomorrow = day.adding(days: 1)
        self.init(start: tomorrow.day == 1 ? day.adding(days: 1 - day.day) : day.adding(months: -1).adding(days: 1), end: day)
    }
}
