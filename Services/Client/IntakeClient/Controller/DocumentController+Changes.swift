public import Shared

/// What a person does with what they have gathered. Documents and pages are named by their ids, never by where they stand in a list.
extension DocumentController {
    /// Puts the pages of a document into this order.
    ///
    /// - Throws: `wrongOrder` unless each of them is named once.
    public nonisolated(nonsending) func order(
        _ pages: [DraftPageID], of document: DraftDocumentID
    ) async throws(DraftFault) {
        if let owner = draft.document(document) { try checkOpen(owner) }
        let isDone = change { draft -> Bool in
            guard let now = draft.document(document), now.pages.count == pages.count,
                Set(now.pages.map(\.id)) == Set(pages)
            else { return false }
            draft.update(document) { document in
                document.pages = pages.compactMap { id in now.pages.first { $0.id == id } }
            }
            return true
        }
        guard isDone == true else {
            throw DraftFault(.wrongOrder, .errPreconditionFailed, in: language)
        }
        try await keep()
    }

    /// Puts the documents into this order, in which they are shown; the gateway's has no meaning.
    ///
    /// - Throws: `wrongOrder` unless each of them is named once.
    public nonisolated(nonsending) func order(_ documents: [DraftDocumentID]) async throws(DraftFault) {
        let isDone = change { draft -> Bool in
            let now = draft.documents
            guard now.count == documents.count, Set(now.map(\.id)) == Set(documents) else { return false }
            draft.documents = documents.compactMap { id in now.first { $0.id == id } }
            return true
        }
        guard isDone == true else {
            throw DraftFault(.wrongOrder, .errPreconditionFailed, in: language)
        }
        try await keep()
    }

    /// Turns a page clockwise by a quarter.
    public nonisolated(nonsending) func rotate(_ page: DraftPageID, by rotation: Rotation = .quarter) async throws(DraftFault) {
        guard let owner = draft.owner(of: page) else { throw .notThere(in: language) }
        try checkOpen(owner)
        change { $0.update(page) { $0.rotation = $0.rotation.adding(rotation) } }
        try await keep()
    }

    /// Says when a document was issued; nil takes that away.
    public nonisolated(nonsending) func set(
        issueDate: CalendarDate?, of document: DraftDocumentID
    ) async throws(DraftFault) {
        try await update(document) { $0.issueDate = issueDate }
    }

    /// Says until when a document is valid; nil takes that away.
    public nonisolated(nonsending) func set(
        expiryDate: CalendarDate?, of document: DraftDocumentID
    ) async throws(DraftFault) {
        try await update(document) { $0.expiryDate = expiryDate }
    }

    /// Says what days a document covers; nil takes that away.
    public nonisolated(nonsending) func set(period: DatePeriod?, of document: DraftDocumentID) async throws(DraftFault) {
        try await update(document) { $0.period = period }
    }

    /// Makes it a document of another type, with the pages it has.
    ///
    /// - Throws: `unknownType`; `refused` with the reasons where a page is not what that type takes, and nothing is changed.
    public nonisolated(nonsending) func set(type: DocumentTypeID, of document: DraftDocumentID) async throws(DraftFault) {
        let known = try accepted(type)
        guard let now = draft.document(document) else { throw .notThere(in: language) }
        let facts = DocumentFacts(now)
        let refusals = facts.pages.flatMap { page in
            RuleEngine.onArrival.reasons(for: page, of: known, in: facts, journey: journey)
        }.filter { $0.severity == .refuse }
        guard refusals.isEmpty else {
            throw DraftFault(refusing: refusals.map { $0.localized(in: language, of: journey) })
        }
        try await update(document) { $0.type = type }
    }

    private nonisolated(nonsending) func update(
        _ document: DraftDocumentID, _ body: @Sendable (inout DraftDocument) -> Void
    ) async throws(DraftFault) {
        guard let now = draft.document(document) else { throw .notThere(in: language) }
        try checkOpen(now)
        change { $0.update(document, body) }
        try await keep()
    }

    /// Records that the person agrees to the journey's terms, of that version.
    public nonisolated(nonsending) func agree(to version: String) async throws(DraftFault) {
        change { $0.consent = version }
        try await keep()
    }

    /// Takes back a file from what is sent. Bytes that the gateway has of it are given up there.
    public nonisolated(nonsending) func cancel(_ page: DraftPageID) async throws(DraftFault) {
        let upload = change { draft -> UploadID? in
            guard let now = draft.page(page), now.transfer.pageID == nil else { return nil }
            draft.update(page) { $0.transfer = .cancelled }
            if case .sending(let upload, _) = now.transfer { return upload }
            return nil
        }
        // If nobody hears it, the upload expires.
        if let client, let upload, let upload { try? await client.cancelUpload(upload) }
        try await keep()
    }

    /// Lets the next upload send a file that was refused or stopped.
    public nonisolated(nonsending) func retry(_ page: DraftPageID) async throws(DraftFault) {
        guard let now = draft.page(page) else { throw .notThere(in: language) }
        guard now.transfer.pageID == nil else { return }
        change { draft in
            draft.update(page) { page in
                switch page.transfer {
                case .refused, .cancelled: page.transfer = .waiting
                case .waiting, .sending, .sent: break
                }
            }
        }
        try await keep()
    }

    // MARK: -

    func subject(_ action: String, _ resource: String) -> ConfirmationSubject {
        ConfirmationSubject(action: action, resource: "drafts/\(resource)", version: draft.stamp.revision)
    }

    func checkOpen() throws(DraftFault) {
        guard allowsChanges else { throw .closed(in: language) }
    }

    func checkOpen(_ document: DraftDocument) throws(DraftFault) {
        guard allowsChanges(to: document) else { throw .closed(in: language) }
    }
}
