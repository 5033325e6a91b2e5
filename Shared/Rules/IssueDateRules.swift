/// The document has a date of issue if its type requires one.
public struct IssueDateRequired: DocumentRule {
    public let id: RuleID = "document.issue-date-required"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard type.issueDate.requiresDate, document.issueDate == .absent else { return nil }
        return Finding("document.issue-date-required", ["type": .text(type.title)])
    }
}

/// A given date of issue is a valid date.
public struct IssueDateReadable: DocumentRule {
    public let id: RuleID = "document.issue-date-readable"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard document.issueDate == .unreadable else { return nil }
        return Finding("document.issue-date-readable", ["type": .text(type.title)])
    }
}

/// The date of issue is not in the future.
public struct IssueDateNotInFuture: DocumentRule {
    public let id: RuleID = "document.issue-date-not-in-future"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard case .day(let day) = document.issueDate, type.issueDate != .none, day > today else { return nil }
        return Finding(
            "document.issue-date-not-in-future", ["type": .text(type.title), "day": .day(day), "today": .day(today)])
    }
}

/// The document is not older than its type allows. The maximum age itself is allowed.
public struct IssueDateRecent: DocumentRule {
    public let id: RuleID = "document.issue-date-recent"
    public let isNegotiable = true

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard case .day(let day) = document.issueDate, let limit = type.issueDate.maximumAgeInDays else { return nil }
        let earliest = today.adding(days: -limit)
        guard day < earliest else { return nil }
        return Finding(
            "document.issue-date-recent",
            [
                "type": .text(type.title), "day": .day(day), "age": .count(day.days(until: today)), "limit": .count(limit),
                "earliest": .day(earliest),
            ])
    }
}

/// The document has the minimum age of its type, for documents that must have been in force for a while.
public struct IssueDateSettled: DocumentRule {
    public let id: RuleID = "document.issue-date-settled"
    public let isNegotiable = true

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard case .day(let day) = document.issueDate, let limit = type.issueDate.minimumAgeInDays, day <= today else {
            return nil
        }
        let latest = today.adding(days: -limit)
        guard day > latest else { return nil }
        return Finding(
            "document.issue-date-settled",
            ["type": .text(type.title), "day": .day(day), "limit": .count(limit), "latest": .day(latest)])
    }
}
