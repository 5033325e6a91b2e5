public import Observation
public import Shared
import Synchronization

/// A person's draft for one submission, with all its operations.
///
/// Any thread can read and observe it without waiting, even a screen on the main actor. Slow calls are `async` and run on
/// the caller's actor: an app that calls them from the main actor sees every change there. A command-line tool needs no
/// main actor.
///
/// The storage has saved each change when the call returns. If the storage fails, the call throws `notKept`, and the
/// change still applies in this process.
///
/// ```swift
/// let controller = try await DocumentController(for: ProofOfAddress.self, in: FileStorage(folder: folder), client: client)
/// try await controller.append([CandidateFile(path: "bill.pdf")], as: "utility-bill", issueDate: day)
/// for try await progress in controller.upload() { show(progress.fraction) }
/// if controller.isValid { try await controller.submit() }
/// ```
@Observable
public final class DocumentController<Storage: DraftStorage>: Sendable {
    /// The rules for the draft. The gateway's rules decide.
    @ObservationIgnored public let journey: JourneyDefinition
    @ObservationIgnored let storage: Storage
    @ObservationIgnored let client: IntakeClient?
    @ObservationIgnored let template: NewSubmission
    @ObservationIgnored let language: Language
    @ObservationIgnored let time: any ClientTime
    @ObservationIgnored private let state: Mutex<State>
    /// The place of an earlier, unreadable draft; nil in the usual case.
    @ObservationIgnored public let setAside: String?

    private struct State {
        var draft: Draft
        var view: SubmissionView?
        var progress: UploadProgress?
        var changes = DraftChanges()
        /// Counts uploads. A later one ends the earlier.
        var run = 0
        var isErased = false
    }

    /// Continues the storage's draft, or begins one.
    ///
    /// Without a client nothing can be sent. `submission` is the one that a link is for; without it the first upload
    /// creates one from `template`. A draft of another submission or journey throws `notThere`.
    public init(
        journey: JourneyDefinition, in storage: Storage, client: IntakeClient? = nil, submission: SubmissionID? = nil,
        template: NewSubmission? = nil, language: Language = .english, time: any ClientTime = SystemClientTime()
    ) async throws {
        let loaded = try await storage.load()
        var draft = loaded.draft?.taken(by: Draft.newWriter()) ?? Draft(journey: journey.id, submission: submission)
        guard draft.journey == journey.id, draft.submission == nil || submission == nil || draft.submission == submission else {
            throw DraftFault(.notThere, .otherDraft, in: language)
        }
        draft.submission = draft.submission ?? submission
        self.journey = journey
        self.storage = storage
        self.client = client
        self.template = template ?? NewSubmission(journey: journey.id)
        self.language = language
        self.time = time
        setAside = loaded.setAside
        state = Mutex(State(draft: draft))
    }

    /// The same for a journey that is declared as a type.
    public convenience init<Scope: DocumentsScope>(
        for scope: Scope.Type, in storage: Storage, client: IntakeClient? = nil, submission: SubmissionID? = nil,
        template: NewSubmission? = nil, language: Language = .english, time: any ClientTime = SystemClientTime()
    ) async throws {
        try await self.init(
            journey: JourneyDefinition(scope).said(in: language), in: storage, client: client, submission: submission,
            template: template, language: language, time: time)
    }

    // MARK: - What there is

    public var draft: Draft {
        access(keyPath: \.draft)
        return state.withLock { $0.draft }
    }

    public var documents: [DraftDocument] { draft.documents }

    /// The gateway's submission in its last known state; nil before the first upload.
    public var submission: SubmissionView? {
        access(keyPath: \.submission)
        return state.withLock { $0.view }
    }

    /// The changes from elsewhere in the last merge that had any. Call `seen()` once the person knows of them.
    public var changesElsewhere: DraftChanges {
        access(keyPath: \.changesElsewhere)
        return state.withLock { $0.changes }
    }

    /// The progress of the current or the last upload; nil before the first.
    public var progress: UploadProgress? {
        access(keyPath: \.progress)
        return state.withLock { $0.progress }
    }

    /// What remains to be done before the submit. `submit()` checks it.
    public var readiness: SubmissionReadiness {
        let missing = missing
        if !missing.isEmpty { return .incomplete(missing) }
        return isUploaded ? .ready : .unsent
    }

    /// Whether the journey's requirements are met and no file was refused or stopped: the person only has to submit. See
    /// `readiness`.
    public var isValid: Bool { missing.isEmpty }

    /// The reasons against a submit, in the person's language; always current.
    public var missing: [Reason] {
        RuleEngine.completeness.reasons(for: facts).filter { $0.severity == .refuse }
            .map { $0.localized(in: language, of: journey) } + unsentReasons
    }

    private var unsentReasons: [Reason] {
        let (draft, words) = (draft, language.say(.unsent))
        return draft.documents.flatMap { document in
            document.pages.filter(\.transfer.needsAttention).map { page in
                let message = if case .refused(let why) = page.transfer { why } else { words }
                return Reason(
                    rule: "app.unsent", documentType: document.type, document: DocumentID(document.id.uuid),
                    page: PageID(page.id.uuid), found: message, expected: words,
                    message: message)
            }
        }
    }

    /// Whether the gateway has everything, in this order.
    public var isUploaded: Bool { UploadPlan.next(for: draft) == .finished && draft.submission != nil }

    /// Files that the gateway refused or the person stopped.
    public var unsent: [DraftPage] { draft.pages.filter(\.transfer.needsAttention) }

    /// Whether the person may change anything.
    public var allowsChanges: Bool { submission?.state.allowsChanges ?? true }

    /// Whether the person may change this document. In a returned submission only refused documents may be changed.
    public func allowsChanges(to document: DraftDocument) -> Bool {
        guard let view = submission else { return true }
        guard view.state.allowsChanges else { return false }
        return document.sent.flatMap { view.document($0.id) }?.state.allowsChanges ?? true
    }

    private var facts: SubmissionFacts {
        let draft = draft
        return SubmissionFacts(
            journey: journey, documents: draft.documents.map(DocumentFacts.init),
            today: journey.day(at: Timestamp(client?.now ?? time.now)),
            consent: draft.consent)
    }

    // MARK: - Changing it

    /// Changes the draft and notifies observers. Returns the result of `body`, or nil after the draft was erased.
    @discardableResult
    func change<Result: Sendable>(_ body: @Sendable (inout Draft) -> Result) -> Result? {
        withMutation(keyPath: \.draft) {
            state.withLock { state -> Result? in
                guard !state.isErased else { return nil }
                state.draft.stamp.revision += 1
                return body(&state.draft)
            }
        }
    }

    nonisolated(nonsending) func keep() async throws(DraftFault) {
        let (draft, isErased) = state.withLock { ($0.draft, $0.isErased) }
        guard !isErased else { return }
        do throws(DraftStorageError) {
            try await storage.save(draft)
        } catch {
            throw DraftFault(error, in: language)
        }
    }

    func learn(_ view: SubmissionView) {
        withMutation(keyPath: \.submission) {
            state.withLock { state in
                // Answers may overtake one another.
                if state.view.map({ $0.id == view.id && $0.version > view.version }) != true { state.view = view }
            }
        }
    }

    func tell(_ changes: DraftChanges) {
        guard !changes.isEmpty else { return }
        withMutation(keyPath: \.changesElsewhere) { state.withLock { $0.changes = changes } }
    }

    /// Records that the person knows the changes made elsewhere.
    public func seen() { withMutation(keyPath: \.changesElsewhere) { state.withLock { $0.changes = DraftChanges() } } }

    func show(_ progress: UploadProgress) {
        withMutation(keyPath: \.progress) { state.withLock { $0.progress = progress } }
    }

    /// Grows with every change of the draft.
    var revision: Int { state.withLock { $0.draft.stamp.revision } }

    /// Merges the gateway's state, unless the draft has changed since the request: the state may then be outdated.
    /// Observers are notified only of a difference. Nil if the state must be requested again.
    func merge(_ view: SubmissionView, askedAt revision: Int) -> DraftMerge? {
        let (isCurrent, merge) = state.withLock { state in
            (state.draft.stamp.revision == revision && !state.isErased, DraftMerge(of: state.draft, with: view))
        }
        guard isCurrent else { return nil }
        guard merge.draft != draft else { return merge }
        return withMutation(keyPath: \.draft) {
            state.withLock { state in
                guard state.draft.stamp.revision == revision, !state.isErased else { return nil }
                state.draft = merge.draft
                state.draft.stamp.revision += 1
                return merge
            }
        }
    }

    /// Begins an upload, which ends the previous one.
    func beginRun() -> Int {
        state.withLock { state in
            state.run += 1
            return state.run
        }
    }

    func isCurrent(_ run: Int) -> Bool { state.withLock { $0.run == run } }

    /// Ends the current upload after the piece in transit. `upload()` continues after the sent pieces.
    public func cancelUpload() { _ = beginRun() }

    /// Deletes the draft and its bytes on this device. The gateway keeps its submission.
    func erase(by confirmation: Confirmation) async throws(DraftFault) {
        withMutation(keyPath: \.draft) {
            state.withLock { state in
                state.isErased = true
                state.draft.documents = []
                state.run += 1
            }
        }
        do throws(DraftStorageError) { try await storage.erase(by: confirmation) } catch { throw DraftFault(error, in: language) }
    }
}

extension DocumentFacts {
    /// The facts of a document in a draft.
    init(_ document: DraftDocument) {
        self.init(
            id: DocumentID(document.id.uuid), type: document.type,
            issueDate: document.issueDate.map(StatedDate.day) ?? .absent, period: document.period, source: document.source,
            pages: document.pages.map { page in
                PageFacts(
                    id: PageID(page.id.uuid), size: page.file.size, mediaType: page.file.mediaType,
                    declaredMediaType: page.file.declaredMediaType, pageCount: page.file.pageCount)
            }, expiryDate: document.expiryDate.map(StatedDate.day) ?? .absent)
    }
}
