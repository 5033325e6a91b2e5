/// A printed address compared with the expected one.
public struct AddressComparison: Hashable, Sendable {
    /// From 0 (nothing in common) to 100.
    public let score: Int
    /// The expected words and numbers that are not printed, as they were given.
    public let missing: [String]
    /// Whether all numbers match: the house and the postcode.
    public let hasNumbers: Bool

    /// Whether a person would take both for the same address.
    public var isSame: Bool { score >= 80 && hasNumbers }

    public init(expected: some StringProtocol, printed: some StringProtocol) {
        self.init(AddressPart.parts(of: expected), AddressPart.parts(of: printed))
    }

    init(_ expected: [AddressPart], _ printed: [AddressPart]) {
        var left = printed
        var total = 0
        var matched = 0
        var missing: [String] = []
        var hasNumbers = true
        for part in expected {
            total += part.weight
            var best: (index: Int, score: Int)?
            for (index, other) in left.enumerated() {
                let score = part.score(against: other)
                if score > best?.score ?? 0 { best = (index, score) }
            }
            if let best {
                matched += part.weight * best.score / 100
                left.remove(at: best.index)
            } else if !part.isOptional {
                missing.append(part.text)
                if part.hasDigits { hasNumbers = false }
            } else {
                total -= part.weight
            }
        }
        score = total == 0 ? 0 : matched * 100 / total
        self.missing = missing
        self.hasNumbers = hasNumbers
    }
}

/// A word or a number of an address.
struct AddressPart: Hashable, Sendable {
    let text: String
    private let short: [Unicode.Scalar]
    private let long: [Unicode.Scalar]
    let hasDigits: Bool

    private init?(_ text: String) {
        short = Self.abbreviated(Transliteration.short(text).filter(\.isOfWord))
        guard !short.isEmpty else { return nil }
        long = Self.abbreviated(Transliteration.long(text).filter(\.isOfWord))
        self.text = text
        hasDigits = short.contains(where: \.isDigit)
    }

    var weight: Int { hasDigits ? 130 : short.count <= 3 ? 40 : 100 }
    /// Parts that are often left out: “No.”, “floor”, the country.
    var isOptional: Bool { Self.optional.contains(word) }

    private var word: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: short)
        return String(view)
    }

    func score(against other: AddressPart) -> Int {
        if short == other.short || long == other.short || short == other.long { return 100 }
        if hasDigits || other.hasDigits { return 0 }
        // Most words differ at both ends; the distance is measured of the others alone.
        guard short.first == other.short.first || short.last == other.short.last else { return 0 }
        let length = min(short.count, other.short.count)
        let limit = length >= 9 ? 2 : length >= 5 ? 1 : 0
        return limit > 0 && EditDistance.between(short, other.short, limit: limit) <= limit ? 88 : 0
    }

    /// At most 48 parts. A letter after a house number belongs to it: 12 a is 12a. Japanese is split by scalars.
    static func parts(of address: some StringProtocol) -> [AddressPart] {
        var pieces: [String] = []
        var piece = String.UnicodeScalarView()
        func flush() {
            if !piece.isEmpty { pieces.append(String(piece)) }
            piece = String.UnicodeScalarView()
        }
        for scalar in address.unicodeScalars.prefix(600) {
            if scalar.isJapanese {
                // 丁目, 番地 and 号 separate numbers as hyphens do.
                flush()
                if !separating.contains(scalar) { pieces.append(String(scalar)) }
            } else if scalar.isOfWord || scalar.value >= 0xC0 && scalar.properties.isAlphabetic || scalar == "'"
                || scalar == "\u{2019}"
            {
                piece.append(scalar)
            } else if (0xFF10...0xFF19).contains(scalar.value) || (0x300...0x36F).contains(scalar.value) {
                piece.append(scalar)
            } else {
                flush()
            }
        }
        flush()
        var parts: [AddressPart] = []
        for piece in pieces where parts.count < 48 {
            guard let part = AddressPart(piece) else { continue }
            if part.short.count == 1, part.short[0].isSmallLatin, let last = parts.last, last.short.allSatisfy(\.isDigit),
                last.short.count <= 4,
                let joined = AddressPart(last.text + piece)
            {
                parts[parts.count - 1] = joined
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    private static let separating: Set<Unicode.Scalar> = ["丁", "目", "番", "地", "号", "の", "〒"]

    private static let optional: Set<String> = [
        "no", "nr", "n", "num", "numero", "flat", "apt", "apartment", "floor", "stock", "etage", "etg", "top", "tur", "piso",
        "planta", "bat",
        "batiment", "co", "deutschland", "germany", "france", "espana", "spain", "uk", "usa", "us", "gb", "de", "d", "f", "fr",
        "es", "at",
        "osterreich", "austria", "nederland", "netherlands", "nl", "ch", "schweiz", "suisse", "switzerland", "kingdom", "united",
        "states",
        "japan", "cedex", "belgique", "belgie", "belgium", "ireland", "la", "le", "les", "du", "des", "der", "die", "the", "of",
        "el", "del",
    ]

    /// Words that print abbreviates, each by its abbreviation.
    private static let abbreviations: [String: String] = {
        let text = """
            strasse=str street=st saint=st sankt=st sainte=st ste=st road=rd avenue=ave av=ave avda=ave avenida=ave boulevard=bd blvd=bd \
            bvd=bd place=pl platz=pl plaza=pl pza=pl lane=ln drive=dr court=ct square=sq terrace=ter close=cl crescent=cres gardens=gdns \
            calle=c cl=c rue=r straat=str chemin=ch impasse=imp allee=all route=rte quai=q carrer=c paseo=po north=n south=s east=e west=w \
            mount=mt fort=ft highway=hwy parkway=pkwy suite=ste building=bldg laan=ln gasse=g weg=weg
            """
        var abbreviations: [String: String] = [:]
        for entry in text.split(at: " ") {
            let parts = entry.split(at: "=")
            if parts.count == 2 { abbreviations[String(parts[0])] = String(parts[1]) }
        }
        return abbreviations
    }()

    private static let endings: [(long: [Unicode.Scalar], short: [Unicode.Scalar])] = [
        ("strasse", "str"), ("straat", "str"), ("gasse", "g"), ("platz", "pl"), ("plein", "pl"), ("laan", "ln"), ("allee", "all"),
    ].map { (Array($0.unicodeScalars), Array($1.unicodeScalars)) }

    private static func abbreviated(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars.prefix(40))
        if let abbreviation = abbreviations[String(view)] { return Array(abbreviation.unicodeScalars) }
        for (long, short) in endings where scalars.count > long.count && scalars.suffix(long.count).elementsEqual(long) {
            return scalars.dropLast(long.count) + short
        }
        return scalars
    }
}
