/// The work that a processor or a check is for. A nil part admits everything, unknown values included.
public struct ProcessorScope: Sendable, Hashable {
    public var journeys: Set<JourneyID>?
    public var documentTypes: Set<DocumentTypeID>?
    public var sources: Set<DocumentSource>?
    public var mediaTypes: Set<MediaType>?

    public init(
        journeys: Set<JourneyID>? = nil, documentTypes: Set<DocumentTypeID>? = nil, sources: Set<DocumentSource>? = nil,
        mediaTypes: Set<MediaType>? = nil
    ) {
        self.journeys = journeys
        self.documentTypes = documentTypes
        self.sources = sources
        self.mediaTypes = mediaTypes
    }

    public func admits(
        journey: JourneyID? = nil, documentType: DocumentTypeID? = nil, source: DocumentSource? = nil,
        mediaType: MediaType? = nil
    ) -> Bool {
        Self.admits(journey, journeys) && Self.admits(documentType, documentTypes) && Self.admits(source, sources)
            && Self.admits(mediaType, mediaTypes)
    }

    private static func admits<Value: Hashable>(_ value: Value?, _ allowed: Set<Value>?) -> Bool {
        guard let allowed else { return true }
        return value.map(allowed.contains) ?? false
    }

    /// A journey ranks above a type, a type above a media type, and a media type above a source.
    var specificity: Int {
        (journeys == nil ? 0 : 8) + (documentTypes == nil ? 0 : 4) + (mediaTypes == nil ? 0 : 2) + (sources == nil ? 0 : 1)
    }
}
