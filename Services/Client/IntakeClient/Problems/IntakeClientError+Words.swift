public import Shared

/// The text of a failure, in any language.
struct LocalizedMessage: Sendable, Hashable {
    let phrase: Phrase
    let values: [String: ReasonValue]

    init(_ phrase: Phrase, _ values: [String: ReasonValue] = [:]) {
        self.phrase = phrase
        self.values = values
    }
}

extension IntakeClientError {
    /// What happened and what to do, for a person in their language. `type` is the type of the file's document.
    ///
    /// The gateway's own texts are in the client's language; see `IntakeClient.language`.
    public func words(in language: Language, about type: DocumentType? = nil) -> String {
        if let saying { return language.say(saying.phrase, saying.values) }
        guard let problem else { return language.say(phrase) }
        switch problem.type {
        case "too-large", "upload-length-exceeded":
            if let type { return language.say(.errTooLarge, ["size": .bytes(type.maximumBytes)]) }
        case "unsupported-media-type", "media-type-mismatch":
            if let type { return language.say(.errType, ["types": .alternatives(type.mediaTypes)]) }
        case "link-ended", "unauthenticated": return "\(language.say(.linkEnded)).\n\(language.say(.linkEndedText))"
        case "incomplete": return ([language.say(.errIncomplete)] + problem.missing.map(\.message)).joined(separator: "\n")
        default: break
        }
        if (502...504).contains(problem.status) { return language.say(.errNetwork) }
        if let known = Phrase(rawValue: "err.\(problem.type)"), !language.template(of: known).contains("{") {
            return language.say(known)
        }
        return language.say(.errOther, ["detail": .text(problem.detail ?? problem.title)])
    }

    private var phrase: Phrase {
        switch code {
        case .unreachable, .refused: .errNetwork
        case .invalidAddress: .noGateway
        case .invalidRequest, .unexpectedAnswer: .unexpected
        case .fileUnreadable: .pickerUnreadable
        case .fileUnwritable: .storeUnwritable
        case .timedOut: .timedOut
        case .cancelled: .stopped
        }
    }
}

extension DraftStorageError {
    /// For a person, in their language.
    public func words(in language: Language) -> String {
        switch code {
        case .unreadable, .corrupt: language.say(.storeUnreadable)
        case .unwritable, .notConfirmed: language.say(.storeUnwritable)
        case .full: language.say(.storeFull)
        case .tooLarge: language.say(.storeTooLarge)
        case .changedElsewhere: language.say(.storeChangedElsewhere)
        case .newerFormat: language.say(.storeNewerFormat)
        case .missing: language.say(.pickerUnreadable)
        }
    }
}

extension PickerFault {
    /// Uses this library's text for the code.
    public init(_ code: Code, in language: Language) {
        let phrase: Phrase =
            switch code {
            case .unavailable: .pickerUnavailable
            case .notAllowed: .pickerNotAllowed
            case .unreadable: .pickerUnreadable
            case .unusable: .pickerUnusable
            case .tooMany: .pickerTooMany
            }
        self.init(code, language.say(phrase))
    }

    /// Names the types that can be chosen.
    static func unusable(for request: PickerRequest) -> PickerFault {
        PickerFault(.unusable, request.language.say(.errType, ["types": .alternatives(request.mediaTypes)]))
    }
}
