public import Shared

/// A way in which a person chooses files: a camera, a photo library, a dialog for files. One call is one choice.
public protocol FilePicker: Sendable {
    func pick() async -> PickerOutcome
}

public enum PickerOutcome: Sendable, Hashable {
    /// At least one.
    case picked([CandidateFile])
    /// The person changed their mind: nothing went wrong.
    case cancelled
    case failed(PickerFault)
}

/// Why nothing could be chosen.
public struct PickerFault: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// This device, or this program, has no such source.
        case unavailable
        /// The person, or whoever manages the device, does not let the app use it.
        case notAllowed
        case unreadable
        /// None of what was chosen is a picture or a PDF.
        case unusable
        case tooMany
    }

    public let code: Code
    /// For a person: what happened, and what to do.
    public let description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// What is to be chosen.
public struct PickerRequest: Sendable, Hashable {
    public var source: DocumentSource
    public var allowsSeveral: Bool
    /// What the document's type accepts.
    public var mediaTypes: [MediaType]
    /// In which the person is told why nothing could be chosen.
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

    /// Whether a file of that kind can be chosen.
    public func accepts(_ type: MediaType) -> Bool { mediaTypes.contains { type.isCompatible(with: $0) } }

    /// For a document of this type: several photos where it may have several pages.
    public init(source: DocumentSource, for type: DocumentType, language: Language = .english) {
        self.init(source: source, allowsSeveral: type.pages.max > 1, mediaTypes: type.mediaTypes, language: language)
    }
}

/// Makes the picker for a source. Who asks never names the framework that does it: an app registers its camera and its photo library,
/// a test its double.
public struct PickerFactory: Sendable {
    public typealias Make = @Sendable (PickerRequest) -> any FilePicker

    private var makers: [DocumentSource: Make] = [:]

    public init() {}

    /// A later one for the same source takes its place.
    public mutating func register(_ source: DocumentSource, _ make: @escaping Make) { makers[source] = make }

    /// The sources that a person can be offered.
    public var sources: [DocumentSource] { DocumentSource.allCases.filter { makers[$0] != nil } }

    /// Whatever it gives is held to the request: no more than one file where one is asked for, nothing of another kind.
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

    /// What nothing is known of is looked into when it is added.
    private func isOfAKind(_ file: CandidateFile) -> Bool {
        guard let type = file.mediaType, type != .octetStream else { return true }
        return request.accepts(type)
    }
}
