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

    /// By the locale of who has sent it, such as `de-CH`.
    public init(today: CalendarDate, locale: String?) {
        let parts = locale?.split(at: "-").map(String.init) ?? []
        let country = parts.dropFirst().first { $0.utf8.count == 2 }
        self.init(today: today, country: country, languages: parts.first.map { [$0] } ?? [])
    }
}
