/// The document has a date of expiry if its type requires one.
public struct ExpiryDateRequired: DocumentRule {
    public let id: RuleID = "document.expiry-date-required"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard type.expires == .required, document.expiryDate == .absent else { return nil }
        return Finding("document.expiry-date-required", ["type": .text(type.title)])
    }
}

/// A given date of expiry is a valid date.
public struct ExpiryDateReadable: DocumentRule {
    public let id: RuleID = "document.expiry-date-readable"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard document.expiryDate == .unreadable else { return nil }
        return Finding("document.expiry-date-readable", ["type": .text(type.title)])
    }
}

/// The document has not expired. It is valid on its last day.
public struct NotExpired: DocumentRule {
    public let id: RuleID = "document.not-expired"
    public let isNegotiable = true
    public let wordings: [WordingKey] = ["document.not-expired", "document.not-expired/printed", "document.not-expired/differs"]
    public var wordingsOfReading: [WordingKey] { Array(wordings.dropFirst()) }

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        if let reading = document.reading { return finding(in: reading, of: document, type, today) }
        guard case .day(let day) = document.expiryDate, type.expires != .none, day < today else { return nil }
        return Finding("document.not-expired", ["type": .text(type.title), "day": .day(day), "today": .day(today)])
    }

    /// The printed date, if it is certain. Only a zone proves it: the rule refuses by default, and a misread digit must
    /// not cause a refusal.
    private func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, _ today: CalendarDate
    ) -> Finding? {
        guard type.expires != .none, let printed = reading.certain(.validUntil), let day = printed.day else { return nil }
        let severity: Reason.Severity = reading.isProven(printed) ? .refuse : .warn
        let place = reading.place(of: printed)
        // Where day and month may be meant the other way round, either will do.
        if day < today, printed.end.map({ $0 < today }) ?? true {
            return Finding(
                wordings[1], ["type": .text(type.title), "day": .day(day), "today": .day(today)], severity: severity, place: place
            )
        }
        guard case .day(let stated) = document.expiryDate, !printed.says(stated) else { return nil }
        return Finding(
            wordings[2], ["type": .text(type.title), "read": .day(day), "entered": .day(stated)], severity: severity, place: place
        )
    }
}
