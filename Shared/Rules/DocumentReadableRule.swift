/// The document has readable text. A photo of something else, or a page out of focus, fails.
public struct DocumentReadable: ReadingRule {
    public let id: RuleID = "document.readable"
    public let wordings: [WordingKey] = [
        "document.readable/no-text", "document.readable/poorly", "document.readable/unread-page",
    ]

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        let unread = reading.pages.indices.filter { reading.pages[$0].source == nil }
        // Of pages that nobody could look at nothing is known, and that there is nothing on them least of all.
        if let first = unread.first {
            return Finding(
                wordings[2], ["type": .text(type.title), "count": .count(unread.count)], severity: .warn,
                place: reading.place(onPage: first))
        }
        guard !reading.pages.isEmpty else { return nil }
        guard reading.hasText else { return Finding(wordings[0], ["type": .text(type.title)], severity: .warn) }
        let isLegible = reading.pages.contains { $0.words > 0 && $0.isReadWell }
        return isLegible ? nil : Finding(wordings[1], ["type": .text(type.title)], severity: .warn)
    }
}
