/// Whether two pictures show both sides of a card.
public enum CardSides: String, Hashable, Sendable, CaseIterable {
    case both
    /// The same side twice.
    case sameTwice = "same-twice"
    /// Two cards: two zones, or a zone and the print, name two persons or two documents.
    case different
    /// Nothing tells.
    case unclear

    public static func read(_ document: DocumentText, today: CalendarDate) -> CardSides {
        guard document.pages.count == 2 else { return .unclear }
        let zones = ZoneReader.read(document, today: today)
        if zones.count == 2 {
            return zones[0].value.documentNumber.hasSameBytes(as: zones[1].value.documentNumber) ? .sameTwice : .different
        }
        if PagesTogether.read(document).faults.contains(.twice(page: 1, as: 0)) { return .sameTwice }
        if let zone = zones.first, zone.value.isValid { return other(than: zone, document) }
        let licences = CodeReader.read(document).filter { if case .drivingLicence = $0.value { true } else { false } }
        if licences.count == 1 { return document.pages.allSatisfy(\.hasText) || !licences.isEmpty ? .both : .unclear }
        return .unclear
    }

    /// Whether the side without the zone prints the same surname.
    private static func other(than zone: ReadFact<TravelZone>, _ document: DocumentText) -> CardSides {
        let front = DocumentText(onlyPage: 1 - min(1, zone.page), of: document)
        guard front.hasText else { return .unclear }
        guard let found = NameFinder.find(zone.value.surname, in: front) else { return .unclear }
        return found.value.score >= 50 ? .both : .unclear
    }
}

extension DocumentText {
    /// Only one of its pages.
    init(onlyPage number: Int, of document: DocumentText) {
        self.init(
            pages: document.pages.filter { $0.number == number }, secondLooks: document.secondLooks.filter { $0.number == number }
        )
    }
}
