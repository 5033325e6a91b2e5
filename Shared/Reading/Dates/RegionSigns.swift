/// What a document's words say of its language and its country: enough to tell how figures are meant.
struct RegionSigns: Sendable {
    /// How often words of each language stand there, at most a hundred.
    private(set) var languages: [String: Int] = [:]
    /// Signs of countries that speak English and put the day first.
    private(set) var dayFirst = 0
    /// Signs of the United States.
    private(set) var monthFirst = 0

    init(_ document: DocumentText) {
        for page in document.pages.prefix(10) {
            for line in page.lines { count(line) }
        }
    }

    private mutating func count(_ line: TextLine) {
        for (sign, _) in Self.book.occurrences(in: line) {
            switch sign {
            case .language(let tag): languages[tag] = min(100, (languages[tag] ?? 0) + 1)
            case .dayFirst: dayFirst += 1
            case .monthFirst: monthFirst += 1
            }
        }
        let kana = line.scalars.count { (0x3041...0x30FF).contains($0.value) }
        if kana > 0 { languages["ja"] = min(100, (languages["ja"] ?? 0) + kana) }
        if line.scalars.contains("£") { dayFirst += 1 }
        // A state and a ZIP code: CA 94538.
        if Self.holdsAmericanPlace(line) { monthFirst += 2 }
    }

    var isJapanese: Bool { language == "ja" }

    /// The language with the most words; nil where there are few.
    var language: String? {
        let ordered = languages.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let first = ordered.first, first.value >= 2 else { return nil }
        return first.key
    }

    var votesForDayFirst: Int {
        var votes = 0
        if let language, language != "en" { votes += 3 }
        if dayFirst > 0, monthFirst == 0 { votes += min(3, dayFirst + 1) }
        if monthFirst > 0, dayFirst == 0 { votes -= min(3, monthFirst + 1) }
        return votes
    }

    private static let states: Set<String> = Set(
        """
        al ak az ar ca co ct dc de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc \
        sd tn tx ut vt va wa wv wi wy
        """.split(at: " ").map(String.init))

    private static func holdsAmericanPlace(_ line: TextLine) -> Bool {
        let words = line.scalars.split(separator: " ").prefix(200).map { $0.filter { $0 != "," && $0 != "." } }
        for (state, code) in zip(words, words.dropFirst()) where state.count == 2 && code.count >= 5 {
            guard code.prefix(5).allSatisfy(\.isDigit), code.count == 5 || (code.count == 10 && code[5] == "-") else { continue }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: state)
            if states.contains(String(view)) { return true }
        }
        return false
    }

    private enum Sign: Sendable {
        case language(String)
        case dayFirst
        case monthFirst
    }

    private static let book = PhraseBook<Sign>(
        [
            ("en", "the|and|of|for|your|this|with|please|thank you|invoice|total|amount|you|from|by"),
            ("de", "der|die|das|und|für|mit|ihre|sie|rechnung|betrag|bitte|nicht|wir|eine|mwst|zum|gesamt"),
            ("fr", "le|la|les|et|des|vous|votre|pour|facture|montant|une|est|sur|nous|ttc|tva"),
            ("es", "el|los|las|y|del|su|por|para|factura|importe|una|con|que|usted|iva"),
            ("nl", "het|een|van|en|voor|uw|met|factuur|bedrag|niet|wij|btw|totaal|klantnummer"),
        ].map { tag, words in (Sign.language(tag), PhraseBook<Sign>.list(words)) } + [
            (
                .dayFirst,
                PhraseBook<Sign>.list(
                    """
                    united kingdom|great britain|england|scotland|wales|ireland|australia|new zealand|india|malaysia|singapore|\
                    hong kong|south africa|kenya|nigeria|ghana|pakistan|bangladesh|sri lanka|sdn bhd|sdn. bhd.|pte ltd|pte. ltd.|\
                    pty ltd|pty limited|pvt ltd|pvt. ltd.|private limited|abn|gstin|kuala lumpur|selangor|johor|penang|london|\
                    vat reg no|vat registration|vat number|council tax|hm revenue|plc|gst id|gst reg no|eircode|sort code|kwh|\
                    sydney|melbourne|mumbai|new delhi|dublin|cukai|jalan|nric
                    """)
            ),
            (
                .monthFirst,
                PhraseBook<Sign>.list(
                    """
                    united states|usa|u.s.a.|sales tax|zip code|social security number|ssn|irs|internal revenue service|\
                    routing number|form w-2|1099|fdic|llc|dmv
                    """)
            ),
        ])
}
