/// Names and abbreviations of months in the supported languages, folded.
enum MonthNames {
    static func month(_ word: [Unicode.Scalar]) -> Int? {
        guard word.count >= 3, word.count <= 12 else { return nil }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: word)
        return months[String(view)]
    }

    private static let months: [String: Int] = {
        // By month: English, German, French, Spanish, Dutch; Italian and Portuguese, which cards of identity carry.
        let names = [
            "january jan januar janner jaen janvier janv enero ene januari gennaio gen janeiro",
            "february feb februar feber fevrier fevr fev febrero februari febbraio fevereiro",
            "march mar marz maerz mrz mars marzo maart mrt marco",
            "april apr avril avr abril abr aprile",
            "may mai mayo mei maggio mag maio",
            "june jun juni juin junio giugno giu junho",
            "july jul juli juillet juil julio luglio lug julho",
            "august aug aout agosto ago augustus",
            "september sept sep septembre septiembre setiembre set settembre setembro",
            "october oct oktober okt octobre octubre ottobre ott outubro out",
            "november nov novembre noviembre novembro",
            "december dec dezember dez decembre diciembre dic dicembre dezembro",
        ]
        var months: [String: Int] = [:]
        for (index, names) in names.enumerated() {
            for name in names.split(at: " ") { months[String(name)] = index + 1 }
        }
        return months
    }()
}
