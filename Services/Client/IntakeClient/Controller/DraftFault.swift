public import Shared

/// Why an operation on a draft failed.
public struct DraftFault: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// It was removed meanwhile, perhaps in another window.
        case notThere
        /// The journey does not accept documents of that type.
        case unknownType
        /// An element is missing, unknown or repeated.
        case wrongOrder
        /// The rules refuse a file. `reasons` say why, and what is accepted.
        case refused
        case fileUnreadable
        case tooMany
        /// The submission is no draft, and can no longer be corrected.
        case closed
        /// The change applies in this process but was not saved; `storage` says why.
        case notKept
    }

    public let code: Code
    /// For a person, in the controller's language.
    public let description: String
    public let reasons: [Reason]
    public let storage: DraftStorageError?

    init(_ code: Code, _ phrase: Phrase, _ values: [String: ReasonValue] = [:], in language: Language) {
        self.init(code, language.say(phrase, values))
    }

    init(_ code: Code, _ description: String, reasons: [Reason] = [], storage: DraftStorageError? = nil) {
        self.code = code
        self.description = description
        self.reasons = reasons
        self.storage = storage
    }

    init(refusing reasons: [Reason]) {
        self.init(.refused, reasons.map(\.message).joined(separator: " "), reasons: reasons)
    }

    init(_ error: DraftStorageError, in language: Language) {
        self.init(.notKept, error.words(in: language), storage: error)
    }

    public var isRetriable: Bool { storage?.isRetriable ?? false }
    public var detail: String {
        "\(code.rawValue) \(storage?.code.rawValue ?? reasons.map(\.rule.rawValue).joined(separator: " "))"
    }

    static func notThere(in language: Language) -> DraftFault { DraftFault(.notThere, .notThere, in: language) }
    static func closed(in language: Language) -> DraftFault { DraftFault(.closed, .errNotADraft, in: language) }
}
