/// Decides which of two numbers is the month, from the whole document and its hints, and how clear that is.
struct DayMonthOrder {
    /// Positive for the day first, negative for the month first.
    private(set) var votes: Int
    /// Whether the document prints both orders in digits.
    private let isMixed: Bool

    init(_ expressions: [DateExpression], signs: RegionSigns, hints: ReadingHints) {
        var votes = 0
        let dayFirst = expressions.count { $0.form == .dayFirst }
        let monthFirst = expressions.count { $0.form == .monthFirst }
        isMixed = dayFirst > 0 && monthFirst > 0
        if dayFirst > 0 { votes += 4 }
        if monthFirst > 0 { votes -= 4 }
        votes += Self.agreement(of: expressions)
        switch hints.country.map({ $0.hasSameBytes(as: "US") }) {
        case true: votes -= 3
        case false: votes += 3
        case nil: break
        }
        if hints.country == nil, !hints.languages.isEmpty, !hints.languages.contains(where: { $0.hasBytes(atStart: "en") }) {
            votes += 2
        }
        if hints.languages.contains(where: { $0.hasSameBytes(as: "en-US") }) { votes -= 2 }
        votes += signs.votesForDayFirst
        self.votes = votes
    }

    /// A date that also occurs in words or in unambiguous digits settles the order of another.
    private static func agreement(of expressions: [DateExpression]) -> Int {
        var settled: Set<CalendarDate> = []
        for case .settled(let date) in expressions.lazy.filter({ $0.form == .words || $0.form == .yearFirst }).map(\.reading) {
            settled.insert(date)
        }
        var votes = 0
        for case .open(let dayFirst, let monthFirst) in expressions.map(\.reading) {
            if settled.contains(dayFirst) { votes += 2 }
            if settled.contains(monthFirst) { votes -= 2 }
        }
        return min(max(votes, -4), 4)
    }

    /// The date, its other reading, and the confidence.
    func decide(
        _ expression: DateExpression, mayBeAhead: Bool, today: CalendarDate
    ) -> (date: CalendarDate, otherwise: CalendarDate?, certainty: Int) {
        guard case .open(let dayFirst, let monthFirst) = expression.reading else {
            return (expression.dates[0], nil, 100)
        }
        var votes = votes
        if expression.separator == "." { votes += 4 }
        if expression.separator == " " { votes += 3 }
        if !mayBeAhead {
            let latest = today.adding(days: 1)
            if dayFirst > latest, monthFirst <= latest { votes -= 3 }
            if monthFirst > latest, dayFirst <= latest { votes += 3 }
        }
        let clarity =
            switch abs(votes) {
            case 4...: isMixed ? 75 : 99
            case 3: 95
            case 2: 86
            case 1: 66
            default: 50
            }
        return votes >= 0 ? (dayFirst, monthFirst, clarity) : (monthFirst, dayFirst, clarity)
    }
}
