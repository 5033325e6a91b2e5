/// That the documents of a type cover the last months together, without a gap.
///
/// A document covers the days from its period's start to its end. One that has an issue date and no period stands for the month
/// that ends on that day: issued on 31 October, it covers 1 to 31 October. Since banks issue on working days, gaps of up to
/// `toleranceDays` are passed over.
public struct CoverageRule: Sendable, Hashable, Codable {
    /// How many months, counted back from the last day that is covered.
    public let months: Int
    /// The last day that is covered lies at most so many days back: the statement of this month may not be out yet.
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

    /// Not checked: that it does not end before it starts is for a rule to say.
    public init(start: CalendarDate, end: CalendarDate) {
        self.start = start
        self.end = end
    }

    /// The month that ends on a day: of the last day of a month, that month.
    public init(monthEndingOn day: CalendarDate) {
        let tomorrow = day.adding(days: 1)
        self.init(start: tomorrow.day == 1 ? day.adding(days: 1 - day.day) : day.adding(months: -1).adding(days: 1), end: day)
    }
}
