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

    public func documentType(_ id: DocumentTypeID) -> DocumentType? { documentTypes.first { $0.id == id } }
}
