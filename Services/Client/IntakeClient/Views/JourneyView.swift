public import Shared

/// A journey as the gateway shows it: what it needs.
public struct JourneyView: Sendable, Hashable, Codable, Identifiable {
    public let id: JourneyID
    public let title: String
    public let summary: String
    public let documents: CountRange
    public let documentTypes: [DocumentType]
    /// What the person must agree to; nil where that is nothing.
    public let consent: ConsentText?
    /// What it says of rules beside what they say themselves, and whose calendar they follow; nil from a gateway that does not tell.
    public let rules: [RuleID: RulePolicy]?
    public let timeZone: String?

    /// The same for the rules, to be checked on this side. What happens after a submission is not in it.
    public var definition: JourneyDefinition {
        JourneyDefinition(
            id: id, title: title, summary: summary, documentTypes: documentTypes, documents: documents,
            timeZone: timeZone ?? "UTC", rules: rules ?? [:], consent: consent)
    }

    public func documentType(_ id: DocumentTypeID) -> DocumentType? { documentTypes.first { $0.id == id } }
}
