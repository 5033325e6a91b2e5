public import Shared

/// A way to choose files: a camera, a photo library, a file dialog. One call is one choice.
public protocol FilePicker: Sendable {
    func pick() async -> PickerOutcome
}

public enum PickerOutcome: Sendable, Hashable {
    /// At least one.
    case picked([CandidateFile])
    /// The person cancelled. Nothing failed.
    case cancelled
    case failed(PickerFault)
}

/// Why no file could be chosen.
public struct PickerFault: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// This device, or this program, lacks the source.
        case unavailable
        /// The person, or the device's administrator, denies the app access.
        case notAllowed
        case unreadable
        /// No chosen file is a picture or a PDF.
        case unusable
        case tooMany
    }

    public let code: Code
    /// What happened and what to do, for a person.
    public let description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// A request to choose files.
public struct PickerRequest: Sendable, Hashable {
    public var source: DocumentSource
    public var allowsSeveral: Bool
    /// The types that the document's type accepts.
    public var mediaTypes: [MediaType]
    /// The language of faults for the person.
    public var language: Language

    public init(
        source: DocumentSource, allowsSeveral: Bool = true, mediaTypes: [MediaType] = DocumentType.usualMediaTypes,
        language: Language = .english
    ) {
        self.source = source
        self.allowsSeveral = allowsSeveral
        self.mediaTypes = mediaTypes
        self.language = language
    }

    /// Whether a file of that type may be chosen.
    public func accepts(_ type: MediaType) -> Bool { mediaTypes.contains { type.isCompatible(with: $0) } }

    /// For a document of this type. Allows several photos if the type allows several pages.
    public init(source: DocumentSource, for type: DocumentType, language: Language = .english) {
        self.init(source: source, allowsSeveral: type.pages.max > 1, mediaTypes: type.mediaTypes, language: language)
    }
}

/// Makes the picker for a source. The caller never names a framework: an app registers its camera and its photo library,
/// a test its double.
public struct PickerFactory: Sendable {
    public typealias Make = @Sendable (PickerRequest) -> any FilePicker

    private var makers: [DocumentSource: Make] = [:]

    public init() {}

    /// A later picker for the same source replaces it.
    public mutating func register(_ source: DocumentSource, _ make: @escaping Make) { makers[source] = make }

    /// The available sources.
    public var sources: [DocumentSource] { DocumentSource.allCases.filter { makers[$0] != nil } }

    /// Enforces the request on the result: at most one file if one is requested, and only of accepted types.
    ///
    /// - Throws: `unavailable`.
    public func picker(for request: PickerRequest) throws(PickerFault) -> any FilePicker {
        guard let make = makers[request.source] else {
            throw PickerFault(.unavailable, in: request.language)
        }
        return CheckedPicker(base: make(request), request: request)
    }
}

private struct CheckedPicker: FilePicker {
    let base: any FilePicker
    let request: PickerRequest

    func pick() async -> PickerOutcome {
        let outcome = await base.pick()
        guard case .picked(let files) = outcome else { return outcome }
        guard !files.isEmpty else { return .cancelled }
        guard request.allowsSeveral || files.count == 1 else {
            return .failed(PickerFault(.tooMany, request.language.say(.oneFile)))
        }
        return files.allSatisfy(isOfAKind) ? outcome : .failed(.unusable(for: request))
    }

    /// A file of unknown type is examined when it is added.
    private func isOfAKind(_ file: CandidateFile) -> Bool {
        guard let type = file.mediaType, type != .octetStream else { return true }
        return request.accepts(type)
    }
}
