/// What a document type requires of the last day of validity.
public enum ExpiryRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// No date is asked for.
    case none
    /// A date is optional, and must not have passed.
    case optional
    /// A date is required, and must not have passed.
    case required
}

extension JourneyDefinition {
    /// The first date of expiry that the rules certainly accept for a document type; nil if they do not refuse expired
    /// ones.
    public func earliestExpiry(of type: DocumentType, today: CalendarDate) -> CalendarDate? {
        type.expires != .none && policy(of: NotExpired()) == .refuse ? today : nil
    }
}
