/// The characters of a zone: A to Z, 0 to 9 and the filler `<`, and their misreadings.
enum ZoneSign {
    static let filler = UInt8(ascii: "<")

    /// The words of a line in the alphabet of zones. A small letter stays: it is a misread filler or digit. Nil if too
    /// many characters are foreign to zones.
    static func signs(of words: ArraySlice<PageWord>) -> [UInt8]? {
        var signs: [UInt8] = []
        var foreign = 0
        for word in words {
            for scalar in word.text.unicodeScalars.prefix(ReadingLimits.scalarsOfWord) {
                switch scalar {
                case "A"..."Z", "0"..."9", "a"..."z", "<": signs.append(UInt8(truncatingIfNeeded: scalar.value))
                // No zone begins with a filler.
                case let scalar where signs.isEmpty && "(€¢©".unicodeScalars.contains(scalar): signs.append(UInt8(ascii: "C"))
                case "«", "‹", "＜", "(", "{", "[", "£", "€", "¢", "©", "≤", "〈", "《": signs.append(filler)
                case "|", "!": signs.append(UInt8(ascii: "I"))
                case "$", "§": signs.append(UInt8(ascii: "S"))
                case "¥": signs.append(UInt8(ascii: "Y"))
                default: foreign += 1
                }
                guard signs.count <= 64, foreign <= 8 else { return nil }
            }
        }
        let zoned = signs.count { isCapital($0) || isDigit($0) || $0 == filler }
        guard signs.count >= 20, foreign * 8 <= signs.count, zoned * 2 >= signs.count else { return nil }
        return signs
    }

    static func isDigit(_ sign: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sign) }
    static func isCapital(_ sign: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(sign) }

    /// Reads a character in a field of digits.
    static func digit(_ sign: UInt8) -> UInt8 {
        switch Unicode.Scalar(sign) {
        case "O", "o", "Q", "D": UInt8(ascii: "0")
        case "I", "i", "L", "l": UInt8(ascii: "1")
        case "Z", "z": UInt8(ascii: "2")
        case "S", "s": UInt8(ascii: "5")
        case "G", "b": UInt8(ascii: "6")
        case "B": UInt8(ascii: "8")
        default: sign
        }
    }

    /// Reads a character in a field of letters.
    static func letter(_ sign: UInt8) -> UInt8 {
        switch Unicode.Scalar(sign) {
        case "0": UInt8(ascii: "O")
        case "1": UInt8(ascii: "I")
        case "2": UInt8(ascii: "Z")
        case "5": UInt8(ascii: "S")
        case "6": UInt8(ascii: "G")
        case "8": UInt8(ascii: "B")
        case "A"..."Z": sign
        default: filler
        }
    }

    /// Reads a character in a field of both.
    static func either(_ sign: UInt8) -> UInt8 {
        switch Unicode.Scalar(sign) {
        case "o": UInt8(ascii: "0")
        case "l", "i": UInt8(ascii: "1")
        case "a"..."z": filler
        default: sign
        }
    }

    /// Letters and digits that look alike in OCR-B.
    static func alike(_ sign: UInt8) -> UInt8? {
        switch Unicode.Scalar(sign) {
        case "O", "Q", "D": UInt8(ascii: "0")
        case "I": UInt8(ascii: "1")
        case "Z": UInt8(ascii: "2")
        case "S": UInt8(ascii: "5")
        case "G": UInt8(ascii: "6")
        case "B": UInt8(ascii: "8")
        case "0": UInt8(ascii: "O")
        case "1": UInt8(ascii: "I")
        case "2": UInt8(ascii: "Z")
        case "5": UInt8(ascii: "S")
        case "6": UInt8(ascii: "G")
        case "8": UInt8(ascii: "B")
        default: nil
        }
    }

    private static func value(_ sign: UInt8) -> Int {
        if isDigit(sign) { return Int(sign) - 0x30 }
        return isCapital(sign) ? Int(sign) - 0x41 + 10 : 0
    }

    /// Reads a check digit. A filler stays one.
    static func checkSign(_ sign: UInt8) -> UInt8 { either(sign) == filler ? filler : digit(sign) }

    /// By weights 7, 3, 1.
    static func checkDigit(_ signs: some Collection<UInt8>) -> UInt8 {
        var sum = 0
        for (index, sign) in signs.enumerated() {
            let weight = index % 3 == 0 ? 7 : index % 3 == 1 ? 3 : 1
            sum += value(sign) * weight
        }
        return UInt8(ascii: "0") + UInt8(sum % 10)
    }

    /// A filler stands for the check digit of an empty field.
    static func holds(_ digit: UInt8, for signs: some Collection<UInt8>) -> Bool {
        if digit == filler { return signs.allSatisfy { $0 == filler } }
        return self.digit(digit) == checkDigit(signs)
    }

    static func text(_ signs: some Collection<UInt8>) -> String {
        String(decoding: signs, as: UTF8.self)
    }

    /// Without fillers at the end. Fillers within are blanks.
    static func words(_ signs: some Collection<UInt8>) -> String {
        Array(signs).split(separator: filler).map(text).joined(separator: " ")
    }
}
