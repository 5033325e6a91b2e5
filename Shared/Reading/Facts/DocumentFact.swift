/// One thing that a document says: what it is, where it stands, and how far it can be trusted.
public struct DocumentFact: Sendable, Hashable, Codable {
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        case issued, due
        case validFrom = "valid-from"
        case validUntil = "valid-until"
        case birth
        /// A day that is printed, whatever it is the day of.
        case printedDay = "printed-day"
        /// The days that it covers: `day` and `end`.
        case period
        case total, balance
        case netPay = "net-pay"
        case grossPay = "gross-pay"
        case iban
        case accountNumber = "account-number"
        case customerNumber = "customer-number"
        case contractNumber = "contract-number"
        case documentNumber = "document-number"
        case taxNumber = "tax-number"
        /// A machine-readable zone: `holds`, `mended`.
        case zone
        /// A code with a known content; `holds` where it is signed, and its certificate is known.
        case code
        /// How well the expected name is found: `score`, `holds`, `differences`.
        case expectedName = "expected-name"
        case expectedAddress = "expected-address"
        /// Whether the day of birth is the expected one: `holds`.
        case expectedBirthDate = "expected-birth-date"
    }

    public let fact: Name
    /// A day as 2026-10-31, an amount as 12.50 EUR, a number as it is printed; empty for a comparison.
    public let value: String
    /// From 0, among the pages that were read.
    public let page: Int
    public let box: PageBox
    /// From 0, a guess, to 100, without doubt.
    public let confidence: Int
    /// Whether it may be told as what the document says; what is not is a candidate.
    public let isCertain: Bool
    public let source: FactSource
    /// Of what is a day.
    public var day: CalendarDate?
    /// The day that it is where day and month are meant the other way round, or the last day of a period.
    public var end: CalendarDate?
    /// Whether all check digits or the signature hold, or the comparison says that it is the same.
    public var holds: Bool?
    /// Whether a letter was mended, so that the check digits hold.
    public var isMended: Bool?
    /// Of a comparison, from 0 to 100.
    public var score: Int?
    /// What differs from what is expected, by kind: `missing`, `added`, `initial`, `spelling`, `transliterated`, `order`, `apart`.
    public var differences: [String]?

    private enum CodingKeys: String, CodingKey {
        case fact, value, page, box, confidence
        case isCertain = "certain"
        case source, day, end, holds
        case isMended = "mended"
        case score, differences
    }

    /// The same place, with a value of one's own.
    public init<Value>(_ name: Name, _ fact: ReadFact<Value>, value: String, isCertain: Bool? = nil) {
        self.fact = name
        self.value = value
        page = fact.page
        box = fact.box
        confidence = fact.confidence
        self.isCertain = isCertain ?? fact.isCertain
        source = fact.source
    }
}

// MARK: - JSON

/// Left, top, right and bottom.
extension PageBox: Codable {
    public init(from decoder: any Decoder) throws {
        var sides: [Int] = []
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd, sides.count < 4 { sides.append(try container.decode(Int.self)) }
        guard sides.count == 4 else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A box has four sides."))
        }
        self.init(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for side in [left, top, right, bottom] { try container.encode(side) }
    }
}

extension FactSource: Codable {}
extension PageText.Source: Codable {}
extension CardSides: Codable {}
