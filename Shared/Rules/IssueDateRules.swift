/// There is an issue date where the type needs one.
public struct IssueDateRequired: DocumentRule {
    public let id: RuleID = "document.issue-date-required"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard type.issueDate.requiresDate, document.issueDate == .absent else { return nil }
        return Finding(
            found: "no issue date", expected: "the day that it was issued on, in the form 2026-10-31",
            message: "“\(type.title)” needs the date that is printed on it. Add the date.")
    }
}

/// An issue date that was given is a day of the calendar.
public struct IssueDateReadable: DocumentRule {
    public let id: RuleID = "document.issue-date-readable"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard document.issueDate == .unreadable else { return nil }
        return Finding(
            found: "text that is no date", expected: "a day of the calendar in the form 2026-10-31",
            message: "The date of “\(type.title)” cannot be read. Give it as year, month and day: 2026-10-31.")
    }
}

/// Nothing is issued tomorrow.
public struct IssueDateNotInFuture: DocumentRule {
    public let id: RuleID = "document.issue-date-not-in-future"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard case .day(let day) = document.issueDate, type.issueDate != .none, day > today else { return nil }
        return Finding(
            found: "issued on \(day)", expected: "issued on \(today) or earlier",
            message: "The date of “\(type.title)” lies in the future. Give the date that is printed on it.")
    }
}

/// The document is not older than its type allows. One that is exactly as old as allowed is good enough.
public struct IssueDateRecent: DocumentRule {
    public let id: RuleID = "document.issue-date-recent"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard case .day(let day) = document.issueDate, let limit = type.issueDate.maximumAgeInDays else { return nil }
        let earliest = today.adding(days: -limit)
        guard day < earliest else { return nil }
        return Finding(
            found: "issued on \(day), \(day.days(until: today).of("day")) ago", expected: "issued on \(earliest) or later",
            message:
                "“\(type.title)” must not be older than \(limit.of("day")). Send one that was issued on \(earliest) or later.")
    }
}
