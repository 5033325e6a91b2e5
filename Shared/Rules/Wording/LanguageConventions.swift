/// The CLDR plural categories of the languages here.
enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case one, many, other
}

/// The CLDR conventions of a language for numbers, dates, sizes and lists.
struct LanguageConventions: Sendable {
    enum Plurals: Sendable {
        /// One for 1: English, German.
        case one
        /// One for 0 and 1, many for whole millions: French.
        case french
        /// One for 1, many for whole millions: Spanish.
        case spanish
        /// Only other: Japanese.
        case none
    }

    let plurals: Plurals
    /// The separator of groups of three digits.
    let groupSeparator: String
    /// The least number of digits that are grouped.
    let minimumGroupedDigits: Int
    let decimalSeparator: String
    let byteUnit: (one: String, other: String)
    let megabyteUnit: String
    let rangeSeparator: String
    let listSeparator: String
    let lastAlternative: String
    /// The separator of two sentences.
    let sentenceSeparator: String
    let months: [String]
    let day: @Sendable (CalendarDate, _ month: String) -> String

    func pluralCategory(_ count: Int) -> PluralCategory {
        let isWholeMillions = count != 0 && count % 1_000_000 == 0
        switch plurals {
        case .one: return count.magnitude == 1 ? .one : .other
        case .french: return count.magnitude <= 1 ? .one : isWholeMillions ? .many : .other
        case .spanish: return count.magnitude == 1 ? .one : isWholeMillions ? .many : .other
        case .none: return .other
        }
    }

    func text(_ value: ReasonValue) -> String {
        switch value {
        case .count(let count): number(count)
        case .range(let range):
            range.min == range.max ? number(range.min) : number(range.min) + rangeSeparator + number(range.max)
        case .bytes(let bytes): size(bytes)
        case .day(let date): day(date, months[date.month - 1])
        case .mediaType(let type): type.displayName
        case .alternatives(let types): alternatives(types.map(\.displayName))
        case .text(let text): text
        }
    }

    func number(_ value: Int) -> String {
        let digits = String(value.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0, digits.count >= minimumGroupedDigits { text += groupSeparator }
            text.append(digit)
        }
        return value < 0 ? "-" + text : text
    }

    /// Decimal megabytes, truncated to one decimal; below a tenth of a megabyte, bytes.
    private func size(_ bytes: Int) -> String {
        let tenths = bytes / 100_000
        guard tenths > 0 else {
            return number(bytes) + (pluralCategory(bytes) == .one ? byteUnit.one : byteUnit.other)
        }
        return number(tenths / 10) + (tenths % 10 == 0 ? "" : decimalSeparator + String(tenths % 10)) + megabyteUnit
    }

    private func alternatives(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: listSeparator) + lastAlternative + last
    }
}

extension LanguageConventions {
    static let english = LanguageConventions(
        plurals: .one, groupSeparator: ",", minimumGroupedDigits: 4, decimalSeparator: ".", byteUnit: (" byte", " bytes"),
        megabyteUnit: " MB", rangeSeparator: " to ", listSeparator: ", ", lastAlternative: " or ", sentenceSeparator: " ",
        months: englishMonths
    ) { "\($0.day) \($1) \($0.year)" }

    /// English with United States dates.
    static let americanEnglish = LanguageConventions(
        plurals: .one, groupSeparator: ",", minimumGroupedDigits: 4, decimalSeparator: ".", byteUnit: (" byte", " bytes"),
        megabyteUnit: " MB", rangeSeparator: " to ", listSeparator: ", ", lastAlternative: " or ", sentenceSeparator: " ",
        months: englishMonths
    ) { "\($1) \($0.day), \($0.year)" }

    static let german = LanguageConventions(
        plurals: .one, groupSeparator: ".", minimumGroupedDigits: 4, decimalSeparator: ",", byteUnit: (" Byte", " Byte"),
        megabyteUnit: " MB", rangeSeparator: " bis ", listSeparator: ", ", lastAlternative: " oder ", sentenceSeparator: " ",
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
        ]
    ) { "\($0.day). \($1) \($0.year)" }

    /// The first day of a month is an ordinal.
    static let french = LanguageConventions(
        plurals: .french, groupSeparator: "\u{202f}", minimumGroupedDigits: 4, decimalSeparator: ",",
        byteUnit: ("\u{a0}octet", "\u{a0}octets"), megabyteUnit: "\u{a0}Mo", rangeSeparator: " à ", listSeparator: ", ",
        lastAlternative: " ou ", sentenceSeparator: " ",
        months: [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ]
    ) { "\($0.day == 1 ? "1er" : String($0.day)) \($1) \($0.year)" }

    static let spanish = LanguageConventions(
        plurals: .spanish, groupSeparator: ".", minimumGroupedDigits: 5, decimalSeparator: ",", byteUnit: (" byte", " bytes"),
        megabyteUnit: " MB", rangeSeparator: " a ", listSeparator: ", ", lastAlternative: " o ", sentenceSeparator: " ",
        months: [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
            "diciembre",
        ]
    ) { "\($0.day) de \($1) de \($0.year)" }

    static let japanese = LanguageConventions(
        plurals: .none, groupSeparator: ",", minimumGroupedDigits: 4, decimalSeparator: ".",
        byteUnit: ("バイト", "バイト"), megabyteUnit: " MB", rangeSeparator: "～", listSeparator: "、", lastAlternative: "または",
        sentenceSeparator: "", months: (1...12).map { "\($0)月" }
    ) { "\($0.year)年\($1)\($0.day)日" }

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
}
