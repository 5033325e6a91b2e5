/// Text folded for comparison with lists of words: small letters without accents, and ASCII for lookalikes.
///
/// Lists of words are folded by the same rule. “ß” becomes “ss”, “ﬁ” two letters, a full-width digit a digit.
enum FoldedScalars {
    static func fold(_ text: some StringProtocol) -> [Unicode.Scalar] {
        var folded: [Unicode.Scalar] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { append(scalar, to: &folded) }
        return folded
    }

    static func append(_ scalar: Unicode.Scalar, to folded: inout [Unicode.Scalar]) {
        switch scalar.value {
        case 0x20...0x40, 0x5B...0x7E: folded.append(scalar)
        case 0x41...0x5A: folded.append(shifted(scalar, by: 32))
        case 0xC0...0x17F: appendLatin(scalar, to: &folded)
        default: appendOther(scalar, to: &folded)
        }
    }

    private static func appendLatin(_ scalar: Unicode.Scalar, to folded: inout [Unicode.Scalar]) {
        switch scalar {
        case "ß": folded += ["s", "s"]
        case "Æ", "æ": folded += ["a", "e"]
        case "Œ", "œ": folded += ["o", "e"]
        case "Þ", "þ": folded += ["t", "h"]
        case "Ĳ", "ĳ": folded += ["i", "j"]
        case "×": folded.append("x")
        case "÷": folded.append("÷")
        default: folded.append(latin[Int(scalar.value) - 0xC0])
        }
    }

    private static func appendOther(_ scalar: Unicode.Scalar, to folded: inout [Unicode.Scalar]) {
        switch scalar.value {
        case 0x09...0x0D, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: folded.append(" ")
        // What is not to be seen, and marks on the letter before.
        case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: break
        case 0x0300...0x036F: break
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: folded.append("-")
        case 0x2018, 0x2019, 0x201B, 0x02BC, 0xB4, 0x2032: folded.append("'")
        case 0x2044, 0x2215: folded.append("/")
        case 0x218...0x219: folded.append("s")
        case 0x21A...0x21B: folded.append("t")
        // Vietnamese.
        case 0x1EA0...0x1EB7: folded.append("a")
        case 0x1EB8...0x1EC7: folded.append("e")
        case 0x1EC8...0x1ECB: folded.append("i")
        case 0x1ECC...0x1EE3: folded.append("o")
        case 0x1EE4...0x1EF1: folded.append("u")
        case 0x1EF2...0x1EF9: folded.append("y")
        // Greek and Cyrillic capitals.
        case 0x391...0x3A9, 0x410...0x42F: folded.append(shifted(scalar, by: 32))
        case 0x400...0x40F: folded.append(shifted(scalar, by: 80))
        case 0xFB00: folded += ["f", "f"]
        case 0xFB01: folded += ["f", "i"]
        case 0xFB02: folded += ["f", "l"]
        case 0xFB03: folded += ["f", "f", "i"]
        case 0xFB04: folded += ["f", "f", "l"]
        case 0xFB05, 0xFB06: folded += ["s", "t"]
        // Full-width forms of ASCII.
        case 0xFF01...0xFF5E: append(shifted(scalar, by: -0xFEE0), to: &folded)
        default: folded.append(scalar)
        }
    }

    private static func shifted(_ scalar: Unicode.Scalar, by distance: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt32(Int(scalar.value) + distance)) ?? scalar
    }

    /// U+00C0 to U+017F, one letter for each.
    private static let latin = Array(
        ("aaaaaaeceeeeiiiidnooooo*ouuuuytsaaaaaaeceeeeiiiidnooooo*ouuuuyty"
            + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooo"
            + "rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").unicodeScalars)
}

extension Unicode.Scalar {
    var isDigit: Bool { (0x30...0x39).contains(value) }

    /// Of a folded text.
    var isSmallLatin: Bool { (0x61...0x7A).contains(value) }

    var digit: Int? { isDigit ? Int(value) - 0x30 : nil }

    /// Kana and ideographs, which have no blanks between them.
    var isJapanese: Bool {
        switch value {
        case 0x3005...0x3007, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0xFF66...0xFF9F:
            true
        default: false
        }
    }

    /// Letters of any script, and digits.
    var isOfWord: Bool {
        if value < 0x80 { return isSmallLatin || isDigit || (0x41...0x5A).contains(value) }
        // Ordinals, 1º and 1ª, are signs behind a number.
        return isJapanese || (properties.isAlphabetic && value != 0xAA && value != 0xBA)
    }
}
