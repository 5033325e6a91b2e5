/// What a processor is wanted for.
public struct ProcessorRequest: Sendable, Hashable {
    public let stage: Stage
    public let source: DocumentSource?
    public let mediaType: MediaType

    public init(stage: Stage, source: DocumentSource? = nil, mediaType: MediaType) {
        self.stage = stage
        self.source = source
        self.mediaType = mediaType
    }
}

/// Makes the processor for a stage, a source and a media type. Who asks never names the library that does the work.
///
/// Makers are registered once, where a service is built; a more specific one goes before a more general one, and of equals the
/// later before the earlier.
public struct ProcessorFactory: Sendable {
    private struct Maker: Sendable {
        let stage: Stage
        let sources: Set<DocumentSource>?
        let mediaTypes: Set<MediaType>?
        let make: @Sendable (ProcessorRequest) throws -> any Sendable

        func serves(_ request: ProcessorRequest) -> Bool {
            stage == request.stage && mediaTypes?.contains(request.mediaType) ?? true
                && sources.map { sources in request.source.map(sources.contains) ?? false } ?? true
        }

        var specificity: Int { (mediaTypes == nil ? 0 : 2) + (sources == nil ? 0 : 1) }
    }

    private var makers: [Maker] = []

    public init() {}

    /// Without sources it serves all of them, and documents whose source is not known; without media types it serves all.
    public mutating func register<Processor: Sendable>(
        _ stage: Stage, sources: Set<DocumentSource>? = nil, mediaTypes: Set<MediaType>? = nil,
        make: @escaping @Sendable (ProcessorRequest) throws -> Processor
    ) {
        makers.append(Maker(stage: stage, sources: sources, mediaTypes: mediaTypes, make: make))
    }

    /// The processor, which has to be of a type or conform to a protocol.
    ///
    /// - Throws: `ProcessorFactoryError` if nobody makes one, or one of that type.
    public func processor<Processor>(
        _ type: Processor.Type = Processor.self, for request: ProcessorRequest
    ) throws(ProcessorFactoryError) -> Processor {
        let candidates = makers.filter { $0.serves(request) }
        guard let best = candidates.map(\.specificity).max(), let maker = candidates.last(where: { $0.specificity == best })
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
        Set(makers.filter { $0.stage == stage }.flatMap { $0.mediaTypes ?? [] }).sorted { $0.essence < $1.essence }
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
