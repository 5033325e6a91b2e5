/// Facts known before reading, which settle ambiguous print.
public struct ReadingHints: Hashable, Sendable {
    /// The day of reading. No document was issued after it.
    public let today: CalendarDate
    /// The stated country of the document (ISO 3166), such as `US`.
    public let country: String?
    /// Its possible languages (BCP 47), such as `de`; empty if unknown.
    public let languages: [String]

    public init(today: CalendarDate, country: String? = nil, languages: [String] = []) {
        self.today = today
        self.country = country
        self.languages = languages
    }

    /// By the sender's locale, such as `de-CH`.
    public init(today: CalendarDate, locale: String?) {
        let parts = locale?.split(at: "-").map(String.init) ?? []
        let country = parts.dropFirst().first { $0.utf8.count == 2 }
        self.init(today: today, country: country, languages: parts.first.map { [$0] } ?? [])
    }
}
