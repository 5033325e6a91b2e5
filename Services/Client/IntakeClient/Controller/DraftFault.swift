public import Shared

/// Why something could not be done with a draft.
public struct DraftFault: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// It was removed meanwhile, in another window perhaps.
        case notThere
        /// The journey does not accept documents of that type.
        case unknownType
        /// Not each of them, or not each of them once.
        case wrongOrder
        /// The rules refuse a file; `reasons` says why, and what would be accepted.
        case refused
        case fileUnreadable
        case tooMany
        /// It is neither a draft nor to be put right any more.
        case closed
        /// What was done holds in this process, and could not be kept for the next one; `storage` says why.
        case notKept
    }

    public let code: Code
    /// For a person, in the language of the controller.
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
