/// Letters as passports transliterate them: Latin letters without accents (ICAO 9303-3, section 6), in lower case.
///
/// Some have two forms: “ü” becomes u or ue. A comparison tries both.
enum Transliteration {
    /// The short form: ü becomes u, ø o, å a.
    static func short(_ text: some StringProtocol) -> [Unicode.Scalar] {
        write(text) { _ in nil }
    }

    /// The long form: ü becomes ue, ø oe, å aa.
    static func long(_ text: some StringProtocol) -> [Unicode.Scalar] {
        write(text) { scalar in
            switch scalar {
            case "ä", "Ä", "æ", "Æ": "ae"
            case "ö", "Ö", "ø", "Ø", "œ", "Œ": "oe"
            case "ü", "Ü": "ue"
            case "å", "Å": "aa"
            case "ð", "Ð": "dh"
            case "ñ", "Ñ": "nxx"
            case "й", "Й", "ы", "Ы": "y"
            case "ю", "Ю": "yu"
            case "я", "Я": "ya"
            case "х", "Х": "h"
            case "ё", "Ё": "yo"
            case "є", "Є": "ye"
            case "ї", "Ї": "yi"
            case "и", "И": "y"
            case "г", "Г": "h"
            default: nil
            }
        }
    }

    private static func write(
        _ text: some StringProtocol, _ other: (Unicode.Scalar) -> String?
    ) -> [Unicode.Scalar] {
        var written: [Unicode.Scalar] = []
        for scalar in composed(text) {
            if let other = other(scalar) {
                written += other.unicodeScalars
                continue
            }
            var folded: [Unicode.Scalar] = []
            FoldedScalars.append(scalar, to: &folded)
            for scalar in folded { written += letters[scalar] ?? [scalar] }
        }
        return written
    }

    /// Joins a combining diaeresis or ring to the letter before it, so that both encodings of “ü” are equal.
    private static func composed(_ text: some StringProtocol) -> [Unicode.Scalar] {
        var composed: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars.prefix(ReadingLimits.scalarsOfWord) {
            if let last = composed.last, let whole = joined(last, scalar) {
                composed[composed.count - 1] = whole
            } else {
                composed.append(scalar)
            }
        }
        return composed
    }

    private static func joined(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        switch (letter, mark.value) {
        case ("a", 0x308), ("A", 0x308): "ä"
        case ("o", 0x308), ("O", 0x308): "ö"
        case ("u", 0x308), ("U", 0x308): "ü"
        case ("a", 0x30A), ("A", 0x30A): "å"
        case ("n", 0x303), ("N", 0x303): "ñ"
        default: nil
        }
    }

    /// Cyrillic and Greek, lower case.
    private static let letters: [Unicode.Scalar: [Unicode.Scalar]] = {
        let text = """
            а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ=ie \
            ы=y ь= э=e ю=iu я=ia ґ=g є=ie і=i ї=i ў=u ђ=d ј=j љ=lj њ=nj ћ=c џ=dz ѓ=g ќ=k ѕ=dz \
            α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o \
            ά=a έ=e ή=i ί=i ό=o ύ=y ώ=o ϊ=i ϋ=y ΐ=i ΰ=y Ά=a Έ=e Ή=i Ί=i Ό=o Ύ=y Ώ=o
            """
        var letters: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for entry in text.split(at: " ") {
            let scalars = Array(entry.unicodeScalars)
            if let first = scalars.first { letters[first] = Array(scalars.dropFirst(2)) }
        }
        return letters
    }()
}
