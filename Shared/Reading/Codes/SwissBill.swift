/// The code of a Swiss QR-bill (Swiss Payment Standards, version 2).
public struct SwissBill: Hashable, Sendable {
    public let iban: IBAN
    public let creditor: Party
    /// In hundredths; nil if the payer enters it.
    public let hundredths: Int?
    public let currency: String
    public let debtor: Party?
    public let reference: Reference
    public let message: String
    /// The date of the bill, if the issuer states it.
    public let issued: CalendarDate?

    public struct Party: Hashable, Sendable {
        public let name: String
        public let street: String
        public let postcode: String
        public let town: String
        public let country: String
    }

    public enum Reference: Hashable, Sendable {
        case none
        /// 27 digits, of which the last is a valid check digit.
        case qr(String)
        /// ISO 11649, with valid check digits.
        case creditor(String)
    }

    /// Nil for any other code, and for invalid check digits.
    public init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "SPC".utf8), let lines = CodeLines.lines(bytes, atMost: 40), lines.count >= 31,
            lines[0].hasSameBytes(as: "SPC"), lines[1].hasBytes(atStart: "02"), let iban = IBAN(lines[3]),
            iban.country.hasSameBytes(as: "CH") || iban.country.hasSameBytes(as: "LI"), let creditor = Party(lines[4..<11]),
            lines[19].hasSameBytes(as: "CHF") || lines[19].hasSameBytes(as: "EUR"), lines[30].hasSameBytes(as: "EPD"),
            let reference = Reference(kind: lines[27], text: lines[28])
        else { return nil }
        if lines[18].isEmpty {
            hundredths = nil
        } else {
            guard let amount = CodeLines.hundredths(lines[18]) else { return nil }
            hundredths = amount
        }
        self.iban = iban
        self.creditor = creditor
        currency = lines[19]
        debtor = Party(lines[20..<27])
        self.reference = reference
        message = lines[29]
        issued = lines.count > 31 ? Self.issued(lines[31]) : nil
    }

    /// From the bill's information in Swico's syntax: //S1/10/4711/11/260824.
    private static func issued(_ text: String) -> CalendarDate? {
        guard text.hasBytes(atStart: "//S1/") else { return nil }
        let parts = text.split(at: "/").dropFirst()
        for (tag, value) in zip(parts, parts.dropFirst()) where tag.hasSameBytes(as: "11") {
            guard value.utf8.count == 6, let number = DecimalDigits.value(of: Array(value.utf8)[...]) else { return nil }
            return CalendarDate(year: 2000 + number / 10_000, month: number / 100 % 100, day: number % 100)
        }
        return nil
    }
}

extension SwissBill.Party {
    /// Seven lines: the kind of address, and its parts.
    fileprivate init?(_ lines: ArraySlice<String>) {
        let lines = Array(lines)
        guard lines.count == 7, !lines[1].isEmpty else { return nil }
        if lines[0].hasSameBytes(as: "K") {
            // Combined: the second line is postcode and town.
            let second = lines[3].split(at: " ", maxSplits: 1)
            self.init(
                name: lines[1], street: lines[2], postcode: second.first.map(String.init) ?? "",
                town: second.count > 1 ? String(second[1]) : "", country: lines[6])
        } else if lines[0].hasSameBytes(as: "S") {
            self.init(
                name: lines[1], street: [lines[2], lines[3]].filter { !$0.isEmpty }.joined(separator: " "), postcode: lines[4],
                town: lines[5], country: lines[6])
        } else {
            return nil
        }
    }
}

extension SwissBill.Reference {
    init?(kind: String, text: String) {
        if kind.hasSameBytes(as: "NON") {
            self = .none
        } else if kind.hasSameBytes(as: "QRR") {
            guard Self.holds(Array(text.utf8)) else { return nil }
            self = .qr(text)
        } else if kind.hasSameBytes(as: "SCOR") {
            guard Self.holdsForCreditor(Array(text.utf8)) else { return nil }
            self = .creditor(text)
        } else {
            return nil
        }
    }

    /// Modulo 10, recursive.
    private static func holds(_ digits: [UInt8]) -> Bool {
        guard digits.count == 27, digits.allSatisfy(ZoneSign.isDigit) else { return false }
        let table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
        let carry = digits.dropLast().reduce(0) { table[($0 + Int($1) - 0x30) % 10] }
        return (10 - carry) % 10 == Int(digits[26]) - 0x30
    }

    private static func holdsForCreditor(_ signs: [UInt8]) -> Bool {
        signs.count >= 5 && signs.count <= 25 && signs.starts(with: "RF".utf8) && IBAN.remainder(signs) == 1
    }
}
