/// The number of an account (ISO 13616). Its length fits its country, and its check digits are valid.
public struct IBAN: Hashable, Sendable, CustomStringConvertible {
    /// Without blanks, in upper case.
    public let text: String

    public init?(_ text: some StringProtocol) {
        var signs: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar == " " { continue }
            guard scalar.isASCII, scalar.isOfWord, signs.count < 34 else { return nil }
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            signs.append((0x61...0x7A).contains(byte) ? byte - 32 : byte)
        }
        guard signs.count >= 5, Self.length(of: signs) == signs.count, Self.remainder(signs) == 1 else { return nil }
        self.text = String(decoding: signs, as: UTF8.self)
    }

    public var country: String { String(text.unicodeScalars.prefix(2)) }
    public var description: String { text }

    /// By SWIFT's registry; nil for a country without IBANs.
    static func length(of signs: [UInt8]) -> Int? {
        guard signs.count >= 2 else { return nil }
        return lengths[String(decoding: signs[..<2], as: UTF8.self)]
    }

    /// Modulo 97 (ISO 7064), of at least four signs whose first four stand last; 0 where a sign is neither a digit nor a capital.
    static func remainder(_ signs: [UInt8]) -> Int {
        var rest = 0
        for sign in signs[4...] + signs[..<4] {
            if ZoneSign.isDigit(sign) {
                rest = (rest * 10 + Int(sign) - 0x30) % 97
            } else if ZoneSign.isCapital(sign) {
                rest = (rest * 100 + Int(sign) - 0x41 + 10) % 97
            } else {
                return 0
            }
        }
        return rest
    }

    private static let lengths: [String: Int] = {
        let text = """
            AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 \
            FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 \
            LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 \
            SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
            """
        var lengths: [String: Int] = [:]
        for entry in text.split(at: " ") { lengths[String(entry.unicodeScalars.prefix(2))] = Int(entry.dropFirst(2)) }
        return lengths
    }()
}

/// Finds the account numbers that a document prints.
public enum IBANReader {
    /// Only numbers with valid check digits.
    public static func read(_ document: DocumentText) -> [ReadFact<IBAN>] {
        var found: [ReadFact<IBAN>] = []
        for page in document.pages {
            for line in page.lines where found.count < ReadingLimits.candidates {
                for (iban, range) in numbers(in: line) {
                    // Two figures that hold say more than the reader's own doubt.
                    let confidence = max(line.confidence(range), 95)
                    found.append(ReadFact(iban, page: page.number, box: line.box(range), confidence: confidence, source: .form))
                }
            }
        }
        return found
    }

    private static func numbers(in line: TextLine) -> [(IBAN, Range<Int>)] {
        let scalars = line.scalars
        var found: [(IBAN, Range<Int>)] = []
        var index = 0
        while index + 15 <= scalars.count {
            let begins =
                scalars[index].isSmallLatin && scalars[index + 1].isSmallLatin && line.scalar(index - 1)?.isOfWord != true
            if begins, let end = end(of: line, from: index), let iban = IBAN(line.text(index..<end)) {
                found.append((iban, index..<end))
                index = end
            } else {
                index += 1
            }
        }
        return found
    }

    /// The end of as many characters as the country has. At most one blank may follow each group.
    private static func end(of line: TextLine, from start: Int) -> Int? {
        let country = line.scalars[start..<(start + 2)].map { UInt8(truncatingIfNeeded: $0.value) - 32 }
        guard let length = IBAN.length(of: country) else { return nil }
        var count = 0
        var index = start
        while let scalar = line.scalar(index), count < length {
            if scalar.isOfWord {
                count += 1
            } else if scalar != " " || line.scalar(index - 1) == " " {
                return nil
            }
            index += 1
        }
        return count == length && line.scalar(index)?.isOfWord != true ? index : nil
    }
}
