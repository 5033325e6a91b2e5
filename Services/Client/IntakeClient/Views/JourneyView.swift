public import Shared

/// A journey as the gateway shows it.
public struct JourneyView: Sendable, Hashable, Codable, Identifiable {
    public let id: JourneyID
    public let title: String
    public let summary: String
    public let documents: CountRange
    public let documentTypes: [DocumentType]
    /// The consent that the person must give; nil if none.
    public let consent: ConsentText?
    /// The policies that replace the rules' own, and the time zone of date rules; nil from a gateway without them.
    public let rules: [RuleID: RulePolicy]?
    public let timeZone: String?

    /// The definition for checks on this side. It lacks what happens after the submit.
    public var definition: JourneyDefinition {
        JourneyDefinition(
            id: id, title: title, summary: summary, documentTypes: documentTypes, documents: documents,
            timeZone: timeZone ?? "UTC", rules: rules ?? [:], consent: consent)
    }

    public func documentType(_ id: DocumentTypeID) -> DocumentType? { documentTypes.first { $0.id == id } }
}
