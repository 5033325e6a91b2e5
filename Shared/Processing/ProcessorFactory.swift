/// The work that needs a processor.
public struct ProcessorRequest: Sendable, Hashable {
    /// Nil if it is unknown or does not matter.
    public let journey: JourneyID?
    public let documentType: DocumentTypeID?
    public let source: DocumentSource?
    public let mediaType: MediaType

    public init(
        journey: JourneyID? = nil, documentType: DocumentTypeID? = nil, source: DocumentSource? = nil, mediaType: MediaType
    ) {
        self.journey = journey
        self.documentType = documentType
        self.source = source
        self.mediaType = mediaType
    }
}

/// Makes a stage's processor for a journey, a type, a source and a media type. The caller never names the library that
/// does the work.
///
/// Makers are registered once, when a service is built. A more specific maker wins over a more general one, and a later
/// one over an earlier one of equal rank.
public struct ProcessorFactory<Processor: Sendable>: Sendable {
    private struct Maker: Sendable {
        let scope: ProcessorScope
        let make: @Sendable (ProcessorRequest) -> Processor

        func serves(_ request: ProcessorRequest) -> Bool {
            scope.admits(
                journey: request.journey, documentType: request.documentType, source: request.source,
                mediaType: request.mediaType)
        }
    }

    public let stage: Stage
    private var makers: [Maker] = []

    public init(_ stage: Stage) { self.stage = stage }

    /// An empty set of sources admits all sources, unknown ones included; the same holds for journeys, types and media
    /// types.
    public mutating func register(
        journeys: Set<JourneyID>? = nil, documentTypes: Set<DocumentTypeID>? = nil, sources: Set<DocumentSource>? = nil,
        mediaTypes: Set<MediaType>? = nil, make: @escaping @Sendable (ProcessorRequest) -> Processor
    ) {
        let scope = ProcessorScope(journeys: journeys, documentTypes: documentTypes, sources: sources, mediaTypes: mediaTypes)
        makers.append(Maker(scope: scope, make: make))
    }

    /// - Throws: `NoProcessor` if no maker is registered for the request.
    public func processor(for request: ProcessorRequest) throws(NoProcessor) -> Processor {
        let candidates = makers.filter { $0.serves(request) }
        guard let best = candidates.map(\.scope.specificity).max(),
            let maker = candidates.last(where: { $0.scope.specificity == best })
        else { throw NoProcessor(stage: stage, request: request, served: servedMediaTypes) }
        return maker.make(request)
    }

    /// All registered media types, sorted.
    public var servedMediaTypes: [MediaType] {
        Set(makers.flatMap { $0.scope.mediaTypes ?? [] }).sorted { $0.essence < $1.essence }
    }
}

/// A stage has no processor for such a file.
public struct NoProcessor: Error, Sendable, Hashable, CustomStringConvertible {
    public let stage: Stage
    public let request: ProcessorRequest
    public let served: [MediaType]

    public var code: String { "no-processor" }
    public var isRetriable: Bool { false }
    public var description: String {
        "Nothing is registered for \(stage.rawValue) of \(request.mediaType)"
            + (request.source.map { " from \($0.rawValue)" } ?? "") + "; the stage serves "
            + (served.isEmpty ? "no media type." : served.map(\.essence).joined(separator: ", ") + ".")
    }
}
