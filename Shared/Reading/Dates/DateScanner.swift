/// Finds the dates that a line prints, with a bounded search around each token.
struct DateScanner {
    let tokens: DateTokens
    let today: CalendarDate
    /// Whether dates with a two-digit year may begin with it: 26.8.24 in Japan.
    let mayBeginWithShortYear: Bool
    var found: [DateExpression] = []

    init(_ line: TextLine, today: CalendarDate, mayBeginWithShortYear: Bool) {
        tokens = DateTokens(line)
        self.today = today
        self.mayBeginWithShortYear = mayBeginWithShortYear
    }

    static func expressions(in line: TextLine, today: CalendarDate, isJapanese: Bool) -> [DateExpression] {
        guard line.scalars.contains(where: { $0.isDigit || $0 == "元" || JapaneseNumber.isDigit($0) }) else { return [] }
        var scanner = DateScanner(line, today: today, mayBeginWithShortYear: isJapanese)
        scanner.scan()
        return scanner.found
    }

    private mutating func scan() {
        var index = 0
        while index < tokens.tokens.count, found.count < ReadingLimits.candidates {
            let next = japanese(at: index) ?? figures(at: index) ?? named(at: index) ?? run(at: index)
            index = next ?? (index + 1)
        }
    }

    // MARK: - What all forms share

    /// Adds a valid date, and returns the token after it.
    mutating func keep(
        _ date: CalendarDate?, _ form: DateExpression.Form, _ range: Range<Int>, penalty: Int = 0, hasShortYear: Bool = false,
        separator: Unicode.Scalar? = nil
    ) -> Int? {
        guard let date else { return nil }
        return keep(.settled(date), form, range, penalty: penalty, hasShortYear: hasShortYear, separator: separator)
    }

    mutating func keep(
        _ reading: DateExpression.Reading, _ form: DateExpression.Form, _ range: Range<Int>, penalty: Int, hasShortYear: Bool,
        separator: Unicode.Scalar?
    ) -> Int? {
        guard let first = tokens[range.lowerBound], let last = tokens[range.upperBound - 1] else { return nil }
        let mended = tokens.tokens[range].contains(where: \.isMended) ? 10 : 0
        found.append(
            DateExpression(
                reading: reading, form: form, separator: separator, range: first.range.lowerBound..<last.range.upperBound,
                hasShortYear: hasShortYear, penalty: penalty + mended))
        return range.upperBound
    }

    /// A year of four or two digits.
    func year(_ index: Int) -> (year: Int, isShort: Bool)? {
        guard let token = tokens[index], let number = token.number else { return nil }
        switch token.digits {
        case 4 where number >= 1800 && number <= 2200: return (number, false)
        case 2: return (ShortYear.full(number, today: today), true)
        default: return nil
        }
    }

    func dayOrMonth(_ index: Int) -> Int? {
        guard let token = tokens[index], let number = token.number, token.digits <= 2, number >= 1, number <= 31 else {
            return nil
        }
        return number
    }

    // MARK: - Figures

    private mutating func figures(at index: Int) -> Int? {
        guard let first = tokens[index], let number = first.number, let second = tokens[index + 1] else { return nil }
        if second.number != nil { return blankSeparated(at: index) }
        guard let separator = second.sign, separator == "/" || separator == "." || separator == "-" || separator == ",",
            let middle = dayOrMonth(index + 2), tokens[index + 3]?.sign == separator, !isInLongerNumber(index, separator)
        else { return nil }
        let range = index..<(index + 5)
        if first.digits == 4 {
            guard let day = dayOrMonth(index + 4) else { return nil }
            return keep(
                CalendarDate(year: number, month: middle, day: day), .yearFirst, range, penalty: separator == "," ? 15 : 0,
                separator: separator)
        }
        guard let day = dayOrMonth(index), let (year, isShort) = year(index + 4) else { return shortYearFirst(at: index) }
        if isShort, isBehindLetter(index) { return nil }
        // A comma stands for a dot that was read wrongly; with two figures for the year it is a list of numbers.
        if separator == ",", isShort { return nil }
        var penalty = separator == "," ? 15 : 0
        if isGlued(range) { penalty += 8 }
        if isShort { penalty += mayBeginWithShortYear ? 25 : 2 }
        return figures(day, middle, year, range, penalty: penalty, isShort: isShort, separator: separator)
            ?? shortYearFirst(at: index)
    }

    private mutating func figures(
        _ first: Int, _ second: Int, _ year: Int, _ range: Range<Int>, penalty: Int, isShort: Bool, separator: Unicode.Scalar?
    ) -> Int? {
        let dayFirst = CalendarDate(year: year, month: second, day: first)
        let monthFirst = CalendarDate(year: year, month: first, day: second)
        if let dayFirst, let monthFirst, dayFirst != monthFirst {
            return keep(
                .open(dayFirst: dayFirst, monthFirst: monthFirst), .figures, range, penalty: penalty, hasShortYear: isShort,
                separator: separator)
        }
        let form: DateExpression.Form = dayFirst == monthFirst ? .figures : dayFirst != nil ? .dayFirst : .monthFirst
        return keep(dayFirst ?? monthFirst, form, range, penalty: penalty, hasShortYear: isShort, separator: separator)
    }

    /// 26/8/24 for 24 August 2026, where that is usual and no other order fits.
    private mutating func shortYearFirst(at index: Int) -> Int? {
        guard mayBeginWithShortYear, let (year, isShort) = year(index), isShort, let month = dayOrMonth(index + 2),
            let day = dayOrMonth(index + 4)
        else { return nil }
        return keep(
            CalendarDate(year: year, month: month, day: day), .yearFirst, index..<(index + 5), penalty: 25, hasShortYear: true,
            separator: tokens[index + 1]?.sign)
    }

    /// 13 07 1990, as identity cards print it.
    private mutating func blankSeparated(at index: Int) -> Int? {
        guard tokens[index]?.digits == 2, tokens[index + 1]?.digits == 2, tokens[index + 2]?.digits == 4,
            tokens[index + 1]?.followsBlank == true, tokens[index + 2]?.followsBlank == true, tokens[index - 1]?.number == nil,
            tokens[index + 3]?.number == nil, let first = dayOrMonth(index), let second = dayOrMonth(index + 1),
            let (year, _) = year(index + 2)
        else { return nil }
        return figures(first, second, year, index..<(index + 3), penalty: 12, isShort: false, separator: " ")
    }

    /// 1.12.03.2018 is no date: numbers of four parts are addresses or versions.
    private func isInLongerNumber(_ index: Int, _ separator: Unicode.Scalar) -> Bool {
        let continuesBefore =
            tokens[index - 1]?.sign == separator && tokens[index - 2]?.number != nil && tokens[index]?.followsBlank == false
            && tokens[index - 1]?.followsBlank == false
        let continuesBehind =
            tokens[index + 5]?.sign == separator && tokens[index + 6]?.number != nil && tokens[index + 5]?.followsBlank == false
            && tokens[index + 6]?.followsBlank == false
        return continuesBefore || continuesBehind
    }

    /// Whether letters touch it, as when a blank was missed.
    private func isGlued(_ range: Range<Int>) -> Bool {
        func touches(_ index: Int) -> Bool {
            guard let token = tokens[index], case .word = token.kind else { return false }
            return true
        }
        let before = touches(range.lowerBound - 1) && tokens[range.lowerBound]?.followsBlank == false
        let behind = touches(range.upperBound) && tokens[range.upperBound]?.followsBlank == false
        return before || behind
    }

    /// R6.8.24 is the number of a room or a version.
    private func isBehindLetter(_ index: Int) -> Bool {
        tokens[index]?.followsBlank == false && tokens.word(index - 1)?.count == 1
    }

    /// 20260824: eight digits may mean anything.
    private mutating func run(at index: Int) -> Int? {
        guard let token = tokens[index], let number = token.number, token.digits == 8, !token.isMended,
            !isGlued(index..<(index + 1))
        else { return nil }
        let year = number / 10_000
        guard year >= 1900, year <= today.year + 30 else { return nil }
        return keep(
            CalendarDate(year: year, month: number / 100 % 100, day: number % 100), .run, index..<(index + 1), penalty: 30)
    }
}
