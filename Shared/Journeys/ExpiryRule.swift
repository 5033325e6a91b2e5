/// What a document type asks of the day until which a document is valid.
public enum ExpiryRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nobody is asked for a day.
    case none
    /// A day may be given, and must then not have passed.
    case optional
    /// A day must be given, and must not have passed.
    case required
}

extension JourneyDefinition {
    /// The first day of expiry that the rules certainly let pass for a type of document; nil where they do not refuse one that has
    /// passed.
    public func earliestExpiry(of type: DocumentType, today: CalendarDate) -> CalendarDate? {
        type.expires != .none && policy(of: NotExpired()) == .refuse ? today : nil
    }
}
