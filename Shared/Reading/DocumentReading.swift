/// Everything that is read from a document, at once.
public struct DocumentReading: Sendable {
    /// For the comparisons with the expected person: `name(_:)` and `address(_:)`.
    private let text: DocumentText
    private let today: CalendarDate

    public let dates: DocumentDates
    /// At most one for each page.
    public let zones: [ReadFact<TravelZone>]
    public let codes: [ReadFact<CodeContent>]
    public let amounts: DocumentAmounts
    public let accounts: [ReadFact<IBAN>]
    public let numbers: [ReadFact<ReadNumber>]
    public let period: ReadAnswer<DatePeriod>
    public let kind: KindReading
    public let pages: PagesTogether

    public init(_ pages: [PageText], secondLooks: [Int: PageText] = [:], hints: ReadingHints, kinds: KindReader) {
        let text = DocumentText(pages, secondLooks: secondLooks)
        self.text = text
        today = hints.today
        dates = DateReader.read(text, hints: hints)
        zones = ZoneReader.read(text, today: hints.today)
        codes = CodeReader.read(text)
        amounts = AmountReader.read(text)
        accounts = IBANReader.read(text)
        numbers = NumberReader.read(text)
        period = PeriodReader.read(text, dates: dates, hints: hints)
        kind = kinds.read(text, today: hints.today)
        self.pages = PagesTogether.read(text)
    }

    public var hasText: Bool { text.hasText }

    /// The best match of the expected name, and the differences: in a valid zone if there is one, or else in print.
    public func name(_ expected: some StringProtocol) -> ReadFact<NameComparison>? {
        let printed = NameFinder.find(expected, in: text)
        let ofZones = zones.filter(\.value.isValid).map { $0.with($0.value.compared(withName: expected)) }
        return ofZones.reduce(printed) { best, zone in
            zone.value.score > best?.value.score ?? -1 ? zone : best
        }
    }

    /// The best match of the expected address, and its missing parts.
    public func address(_ expected: some StringProtocol) -> ReadFact<AddressComparison>? {
        AddressFinder.find(expected, in: text)
    }

    /// Whether two pictures show both sides of a card.
    public var sides: CardSides { CardSides.read(text, today: today) }

    /// The date of birth, from a zone with valid check digits or from print.
    public var birthDate: ReadAnswer<ReadDate> {
        for zone in zones where zone.value.isValid {
            if let date = zone.value.birthDate { return .certain(zone.with(ReadDate(date, meaning: .birth), confidence: 99)) }
        }
        return dates.answer(.birth)
    }

    /// The last day of validity, from a zone with valid check digits or from print.
    public var expiryDate: ReadAnswer<ReadDate> {
        for zone in zones where zone.value.isValid {
            if let date = zone.value.expiryDate {
                return .certain(zone.with(ReadDate(date, meaning: .validUntil), confidence: 99))
            }
        }
        return dates.answer(.validUntil)
    }
}
