public import Shared

/// The steps to a new document, as a value for a screen: first its type, then the source, then its files. A step with
/// only one choice is skipped.
///
/// ```swift
/// var adding = list.adding(from: pickers)
/// // The screen shows `adding.step` until it is `files`.
/// adding.choose(type)
/// adding.choose(.camera)
/// try await list.append(adding, from: pickers)
/// ```
public struct AddingDocument<Scope: DocumentsScope>: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        /// Choose a type; empty if the journey takes no more documents.
        case type([ScopedDocumentType<Scope>])
        /// Choose a source; empty if this device has none.
        case source(of: ScopedDocumentType<Scope>, [DocumentSource])
        case files(of: ScopedDocumentType<Scope>, PickerRequest)
    }

    private let types: [ScopedDocumentType<Scope>]
    private let sources: [DocumentSource]
    private let language: Language
    private var type: ScopedDocumentType<Scope>?
    private var source: DocumentSource?

    public init(types: [ScopedDocumentType<Scope>], sources: [DocumentSource], language: Language = .english) {
        self.types = types
        self.sources = sources
        self.language = language
    }

    public var step: Step {
        guard let type = type ?? types.onlyOne else { return .type(types) }
        guard let source = source ?? sources.onlyOne else { return .source(of: type, sources) }
        return .files(of: type, PickerRequest(source: source, for: type.documentType, language: language))
    }

    /// An unavailable choice changes nothing.
    public mutating func choose(_ type: ScopedDocumentType<Scope>) {
        guard types.contains(type) else { return }
        self.type = type
    }

    /// An unavailable choice changes nothing.
    public mutating func choose(_ source: DocumentSource) {
        guard sources.contains(source) else { return }
        self.source = source
    }

    /// Undoes the last choice.
    public mutating func goBack() {
        if source != nil { source = nil } else { type = nil }
    }

    /// Whether there is a choice to undo.
    public var canGoBack: Bool { type != nil || source != nil }
}

extension Array {
    fileprivate var onlyOne: Element? { count == 1 ? first : nil }
}

extension DocumentList {
    /// Begins to add a document of an available type, from a source of the app.
    public func adding(from pickers: PickerFactory) -> AddingDocument<Model.Scope> {
        AddingDocument(types: availableTypes, sources: pickers.sources, language: controller.language)
    }

    /// Lets the person choose files with the type and the source of `adding`. Nil if they chose none.
    ///
    /// - Throws: `notThere` while the type or the source is not chosen.
    @discardableResult
    public nonisolated(nonsending) func append(
        _ adding: AddingDocument<Model.Scope>, from pickers: PickerFactory, issueDate: CalendarDate? = nil,
        period: DatePeriod? = nil, expiryDate: CalendarDate? = nil
    ) async throws(DraftFault) -> DraftDocumentID? {
        guard case .files(let type, let request) = adding.step else { throw .notThere(in: controller.language) }
        let picker: any FilePicker
        do throws(PickerFault) { picker = try pickers.picker(for: request) } catch { throw refusal(error) }
        return try await append(from: picker, as: type, issueDate: issueDate, period: period, expiryDate: expiryDate)
    }
}
