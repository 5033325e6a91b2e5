/// A printed date, before it is decided which of two numbers is the month.
struct DateExpression {
    enum Reading {
        case settled(CalendarDate)
        /// Both are valid dates.
        case open(dayFirst: CalendarDate, monthFirst: CalendarDate)
    }

    /// The form of the print.
    enum Form {
        /// With the month's name, or with 年月日.
        case words
        /// Figures in the order year, month, day.
        case yearFirst
        /// The numbers tell the order of day and month: one of them is greater than 12.
        case dayFirst
        case monthFirst
        /// Day and month are equal, or the order is open.
        case figures
        /// Eight digits without separators.
        case run
    }

    let reading: Reading
    let form: Form
    let separator: Unicode.Scalar?
    /// In the line's scalars.
    let range: Range<Int>
    let hasShortYear: Bool
    /// The form's deduction from the confidence.
    let penalty: Int

    var dates: [CalendarDate] {
        switch reading {
        case .settled(let date): [date]
        case .open(let dayFirst, let monthFirst): [dayFirst, monthFirst]
        }
    }
}

/// A year of two digits.
enum ShortYear {
    /// The century in which the year is at most twenty years ahead.
    static func full(_ year: Int, today: CalendarDate) -> Int {
        let century = today.year / 100 * 100
        let sameCentury = century + year
        return sameCentury > today.year + 20 ? sameCentury - 100 : sameCentury
    }
}
