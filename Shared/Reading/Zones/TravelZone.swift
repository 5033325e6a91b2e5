/// The content of a machine-readable zone of a travel document (ICAO 9303), and the validity of its check digits.
public struct TravelZone: Hashable, Sendable {
    public let format: Format
    /// The first letters, such as `P` or `ID`; empty if unreadable.
    public let documentCode: String
    /// Three letters, or `D`; nil if unreadable.
    public let issuingState: String?
    public let surname: String
    public let givenNames: String
    /// Whether the names fill their line, so that the last one may be cut.
    public let isNameCut: Bool
    public let documentNumber: String
    public let nationality: String?
    /// Nil if it is unknown, even in part.
    public let birthDate: CalendarDate?
    public let sex: Sex
    /// Nil on French cards from before 2021, whose zone has none.
    public let expiryDate: CalendarDate?
    public let optionalData: String
    /// All check digits of the format, in the zone's order.
    public let checks: [Check]
    /// Corrected fields: a letter read as a digit or the reverse, where exactly one correction makes the check digits
    /// valid.
    public let mended: [Field]

    public enum Format: String, Hashable, Sendable, CaseIterable {
        case td1 = "TD1"
        case td2 = "TD2"
        case td3 = "TD3"
        case visaA = "MRV-A"
        case visaB = "MRV-B"
        /// The French identity card from before 2021.
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

    /// Whether it expired before this day; nil if the zone has no date of expiry.
    public func isExpired(on day: CalendarDate) -> Bool? {
        expiryDate.map { $0 < day }
    }

    /// In full years; nil if the date of birth is unknown.
    public func age(on day: CalendarDate) -> Int? {
        birthDate.map { Self.age(of: $0, on: day) }
    }

    public func isYounger(than years: Int, on day: CalendarDate) -> Bool? {
        age(on: day).map { $0 < years }
    }

    /// A birthday of 29 February falls on 1 March in a common year.
    public static func age(of birth: CalendarDate, on day: CalendarDate) -> Int {
        let hadBirthday = (day.month, day.day) >= (birth.month, birth.day)
        return max(0, day.year - birth.year - (hadBirthday ? 0 : 1))
    }
}
