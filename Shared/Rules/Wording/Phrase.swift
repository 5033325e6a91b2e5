/// A text that a client shows to a person: the page or an app. `ReasonTexts` has the rules' sentences.
///
/// The page uses the raw values as keys. It does not use those that begin with `app.`.
public enum Phrase: String, Sendable, Hashable, CaseIterable {
    case remove
    case withdraw
    case noPages
    case onePage
    case pages
    case askDocument = "ask.document"
    case askDocumentText = "ask.documentText"
    case askPage = "ask.page"
    case askPageText = "ask.pageText"
    case askReplace = "ask.replace"
    case askReplaceText = "ask.replaceText"
    case askWithdraw = "ask.withdraw"
    case askWithdrawText = "ask.withdrawText"
    case errTooLarge = "err.too-large"
    case errType = "err.type"
    case errEmptyFile = "err.empty-file"
    case errGone = "err.gone"
    case errNetwork = "err.network"
    case errPasswordProtected = "err.password-protected"
    case errTooManyPixels = "err.too-many-pixels"
    case errTooManyFrames = "err.too-many-frames"
    case errDuplicateFile = "err.duplicate-file"
    case errTooManyPages = "err.too-many-pages"
    case errTooManyDocuments = "err.too-many-documents"
    case errStorageFull = "err.storage-full"
    case errQuotaUsedUp = "err.quota-used-up"
    case errPreconditionFailed = "err.precondition-failed"
    case errNotADraft = "err.not-a-draft"
    case errDateInFuture = "err.date-in-future"
    case errInvalidDate = "err.invalid-date"
    case errIncomplete = "err.incomplete"
    case errConfirmationInvalid = "err.confirmation-invalid"
    case errOther = "err.other"
    case linkEnded = "link.ended"
    case linkEndedText = "link.endedText"
    case linkUnknown = "link.unknown"
    case linkUnknownText = "link.unknownText"
    case replace = "app.replace"
    case lost = "app.lost"
    case documents = "app.documents"
    case documentsText = "app.documentsText"
    case discard = "app.discard"
    case discardTitle = "app.discardTitle"
    case discardText = "app.discardText"
    case unknownType = "app.unknownType"
    case tooManyFiles = "app.tooManyFiles"
    case oneFile = "app.oneFile"
    case notThere = "app.notThere"
    case unreadable = "app.unreadable"
    case gone = "app.gone"
    case changed = "app.changed"
    case elsewhere = "app.elsewhere"
    case unsent = "app.unsent"
    case notSent = "app.notSent"
    case noGateway = "app.noGateway"
    case unexpected = "app.unexpected"
    case timedOut = "app.timedOut"
    case stopped = "app.stopped"
    case otherDraft = "app.otherDraft"
    case storeUnreadable = "app.store.unreadable"
    case storeUnwritable = "app.store.unwritable"
    case storeFull = "app.store.full"
    case storeTooLarge = "app.store.tooLarge"
    case storeChangedElsewhere = "app.store.changedElsewhere"
    case storeNewerFormat = "app.store.newerFormat"
    case pickerUnavailable = "app.picker.unavailable"
    case pickerNotAllowed = "app.picker.notAllowed"
    case pickerUnreadable = "app.picker.unreadable"
    case pickerUnusable = "app.picker.unusable"
    case pickerTooMany = "app.picker.tooMany"
    case screenDraft = "app.screen.draft"
    case screenSubmitted = "app.screen.submitted"
    case screenProcessing = "app.screen.processing"
    case screenAccepted = "app.screen.accepted"
    case screenNeedsInput = "app.screen.needsInput"
    case screenInReview = "app.screen.inReview"
    case screenRejected = "app.screen.rejected"
    case screenFailed = "app.screen.failed"
    case screenWithdrawn = "app.screen.withdrawn"
    case screenExpired = "app.screen.expired"
    case screenMissing = "app.screen.missing"
    case screenNoPage = "app.screen.noPage"
    case screenPdf = "app.screen.pdf"
    case screenAddPage = "app.screen.addPage"
    case screenAddDocument = "app.screen.addDocument"
    case screenSubmit = "app.screen.submit"
    case screenWithdraw = "app.screen.withdraw"
    case screenAccept = "app.screen.accept"
    case screenRequestInput = "app.screen.requestInput"
    case screenReject = "app.screen.reject"
    case screenSubmissions = "app.screen.submissions"
    case screenNoSubmission = "app.screen.noSubmission"
    case screenMore = "app.screen.more"
    case sheetOnTop = "app.sheet.onTop"
    case sheetTogether = "app.sheet.together"

    /// Whether the page uses it.
    public var isOnPage: Bool { !rawValue.hasPrefix("app.") }
}

/// The phrases of one language, parsed once. Each is a line: its key, a blank, and the text, with placeholders as in
/// `MessageTemplate` but without plurals: the page inserts values as they are.
struct Phrases: Sendable {
    let texts: [Phrase: String]
    private let templates: [Phrase: MessageTemplate]
    /// The unreadable lines, in words. A test requires that there are none.
    let faults: [String]

    init(_ text: String) {
        var texts: [Phrase: String] = [:]
        var templates: [Phrase: MessageTemplate] = [:]
        var faults: [String] = []
        for line in text.split(at: "\n") {
            let parts = line.split(at: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, let phrase = Phrase(rawValue: parts[0]), let template = MessageTemplate(parts[1]) else {
                faults.append("“\(parts.first ?? "")” is no phrase, or cannot be read.")
                continue
            }
            if texts.updateValue(parts[1], forKey: phrase) != nil { faults.append("\(phrase.rawValue) is there twice.") }
            templates[phrase] = template
        }
        self.texts = texts
        self.templates = templates
        self.faults = faults
    }

    func names(in phrase: Phrase) -> Set<String> { templates[phrase]?.names ?? [] }

    func text(_ phrase: Phrase, _ values: [String: ReasonValue], _ conventions: LanguageConventions) -> String {
        templates[phrase]?.text(values, conventions) ?? phrase.rawValue
    }
}

extension Language {
    /// A phrase with its values, in the conventions of this language.
    public func say(_ phrase: Phrase, _ values: [String: ReasonValue] = [:]) -> String {
        phrases.text(phrase, values, conventions)
    }

    /// A phrase with `{name}` as the placeholder of each value, for clients that insert them.
    public func template(of phrase: Phrase) -> String { phrases.texts[phrase] ?? phrase.rawValue }

    /// A single value in the conventions of this language: a date, a size, a media type.
    public func write(_ value: ReasonValue) -> String { conventions.text(value) }

    /// “3 pages”.
    public func pages(_ count: Int) -> String {
        switch count {
        case 0: say(.noPages)
        case 1: say(.onePage)
        default: say(.pages, ["n": .count(count)])
        }
    }
}
