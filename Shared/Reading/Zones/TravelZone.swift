/// What a machine-readable zone of a travel document says (ICAO 9303), and whether its check digits hold.
public struct TravelZone: Hashable, Sendable {
    public let format: Format
    /// The first letters, such as `P` or `ID`; empty where they cannot be read.
    public let documentCode: String
    /// Three letters, or `D`; nil where they cannot be read.
    public let issuingState: String?
    public let surname: String
    public let givenNames: String
    /// Whether the names fill their line, so that the last may be cut.
    public let isNameCut: Bool
    public let documentNumber: String
    public let nationality: String?
    /// Nil where it is not known, or in part.
    public let birthDate: CalendarDate?
    public let sex: Sex
    /// Nil on cards of France from before 2021, whose zone has none.
    public let expiryDate: CalendarDate?
    public let optionalData: String
    /// Each check digit of the format, in the order of the zone.
    public let checks: [Check]
    /// What was mended: a letter taken for a digit or the other way round, where exactly one way makes the check digits hold.
    public let mended: [Field]

    public enum Format: String, Hashable, Sendable, CaseIterable {
        case td1 = "TD1"
        case td2 = "TD2"
        case td3 = "TD3"
        case visaA = "MRV-A"
        case visaB = "MRV-B"
        /// The identity card of France from before 2021.
        case frenchCard = "FR-ID"
    }

    public enum Sex: String, Hashable, Sendable {
        case female
        case male
        case unspecified
    }

    public enum Field: String, Hashable, Sendable, CaseIterable {
        case documentNumber = "document-number"
        case birthDate = "birth-date"
        case expiryDate = "expiry-date"
        case optionalData = "optional-data"
        case composite
    }

    public struct Check: Hashable, Sendable {
        public let field: Field
        public let holds: Bool
    }

    /// Whether all check digits hold.
    public var isValid: Bool { checks.allSatisfy(\.holds) }

    /// Whether it was valid before this day only; nil where the zone does not say until when.
    public func isExpired(on day: CalendarDate) -> Bool? {
        expiryDate.map { $0 < day }
    }

    /// In full years; nil where the day of birth is not known.
    public func age(on day: CalendarDate) -> Int? {
        birthDate.map { Self.age(of: $0, on: day) }
    }

    public func isYounger(than years: Int, on day: CalendarDate) -> Bool? {
        age(on: day).map { $0 < years }
    }

    /// Who was born on 29 February has the birthday on 1 March of a common year.
    public static func age(of birth: CalendarDate, on day: CalendarDate) -> Int {
        let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
        return max(0, day.year - birth.year - (hadBirthday ? 0 : 1))
    }
}
