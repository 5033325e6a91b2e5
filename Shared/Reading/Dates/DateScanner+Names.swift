/// Dates with the month's name: 7. Mai 2014, August 3, 2014, 1er juillet 2015, 15 de marzo de 2024, 14/JUN/2017.
extension DateScanner {
    mutating func named(at index: Int) -> Int? {
        if let day = dayOrMonth(index) {
            let start = afterDay(index + 1)
            if let (month, next) = month(start), let (year, isShort, end) = yearBehind(next),
                !isShort || isEven(between: index + 1, start, and: next, end - 1)
            {
                let date = CalendarDate(year: year, month: month, day: day)
                return keep(date, .words, index..<end, penalty: isShort ? 2 : 0, hasShortYear: isShort)
            }
        }
        if tokens[index]?.digits == 4, let (year, _) = year(index), let (month, next) = month(afterSigns(index + 1)) {
            let place = afterSigns(next)
            if let day = dayOrMonth(place) {
                return keep(CalendarDate(year: year, month: month, day: day), .words, index..<(place + 1))
            }
        }
        if let (month, next) = month(index) {
            let place = afterSigns(next)
            // Two figures behind a day are rarely a year: “July 1 - July 31”.
            if let day = dayOrMonth(place), let (year, isShort, end) = yearBehind(afterDay(place + 1)), !isShort {
                let date = CalendarDate(year: year, month: month, day: day)
                return keep(date, .words, index..<end)
            }
        }
        return nil
    }

    /// The separators distinguish a year of two digits from the day of another date: 17-JUN-18, but “1 - July 31”.
    private func isEven(between first: Int, _ second: Int, and third: Int, _ fourth: Int) -> Bool {
        let before = (first..<second).compactMap { tokens[$0]?.sign }
        let behind = (third..<fourth).compactMap { tokens[$0]?.sign }
        return before == behind || behind == ["'"] || (before == ["."] && behind.isEmpty)
    }

    private static let ofWords: [[Unicode.Scalar]] = ["de", "del", "of", "st", "nd", "rd", "th", "er", "o", "the", "ste", "e"]
        .map { Array($0.unicodeScalars) }

    /// Past the parts after a day: its ordinal, “de”, a separator.
    private func afterDay(_ index: Int) -> Int {
        var index = index
        for _ in 0..<3 where tokens.isWord(index, among: Self.ofWords) || isBetween(index) { index += 1 }
        return index
    }

    private func afterSigns(_ index: Int) -> Int {
        var index = index
        for _ in 0..<2 where isBetween(index) { index += 1 }
        return index
    }

    private func isBetween(_ index: Int) -> Bool {
        switch tokens[index]?.sign {
        case ".", ",", "-", "/", "º", "ª", "°", "'": true
        default: false
        }
    }

    /// A month's name, also in two languages as in passports: SEP/SEPT.
    private func month(_ index: Int) -> (month: Int, next: Int)? {
        guard let word = tokens.word(index), let month = MonthNames.month(word) else { return nil }
        var second = index + 1
        while second < index + 3, isBetween(second) { second += 1 }
        if second > index + 1, let other = tokens.word(second), MonthNames.month(other) == month { return (month, second + 1) }
        return (month, index + 1)
    }

    private func yearBehind(_ index: Int) -> (year: Int, isShort: Bool, end: Int)? {
        let start = afterDay(index)
        guard let (year, isShort) = year(start) else { return nil }
        // 12 May 10:30 has no year.
        if isShort, tokens[start + 1]?.sign == ":", tokens[start + 1]?.followsBlank == false { return nil }
        return (year, isShort, start + 1)
    }
}
