/// A date on a document, and its meaning.
public struct ReadDate: Hashable, Sendable {
    public let date: CalendarDate
    public let meaning: Meaning
    /// The date with day and month exchanged; nil if the print is unambiguous.
    public let otherwise: CalendarDate?

    public init(_ date: CalendarDate, meaning: Meaning, otherwise: CalendarDate? = nil) {
        self.date = date
        self.meaning = meaning
        self.otherwise = otherwise
    }

    public enum Meaning: String, Hashable, Sendable, CaseIterable {
        case issued
        case due
        case validUntil = "valid-until"
        case validFrom = "valid-from"
        case periodStart = "period-start"
        case periodEnd = "period-end"
        case birth
        /// It has a label of another kind: an order, a delivery, a visit.
        case other
        /// It has no label.
        case unknown
    }
}
