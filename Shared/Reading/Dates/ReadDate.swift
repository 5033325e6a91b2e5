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

/// What is known before reading: it settles what print leaves open.
public struct ReadingHints: Hashable, Sendable {
    /// The day of reading. Nothing was issued after it.
    public let today: CalendarDate
    /// Where the document is said to be from, by ISO 3166, such as `US`.
    public let country: String?
    /// In which languages it may be, by BCP 47, such as `de`; empty where that is not known.
    public let languages: [String]

    public init(today: CalendarDate, country: String? = nil, languages: [String] = []) {
        self.today = today
        self.country = country
        self.languages = languages
    }
}

/// What a document says of a question that has one answer.
public enum Answer<Value: Hashable & Sendable>: Hashable, Sendable {
    /// It is printed there.
    case certain(ReadFact<Value>)
    /// It may be one of these, the likeliest first.
    case candidates([ReadFact<Value>])
    case nothing

    /// The certain one, or the likeliest.
    public var best: ReadFact<Value>? {
        switch self {
        case .certain(let fact): fact
        case .candidates(let facts): facts.first
        case .nothing: nil
        }
    }

    public var certain: ReadFact<Value>? {
        if case .certain(let fact) = self { fact } else { nil }
    }
}
