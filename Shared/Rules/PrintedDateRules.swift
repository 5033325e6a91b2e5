/// The stated date of issue is the one that the document prints.
///
/// A certain other date of issue proves the stated one wrong. A stated date that is not found proves nothing: it may be
/// unreadable.
public struct IssueDatePrinted: ReadingRule {
    public let id: RuleID = "document.issue-date-printed"
    public let wordings: [WordingKey] = [
        "document.issue-date-printed/differs", "document.issue-date-printed/too-old", "document.issue-date-printed/too-young",
        "document.issue-date-printed/not-there",
    ]

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        guard case .day(let entered) = document.issueDate, type.issueDate != .none else { return nil }
        if let issued = reading.certain(.issued), let read = issued.day {
            guard !issued.says(entered) else { return nil }
            var values: [String: ReasonValue] = ["type": .text(type.title), "read": .day(read), "entered": .day(entered)]
            var wording = wordings[0]
            switch (type.issueDate.judgement(of: read, today: today), type.issueDate.judgement(of: entered, today: today)) {
            case (.tooOld(let limit), .fine):
                (wording, values["limit"]) = (wordings[1], .count(limit))
            case (.tooYoung(let limit), .fine):
                (wording, values["limit"]) = (wordings[2], .count(limit))
            default: break
            }
            // A day that can be meant the other way round is no proof.
            return Finding(
                wording, values, severity: issued.end == nil ? .refuse : .warn, place: reading.place(of: issued))
        }
        let printed = reading.facts(.printedDay)
        guard reading.isReadWell, !printed.isEmpty, printed.count < ReadDocument.mostFacts,
            !reading.facts.contains(where: { $0.says(entered) })
        else { return nil }
        return Finding(wordings[3], ["type": .text(type.title), "entered": .day(entered)], severity: .warn)
    }
}

extension DateRule {
    fileprivate enum Judgement {
        case fine
        case tooOld(days: Int)
        case tooYoung(days: Int)
    }

    /// The verdict of the rules for a stated date.
    fileprivate func judgement(of day: CalendarDate, today: CalendarDate) -> Judgement {
        if let limit = maximumAgeInDays, day < today.adding(days: -limit) { return .tooOld(days: limit) }
        if let limit = minimumAgeInDays, day > today.adding(days: -limit) { return .tooYoung(days: limit) }
        return .fine
    }
}
