/// What a processor is wanted for.
public struct ProcessorRequest: Sendable, Hashable {
    public let stage: Stage
    /// Nil where it does not matter, or is not known.
    public let journey: JourneyID?
    public let documentType: DocumentTypeID?
    public let source: DocumentSource?
    public let mediaType: MediaType

    public init(
        stage: Stage, journey: JourneyID? = nil, documentType: DocumentTypeID? = nil, source: DocumentSource? = nil,
        mediaType: MediaType
    ) {
        self.stage = stage
        self.journey = journey
        self.documentType = documentType
        self.source = source
        self.mediaType = mediaType
    }
}

/// What a processor, or a check, is for. A part that is nil admits everything, what is not known included.
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

    /// A journey's processor goes before a type's, that before a media type's, and that before a source's.
    var specificity: Int {
        (journeys == nil ? 0 : 8) + (documentTypes == nil ? 0 : 4) + (mediaTypes == nil ? 0 : 2) + (sources == nil ? 0 : 1)
    }
}

/// A point of the way at which rules are checked.
public enum Checkpoint: String, Sendable, Hashable, CaseIterable {
    /// A document is added or changed.
    case entry
    /// A file has arrived.
    case arrival
    /// The submission is to be submitted.
    case completeness
    /// All files have been looked into.
    case validation
    /// Pages are made.
    case decoding
}

/// Makes the processor for a stage, a journey, a type, a source and a media type, and says which checks run for them. Who asks
/// never names the library that does the work, nor the rules.
///
/// Makers are registered once, where a service is built; a more specific one goes before a more general one, and of equals the
/// later before the earlier. Checks add up.
public struct ProcessorFactory: Sendable {
    private struct Maker: Sendable {
        let stage: Stage
        let scope: ProcessorScope
        let make: @Sendable (ProcessorRequest) throws -> any Sendable

        func serves(_ request: ProcessorRequest) -> Bool {
            stage == request.stage
                && scope.admits(
                    journey: request.journey, documentType: request.documentType, source: request.source,
                    mediaType: request.mediaType)
        }
    }

    private struct Check: Sendable {
        let rule: any Rule
        let checkpoints: Set<Checkpoint>
        let scope: ProcessorScope
    }

    private var makers: [Maker] = []
    private var checks: [Check] = []

    /// Without any processor or check.
    public init() {}

    /// Without sources it serves all of them, and documents whose source is not known; so with journeys, types and media types.
    public mutating func register<Processor: Sendable>(
        _ stage: Stage, journeys: Set<JourneyID>? = nil, documentTypes: Set<DocumentTypeID>? = nil,
        sources: Set<DocumentSource>? = nil, mediaTypes: Set<MediaType>? = nil,
        make: @escaping @Sendable (ProcessorRequest) throws -> Processor
    ) {
        let scope = ProcessorScope(journeys: journeys, documentTypes: documentTypes, sources: sources, mediaTypes: mediaTypes)
        makers.append(Maker(stage: stage, scope: scope, make: make))
    }

    /// Has a rule checked at these points, for what the scope admits. Another rule of the same id takes the place of the first.
    public mutating func check(_ rule: some Rule, at checkpoints: Set<Checkpoint>, for scope: ProcessorScope = ProcessorScope()) {
        let check = Check(rule: rule, checkpoints: checkpoints, scope: scope)
        if let index = checks.firstIndex(where: { $0.rule.id == rule.id }) {
            checks[index] = check
        } else {
            checks.append(check)
        }
    }

    /// All rules, in the order in which they are checked.
    public var rules: [any Rule] { checks.map(\.rule) }

    /// The rules at a point, each with what it is for.
    public func checks(at checkpoint: Checkpoint) -> [(rule: any Rule, scope: ProcessorScope)] {
        checks.filter { $0.checkpoints.contains(checkpoint) }.map { ($0.rule, $0.scope) }
    }

    /// The rules at a point for one kind of file.
    public func rules(at checkpoint: Checkpoint, for request: ProcessorRequest) -> [any Rule] {
        checks(at: checkpoint).filter {
            $0.scope.admits(
                journey: request.journey, documentType: request.documentType, source: request.source,
                mediaType: request.mediaType)
        }.map(\.rule)
    }

    /// The processor, which has to be of a type or conform to a protocol.
    ///
    /// - Throws: `ProcessorFactoryError` if nobody makes one, or one of that type.
    public func processor<Processor>(
        _ type: Processor.Type = Processor.self, for request: ProcessorRequest
    ) throws(ProcessorFactoryError) -> Processor {
        let candidates = makers.filter { $0.serves(request) }
        guard let best = candidates.map(\.scope.specificity).max(),
            let maker = candidates.last(where: { $0.scope.specificity == best })
        else { throw .noProcessor(request, served: servedMediaTypes(at: request.stage)) }
        let made: any Sendable
        do {
            made = try maker.make(request)
        } catch {
            throw .makerFailed(request, detail: String(describing: error))
        }
        guard let processor = made as? Processor else {
            throw .wrongKind(request, made: String(describing: Swift.type(of: made)), wanted: String(describing: type))
        }
        return processor
    }

    /// The media types that are named at a stage, sorted.
    public func servedMediaTypes(at stage: Stage) -> [MediaType] {
        Set(makers.filter { $0.stage == stage }.flatMap { $0.scope.mediaTypes ?? [] }).sorted { $0.essence < $1.essence }
    }
}

public enum ProcessorFactoryError: Error, Sendable, Hashable {
    case noProcessor(ProcessorRequest, served: [MediaType])
    case wrongKind(ProcessorRequest, made: String, wanted: String)
    case makerFailed(ProcessorRequest, detail: String)

    public var code: String {
        switch self {
        case .noProcessor: "no-processor"
        case .wrongKind: "wrong-processor"
        case .makerFailed: "processor-unavailable"
        }
    }

    public var isRetriable: Bool {
        if case .makerFailed = self { true } else { false }
    }
}

extension ProcessorFactoryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noProcessor(let request, let served):
            "Nothing is registered for \(request.wording); the stage serves "
                + (served.isEmpty ? "no media type." : served.map(\.essence).joined(separator: ", ") + ".")
        case .wrongKind(let request, let made, let wanted):
            "What is registered for \(request.wording) is a \(made), and a \(wanted) is wanted."
        case .makerFailed(let request, _):
            "The processor for \(request.wording) could not be made."
        }
    }

    public var detail: String {
        if case .makerFailed(_, let detail) = self { "\(description) \(detail)" } else { description }
    }
}

extension ProcessorRequest {
    fileprivate var wording: String {
        "\(stage.rawValue) of \(mediaType)" + (source.map { " from \($0.rawValue)" } ?? "")
    }
}
