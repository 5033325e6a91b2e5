/// A day that is printed on a document, and what it is the day of.
public struct ReadDate: Hashable, Sendable {
    public let date: CalendarDate
    public let meaning: Meaning
    /// The day that it is where day and month are meant the other way round; nil where the print leaves no doubt.
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
        /// It says what it is, and is none of these: an order, a delivery, a visit.
        case other
        /// Nothing beside it says what it is.
        case unknown
    }
}
