/// The pages of a document belong together, and each is present once. The gravest fault is reported.
///
/// Zones prove two cards in one document, and one side of a card twice. Everything else rests on recognised words.
public struct PagesBelong: ReadingRule {
    public let id: RuleID = "document.pages-belong"
    /// The gravest first.
    public let wordings: [WordingKey] = [
        "document.pages-belong/two-cards", "document.pages-belong/one-side-twice", "document.pages-belong/other-sender",
        "document.pages-belong/other-number", "document.pages-belong/twice", "document.pages-belong/missing",
        "document.pages-belong/counts", "document.pages-belong/order",
    ]
    private static let faults: [PageFault.Kind] = [.issuer, .number, .twice, .missing, .counts, .order]

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        var values: [String: ReasonValue] = ["type": .text(type.title)]
        let zones = reading.facts(.zone)
        // By words alone the same side twice is a page that is there twice, as it is of a letter.
        let isOneSide = reading.sides == .sameTwice && (zones.count == 2 || !reading.faults.contains { $0.kind == .twice })
        if reading.sides == .different || isOneSide {
            let isProven = zones.count(where: \.isProof) == 2
            return Finding(
                wordings[reading.sides == .different ? 0 : 1], values, severity: isProven ? .refuse : .warn,
                place: reading.place(onPage: 1))
        }
        for (kind, wording) in zip(Self.faults, wordings.dropFirst(2)) {
            guard let fault = reading.faults.first(where: { $0.kind == kind }) else { continue }
            if let page = fault.page { values["page"] = .count(page + 1) }
            if let other = fault.other { values["other"] = .count(other + 1) }
            if kind == .missing { values["count"] = .count(fault.numbers.count) }
            return Finding(
                wording, values, severity: .warn, place: fault.page.flatMap { reading.place(onPage: $0) })
        }
        return nil
    }
}
