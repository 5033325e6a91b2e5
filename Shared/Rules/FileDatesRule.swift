/// The dates in a document's files contradict neither each other, nor the stated day of issue, nor today. It warns by default,
/// since a clock can be wrong.
public struct FileDatesAgree: DocumentRule {
    public let id: RuleID = "document.file-dates"
    public let isNegotiable = true
    public let policy = RulePolicy.warn
    public let wordings: [WordingKey] = [
        "document.file-dates/changed-before-made", "document.file-dates/made-in-future", "document.file-dates/made-before-issue",
    ]

    /// What a person's file says of its making is theirs.
    public var wordingsOfReading: [WordingKey] { wordings }

    /// Clocks of two time zones are at most 26 hours apart.
    private static let daysBetweenZones = 1
    /// Bills and payslips are made out some time before the day that they bear.
    private static let daysMadeAhead = 31

    public init() {}

    public func canDecide(on document: DocumentFacts) -> Bool { document.pages.allSatisfy(\.isOriginKnown) }

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        document.pages.lazy.compactMap { finding(for: $0, in: document, today: today) }.first
    }

    private func finding(for file: PageFacts, in document: DocumentFacts, today: CalendarDate) -> Finding? {
        guard let dates = file.origin?.dates ?? file.structure?.dates, let made = dates.made else { return nil }
        if let changed = dates.changed, changed.days(until: made) > Self.daysBetweenZones {
            return Finding(wordings[0], ["made": .day(made), "changed": .day(changed)], page: file.id)
        }
        if today.days(until: made) > Self.daysBetweenZones {
            return Finding(wordings[1], ["made": .day(made), "today": .day(today)], page: file.id)
        }
        if case .day(let issued) = document.issueDate, made.days(until: issued) > Self.daysMadeAhead {
            return Finding(wordings[2], ["made": .day(made), "issued": .day(issued)], page: file.id)
        }
        return nil
    }
}
