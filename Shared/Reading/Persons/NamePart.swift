/// A part of a name, in its possible spellings.
struct NamePart: Hashable, Sendable {
    /// As written.
    let text: String
    let short: [Unicode.Scalar]
    let long: [Unicode.Scalar]
    /// Without the e after a, o and u: Mueller and Muller may both be Müller.
    let reduced: [Unicode.Scalar]

    /// Letters only: O’Brien becomes obrien.
    init?(_ text: some StringProtocol) {
        let short = Transliteration.short(text).filter(\.isOfWord)
        guard !short.isEmpty else { return nil }
        self.text = String(text)
        self.short = short
        long = Transliteration.long(text).filter(\.isOfWord)
        reduced = Self.reduced(short)
    }

    private static func reduced(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var reduced: [Unicode.Scalar] = []
        for scalar in scalars {
            if scalar == "e", let last = reduced.last, last == "a" || last == "o" || last == "u" { continue }
            reduced.append(scalar)
        }
        return reduced
    }

    var isInitial: Bool { short.count == 1 && !(short.first?.isJapanese ?? false) }

    /// Particles, which are often left out.
    var isParticle: Bool { Self.particles.contains(word) }

    private var word: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: short)
        return String(view)
    }

    private static let particles: Set<String> = [
        "von", "van", "der", "den", "de", "del", "la", "las", "los", "du", "des", "di", "da", "do", "dos", "das", "zu", "zum",
        "zur",
        "ten", "ter", "te", "het", "t", "le", "el", "al", "bin", "bint", "ibn", "y", "e", "af", "av", "und", "and", "et", "of",
    ]

    private static let titles: Set<String> = [
        "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "sir", "dame", "herr", "herrn", "frau", "fraulein", "dipl", "ing", "mag",
        "monsieur",
        "madame", "mademoiselle", "mme", "mlle", "mm", "don", "dona", "senor", "senora", "sr", "sra", "srta", "dhr", "mevr",
        "mevrouw",
        "mw", "de heer", "jr", "ii", "iii", "iv", "phd", "md", "esq", "様", "殿", "さん", "氏",
    ]

    private static let formerly: Set<String> = [
        "geb", "geborene", "geborener", "nee", "ne", "born", "epouse", "ep", "gesch", "verh", "fka",
    ]

    /// The parts of a name: titles are left out, and hyphens separate.
    static func parts(of name: some StringProtocol) -> [NamePart] {
        var parts: [NamePart] = []
        for word in pieces(of: name) where parts.count < 16 {
            guard let part = NamePart(word), !titles.contains(part.word), !formerly.contains(part.word) else { continue }
            parts.append(part)
        }
        return parts
    }

    private static func pieces(of name: some StringProtocol) -> [String] {
        var pieces: [String] = []
        var piece = String.UnicodeScalarView()
        for scalar in name.unicodeScalars.prefix(400) {
            switch scalar {
            case " ", "\u{A0}", "\u{3000}", "-", "\u{2010}", "\u{2011}", "\u{2013}", ".", ",", ";", ":", "/", "(", ")", "<", "\t",
                "\n":
                if !piece.isEmpty { pieces.append(String(piece)) }
                piece = String.UnicodeScalarView()
            default: piece.append(scalar)
            }
        }
        if !piece.isEmpty { pieces.append(String(piece)) }
        return pieces
    }
}
