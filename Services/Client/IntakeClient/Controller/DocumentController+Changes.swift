public import Shared

/// The person's changes to a draft. Documents and pages are named by their ids, never by their place in a list.
extension DocumentController {
    /// Sets the order of a document's pages.
    ///
    /// - Throws: `wrongOrder` unless each page is named once.
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

    /// Sets the order in which the documents are shown. The gateway's order has no meaning.
    ///
    /// - Throws: `wrongOrder` unless each document is named once.
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

    /// Rotates a page clockwise.
    public nonisolated(nonsending) func rotate(_ page: DraftPageID, by rotation: Rotation = .quarter) async throws(DraftFault) {
        guard let owner = draft.owner(of: page) else { throw .notThere(in: language) }
        try checkOpen(owner)
        change { $0.update(page) { $0.rotation = $0.rotation.adding(rotation) } }
        try await keep()
    }

    /// Sets a document's date of issue; nil removes it.
    public nonisolated(nonsending) func set(
        issueDate: CalendarDate?, of document: DraftDocumentID
    ) async throws(DraftFault) {
        try await update(document) { $0.issueDate = issueDate }
    }

    /// Sets a document's last day of validity; nil removes it.
    public nonisolated(nonsending) func set(
        expiryDate: CalendarDate?, of document: DraftDocumentID
    ) async throws(DraftFault) {
        try await update(document) { $0.expiryDate = expiryDate }
    }

    /// Sets the period that a document covers; nil removes it.
    public nonisolated(nonsending) func set(period: DatePeriod?, of document: DraftDocumentID) async throws(DraftFault) {
        try await update(document) { $0.period = period }
    }

    /// Changes the type of a document, and keeps its pages.
    ///
    /// - Throws: `unknownType`; `refused` with the reasons if the type does not accept a page. Nothing is changed then.
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

    /// Records the person's consent to a version of the journey's terms.
    public nonisolated(nonsending) func agree(to version: String) async throws(DraftFault) {
        change { $0.consent = version }
        try await keep()
    }

    /// Stops sending a file. The gateway gives up the bytes that it has of it.
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

    /// Makes the next upload send a file that was refused or stopped.
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
