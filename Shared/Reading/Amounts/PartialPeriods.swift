/// Periods whose first day lacks its year or month, and single months: “July 1 - July 31, 2014”, “du 1er au 31 juillet
/// 2015”, “Abrechnungsmonat Mai 2014”, 2026年8月分.
struct PartialPeriods {
    private(set) var found: [(period: DatePeriod, range: Range<Int>, isNamed: Bool)] = []
    private let tokens: DateTokens

    init(_ line: TextLine, today: CalendarDate, isJapanese: Bool) {
        tokens = DateTokens(line)
        guard line.scalars.contains(where: \.isDigit) else { return }
        let days = DateScanner.expressions(in: line, today: today, isJapanese: isJapanese)
        for day in days where found.count < 8 { partial(before: day, among: days) }
        if days.isEmpty { months() }
    }

    private static let connectors: [[Unicode.Scalar]] = [
        "to", "bis", "au", "al", "hasta", "tot", "until", "through", "thru", "a",
    ]
    .map { Array($0.unicodeScalars) }

    private mutating func partial(before day: DateExpression, among days: [DateExpression]) {
        guard let end = day.dates.first,
            let first = tokens.tokens.firstIndex(where: { $0.range.lowerBound >= day.range.lowerBound })
        else {
            return
        }
        var index = first - 1
        while tokens.isWord(index, among: [Array("zum".unicodeScalars), Array("el".unicodeScalars)]) { index -= 1 }
        guard isConnector(index) else { return }
        index -= 1
        // What belongs to another whole day is no part.
        if let place = tokens[index]?.range.lowerBound, days.contains(where: { $0.range.contains(place) }) { return }
        guard let (month, number, start) = dayBefore(index, month: end.month),
            let begin = CalendarDate(year: month > end.month ? end.year - 1 : end.year, month: month, day: number), begin <= end,
            let place = tokens[start]?.range.lowerBound
        else { return }
        found.append((DatePeriod(start: begin, end: end), place..<day.range.upperBound, true))
    }

    private func isConnector(_ index: Int) -> Bool {
        if tokens.isWord(index, among: Self.connectors) { return true }
        switch tokens[index]?.sign {
        case "-", "~", "～", "〜": return true
        default: return false
        }
    }

    /// A day before the connector: “July 1”, “1 July”, “01.07.”, “1er”, “1.”.
    private func dayBefore(_ index: Int, month known: Int) -> (month: Int, day: Int, start: Int)? {
        var index = index
        if let word = tokens.word(index), let month = MonthNames.month(word) {
            index -= 1
            if tokens[index]?.sign == "." { index -= 1 }
            guard let day = number(index, upTo: 31) else { return nil }
            return (month, day, index)
        }
        if tokens[index]?.sign == "." || tokens.isWord(index, among: [Array("er".unicodeScalars), Array("st".unicodeScalars)]) {
            index -= 1
        }
        guard let last = number(index, upTo: 31) else { return nil }
        if let sign = tokens[index - 1]?.sign, sign == "." || sign == "/", let day = number(index - 2, upTo: 31), last <= 12 {
            return (last, day, index - 2)
        }
        if let word = tokens.word(index - 1), let month = MonthNames.month(word) { return (month, last, index - 1) }
        return (known, last, index)
    }

    private func number(_ index: Int, upTo limit: Int) -> Int? {
        guard let token = tokens[index], let number = token.number, token.digits <= 2, number >= 1, number <= limit else {
            return nil
        }
        return number
    }

    // MARK: - Months

    private static let labels = PhraseBook<Bool>([
        (
            true,
            PhraseBook<Bool>.list(
                """
                pay period|period|for the month of|statement for|month|abrechnungsmonat|abrechnung für|lohnabrechnung|\
                gehaltsabrechnung|monat|für den monat|verdienstabrechnung|entgeltabrechnung|periode|mois de|mois|bulletin de paie|\
                periode de paie|periodo|mes de|mes|nomina|maand|loonstrook|over de maand|salary for|payslip for|payslip
                """)
        )
    ])

    private mutating func months() {
        let isNamed = !Self.labels.occurrences(in: tokens.line).isEmpty
        for index in tokens.tokens.indices where found.count < 8 {
            if let (month, year, end) = month(at: index), let first = CalendarDate(year: year, month: month, day: 1),
                let start = tokens[index]?.range.lowerBound, let stop = tokens[end]?.range.upperBound
            {
                let isOfMonth = tokens[end + 1]?.sign == "分"
                let last = first.adding(months: 1).adding(days: -1)
                found.append((DatePeriod(start: first, end: last), start..<stop, isNamed || isOfMonth))
            }
        }
    }

    private func month(at index: Int) -> (month: Int, year: Int, end: Int)? {
        func year(_ index: Int) -> Int? {
            guard let token = tokens[index], let number = token.number, token.digits == 4, number >= 1900, number <= 2200 else {
                return nil
            }
            return number
        }
        if let era = JapaneseEra(first: tokens[index]?.sign, second: tokens[index + 1]?.sign),
            let year = number(index + 2, upTo: 99),
            tokens[index + 3]?.sign == "年", let month = number(index + 4, upTo: 12), tokens[index + 5]?.sign == "月"
        {
            return (month, era.rawValue + year - 1, index + 5)
        }
        if let word = tokens.word(index), let month = MonthNames.month(word), tokens[index - 1]?.number == nil {
            let place =
                tokens.isWord(index + 1, among: [Array("de".unicodeScalars)]) || tokens[index + 1]?.sign != nil
                ? index + 2 : index + 1
            return year(place).map { (month, $0, place) }
        }
        if let year = year(index), tokens[index + 1]?.sign == "年", let month = number(index + 2, upTo: 12),
            tokens[index + 3]?.sign == "月"
        {
            return (month, year, index + 3)
        }
        return nil
    }
}
