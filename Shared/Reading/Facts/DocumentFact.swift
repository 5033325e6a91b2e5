/// One statement of a document: its meaning, its place and its confidence.
public struct DocumentFact: Sendable, Hashable, Codable {
    public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
        case issued, due
        case validFrom = "valid-from"
        case validUntil = "valid-until"
        case birth
        /// A printed date of any meaning.
        case printedDay = "printed-day"
        /// The period that it covers: `day` and `end`.
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
        /// A code with known content. `holds` if it is signed and its certificate is known.
        case code
        /// The match of the expected name: `score`, `holds`, `differences`.
        case expectedName = "expected-name"
        case expectedAddress = "expected-address"
        /// Whether the date of birth is the expected one: `holds`.
        case expectedBirthDate = "expected-birth-date"
    }

    public let fact: Name
    /// A date as 2026-10-31, an amount as 12.50 EUR, a number as printed; empty for a comparison.
    public let value: String
    /// From 0, among the read pages.
    public let page: Int
    public let box: PageBox
    /// From 0 (a guess) to 100 (no doubt).
    public let confidence: Int
    /// Whether it counts as what the document says. Otherwise it is a candidate.
    public let isCertain: Bool
    public let source: FactSource
    /// For a date.
    public var day: CalendarDate?
    /// The date with day and month exchanged, or the last day of a period.
    public var end: CalendarDate?
    /// Whether all check digits or the signature are valid, or the comparison matches.
    public var holds: Bool?
    /// Whether a character was corrected to make the check digits valid.
    public var isMended: Bool?
    /// For a comparison, from 0 to 100.
    public var score: Int?
    /// For a comparison, the kinds of differences: `missing`, `added`, `initial`, `spelling`, `transliterated`, `order`,
    /// `apart`.
    public var differences: [String]?

    private enum CodingKeys: String, CodingKey {
        case fact, value, page, box, confidence
        case isCertain = "certain"
        case source, day, end, holds
        case isMended = "mended"
        case score, differences
    }

    /// A fact at the same place, with the given value.
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
