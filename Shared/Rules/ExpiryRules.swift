/// There is a day of expiry where the type needs one.
public struct ExpiryDateRequired: DocumentRule {
    public let id: RuleID = "document.expiry-date-required"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard type.expires == .required, document.expiryDate == .absent else { return nil }
        return Finding("document.expiry-date-required", ["type": .text(type.title)])
    }
}

/// A day of expiry that was given is a day of the calendar.
public struct ExpiryDateReadable: DocumentRule {
    public let id: RuleID = "document.expiry-date-readable"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard document.expiryDate == .unreadable else { return nil }
        return Finding("document.expiry-date-readable", ["type": .text(type.title)])
    }
}

/// The document is still valid. It is on the last day, too.
public struct NotExpired: DocumentRule {
    public let id: RuleID = "document.not-expired"
    public let isNegotiable = true

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard case .day(let day) = document.expiryDate, type.expires != .none, day < today else { return nil }
        return Finding("document.not-expired", ["type": .text(type.title), "day": .day(day), "today": .day(today)])
    }
}
