/// A day as it is printed, before it is decided which of two numbers is the month.
struct DateExpression {
    enum Reading {
        case settled(CalendarDate)
        /// Both are days of the calendar.
        case open(dayFirst: CalendarDate, monthFirst: CalendarDate)
    }

    /// How it is printed.
    enum Form {
        /// With the month's name, or with 年月日.
        case words
        /// Figures in the order year, month, day.
        case yearFirst
        /// The order of day and month follows from the numbers: one of them is greater than 12.
        case dayFirst
        case monthFirst
        /// Day and month are the same, or it is open which is which.
        case figures
        /// Eight figures without anything between.
        case run
    }

    let reading: Reading
    let form: Form
    let separator: Unicode.Scalar?
    /// In the line's scalars.
    let range: Range<Int>
    let hasShortYear: Bool
    /// What its print takes away from the confidence.
    let penalty: Int

    var dates: [CalendarDate] {
        switch reading {
        case .settled(let date): [date]
        case .open(let dayFirst, let monthFirst): [dayFirst, monthFirst]
        }
    }
}

/// A year of two figures.
enum ShortYear {
    /// In the century in which it lies at most twenty years ahead.
    static func full(_ year: Int, today: CalendarDate) -> Int {
        let century = today.year / 100 * 100
        let sameCentury = century + year
        return sameCentury > today.year + 20 ? sameCentury - 100 : sameCentury
    }
}
