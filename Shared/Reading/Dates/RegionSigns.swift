/// Signs of a document's language and country, to tell the order of day and month.
struct RegionSigns: Sendable {
    /// The number of words of each language, at most a hundred.
    private(set) var languages: [String: Int] = [:]
    /// Signs of English-speaking countries that put the day first.
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

    /// The language with the most words; nil if there are few.
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
        AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC \
        SD TN TX UT VT VA WA WV WI WY
        """.split(at: " ").map(String.init))

    /// In upper case, so that “in 10115 Berlin” and “de 75001 Paris” do not count.
    private static func holdsAmericanPlace(_ line: TextLine) -> Bool {
        zip(line.words, line.words.dropFirst()).prefix(200).contains { first, second in
            let state = first.text.utf8.filter { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ".") }
            let code = Array(second.text.utf8.prefix(12))
            guard state.count == 2, state.allSatisfy(ZoneSign.isCapital),
                code.count == 5 || (code.count == 10 && code[5] == 0x2D),
                code.prefix(5).allSatisfy(ZoneSign.isDigit)
            else { return false }
            return states.contains(String(decoding: state, as: UTF8.self))
        }
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
