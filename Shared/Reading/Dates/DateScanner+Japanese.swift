/// 2026年8月24日, 令和8年8月24日, R8.8.24.
extension DateScanner {
    mutating func japanese(at index: Int) -> Int? {
        eraLetter(at: index) ?? written(at: index)
    }

    private mutating func written(at index: Int) -> Int? {
        var place = index
        var firstYear = 0
        if let era = JapaneseEra(first: tokens[index]?.sign, second: tokens[index + 1]?.sign) {
            place += 2
            firstYear = era.rawValue
        }
        guard let (number, yearEnd) = number(place, before: "年", orFirst: firstYear > 0),
            let (month, monthEnd) = self.number(yearEnd, before: "月"), let (day, dayEnd) = self.number(monthEnd, before: "日")
        else { return nil }
        var year = number
        var isShort = false
        if firstYear > 0 {
            guard number <= 99 else { return nil }
            year = firstYear + number - 1
        } else if number < 100 {
            year = ShortYear.full(number, today: today)
            isShort = true
        }
        // Years without an era are of two figures where a form has “20” printed already, or leave the era out.
        return keep(
            CalendarDate(year: year, month: month, day: day), .words, index..<dayEnd, penalty: isShort ? 40 : 0,
            hasShortYear: isShort)
    }

    private mutating func eraLetter(at index: Int) -> Int? {
        guard mayBeginWithShortYear, let word = tokens.word(index), word.count == 1, let era = JapaneseEra(letter: word[0]),
            let sign = tokens[index + 1]
        else { return nil }
        let place = sign.sign == "." ? index + 2 : index + 1
        guard let number = tokens[place]?.number, number <= 99, let separator = tokens[place + 1]?.sign,
            separator == "." || separator == "/" || separator == "-", tokens[place + 3]?.sign == separator,
            let month = dayOrMonth(place + 2), let day = dayOrMonth(place + 4)
        else { return nil }
        return keep(
            CalendarDate(year: era.rawValue + number - 1, month: month, day: day), .words, index..<(place + 5), penalty: 5)
    }

    /// A number in digits or ideographs, and the sign after it.
    private func number(_ index: Int, before sign: Unicode.Scalar, orFirst: Bool = false) -> (number: Int, next: Int)? {
        if let number = tokens[index]?.number {
            return tokens[index + 1]?.sign == sign ? (number, index + 2) : nil
        }
        if orFirst, tokens[index]?.sign == "元" { return tokens[index + 1]?.sign == sign ? (1, index + 2) : nil }
        var digits: [Unicode.Scalar] = []
        var place = index
        while digits.count < 5, let digit = tokens[place]?.sign, JapaneseNumber.isDigit(digit) {
            digits.append(digit)
            place += 1
        }
        guard tokens[place]?.sign == sign, let number = JapaneseNumber.value(digits) else { return nil }
        return (number, place + 1)
    }
}

/// Japanese eras. The raw value is the first year.
enum JapaneseEra: Int {
    case meiji = 1868
    case taisho = 1912
    case showa = 1926
    case heisei = 1989
    case reiwa = 2019

    init?(first: Unicode.Scalar?, second: Unicode.Scalar?) {
        switch (first, second) {
        case ("令", "和"): self = .reiwa
        case ("平", "成"): self = .heisei
        case ("昭", "和"): self = .showa
        case ("大", "正"): self = .taisho
        case ("明", "治"): self = .meiji
        default: return nil
        }
    }

    /// From a folded letter.
    init?(letter: Unicode.Scalar) {
        switch letter {
        case "r": self = .reiwa
        case "h": self = .heisei
        case "s": self = .showa
        case "t": self = .taisho
        case "m": self = .meiji
        default: return nil
        }
    }
}

/// Numbers up to 9999 in ideographs: 二十四, 二〇二六.
enum JapaneseNumber {
    private static let digits: [Unicode.Scalar] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"]

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar == "十" || digits.contains(scalar) }

    static func value(_ scalars: [Unicode.Scalar]) -> Int? {
        guard !scalars.isEmpty, scalars.count <= 4 else { return nil }
        guard let ten = scalars.firstIndex(of: "十") else {
            return scalars.reduce(0 as Int?) { value, scalar in
                guard let value, let digit = digits.firstIndex(of: scalar) else { return nil }
                return value * 10 + digit
            }
        }
        let tens = ten == 0 ? 1 : ten == 1 ? digits.firstIndex(of: scalars[0]) : nil
        let rest = scalars[(ten + 1)...]
        let ones = rest.isEmpty ? 0 : rest.count == 1 ? rest.first.flatMap { digits.firstIndex(of: $0) } : nil
        guard let tens, let ones else { return nil }
        return tens * 10 + ones
    }
}
