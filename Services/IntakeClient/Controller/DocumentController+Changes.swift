#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
public import Shared

/// What a person does with what they have gathered. Documents and pages are named by their ids, never by where they stand in a list.
extension DocumentController {
    private static var maximumDocuments: Int { 200 }
    private static var maximumPages: Int { 2000 }

    /// Adds a document with these files as its pages; none is fine, they can be added later.
    ///
    /// - Throws: `unknownType`; `refused` with the reasons, and nothing is added.
    @discardableResult
    public nonisolated(nonsending) func append(
        _ files: [CandidateFile] = [], as type: DocumentTypeID, issueDate: CalendarDate? = nil, period: DatePeriod? = nil
    ) async throws(DraftFault) -> DraftDocumentID {
        guard let known = journey.documentType(type) else {
            let accepted = journey.documentTypes.map(\.title).joined(separator: ", ")
            throw DraftFault(.unknownType, .unknownType, ["types": .text(accepted)], in: language)
        }
        try checkOpen()
        guard documents.count < Self.maximumDocuments else {
            throw DraftFault(.tooMany, .errTooManyDocuments, in: language)
        }
        let id = DraftDocumentID.random()
        let empty = DraftDocument(
            id: id, type: type, issueDate: issueDate, period: period, source: files.first?.source, pages: [], sent: nil)
        let pages = try await prepare(files, as: known, in: empty)
        change { draft in
            var document = empty
            document.pages = pages
            draft.documents.append(document)
        }
        try await keep()
        return id
    }

    /// Adds files as the next pages of a document.
    ///
    /// - Throws: `refused` with the reasons, and nothing is added.
    @discardableResult
    public nonisolated(nonsending) func add(
        _ files: [CandidateFile], to document: DraftDocumentID
    ) async throws(DraftFault) -> [DraftPageID] {
        let (known, now) = try find(document)
        let pages = try await prepare(files, as: known, in: now)
        let isThere = change { draft in
            draft.update(document) { $0.pages += pages }
            return draft.document(document) != nil
        }
        guard isThere == true else {
            for page in pages { try await giveUp(page.file, of: page.id) }
            throw .notThere(in: language)
        }
        try await keep()
        return pages.map(\.id)
    }

    /// Prepares to put another file in a page's place: confirming it does. The file is looked at now.
    ///
    /// - Throws: `refused` with the reasons.
    public nonisolated(nonsending) func replace(
        _ page: DraftPageID, with file: CandidateFile
    ) async throws(DraftFault) -> ConfirmationRequired<DraftPageID> {
        guard let owner = draft.owner(of: page), let number = owner.pages.firstIndex(where: { $0.id == page }) else {
            throw .notThere(in: language)
        }
        let (known, now) = try find(owner.id)
        let new = try await prepare([file], as: known, in: now)[0]
        let prompt = ConfirmationPrompt(
            title: language.say(.askReplace),
            message: language.say(.askReplaceText, ["n": .count(number + 1), "type": .text(known.title)]),
            actionLabel: language.say(.replace))
        return ConfirmationRequired(prompt, of: subject("page.replace", "\(owner.id)/pages/\(page)")) { [self] _ in
            let replaced = change { draft -> DraftPage? in
                guard let old = draft.page(page) else { return nil }
                draft.remember(removalOf: old)
                draft.update(owner.id) { document in
                    document.pages = document.pages.map { $0.id == page ? new : $0 }
                }
                return old
            }
            guard let replaced, let replaced else { throw DraftFault.notThere(in: language) }
            try await keep()
            try await giveUp(replaced.file, of: page)
            return new.id
        }
    }

    /// Prepares to remove a page; confirming it does.
    public func remove(_ page: DraftPageID) throws(DraftFault) -> ConfirmationRequired<Void> {
        guard let owner = draft.owner(of: page), let number = owner.pages.firstIndex(where: { $0.id == page }) else {
            throw .notThere(in: language)
        }
        try checkOpen(owner)
        let prompt = ConfirmationPrompt(
            title: language.say(.askPage),
            message: language.say(.askPageText, ["n": .count(number + 1), "type": .text(title(of: owner))]),
            actionLabel: language.say(.remove))
        return ConfirmationRequired(prompt, of: subject("page.remove", "\(owner.id)/pages/\(page)")) { [self] _ in
            try await remove(pages: [page], documents: [])
        }
    }

    /// Prepares to remove documents with all their pages; confirming it does. Those that are gone by then are passed over.
    public func remove(_ documents: [DraftDocumentID]) throws(DraftFault) -> ConfirmationRequired<Void> {
        let found = draft.documents.filter { documents.contains($0.id) }
        guard !found.isEmpty else { throw .notThere(in: language) }
        for document in found { try checkOpen(document) }
        let pages = ReasonValue.text(language.pages(found.reduce(0) { $0 + $1.pages.count }))
        let titles = ReasonValue.text(found.map(title).joined(separator: ", "))
        let prompt = ConfirmationPrompt(
            title: found.count == 1
                ? language.say(.askDocument) : language.say(.documents, ["n": .count(found.count)]),
            message: found.count == 1
                ? language.say(.askDocumentText, ["type": titles, "pages": pages])
                : language.say(.documentsText, ["types": titles, "pages": pages]),
            actionLabel: language.say(.remove))
        let resource = found.map(\.id.description).joined(separator: ",")
        return ConfirmationRequired(prompt, of: subject("document.remove", resource)) { [self] _ in
            try await remove(pages: [], documents: found.map(\.id))
        }
    }

    public func remove(_ document: DraftDocumentID) throws(DraftFault) -> ConfirmationRequired<Void> { try remove([document]) }

    /// Prepares to forget all of it on this device. What the gateway has stays there; see `IntakeClient.withdraw`.
    public func discard() -> ConfirmationRequired<Void> {
        let prompt = ConfirmationPrompt(
            title: language.say(.discardTitle), message: language.say(.discardText), actionLabel: language.say(.discard))
        return ConfirmationRequired(prompt, of: subject("draft.discard", draft.keyText)) { [self] _ in
            try await erase()
        }
    }

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

    /// Says when a document was issued, and what days it covers; nil leaves either as it is.
    public nonisolated(nonsending) func set(
        issueDate: CalendarDate? = nil, period: DatePeriod? = nil, of document: DraftDocumentID
    ) async throws(DraftFault) {
        guard let now = draft.document(document) else { throw .notThere(in: language) }
        try checkOpen(now)
        change { draft in
            draft.update(document) { document in
                document.issueDate = issueDate ?? document.issueDate
                document.period = period ?? document.period
            }
        }
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

    private func subject(_ action: String, _ resource: String) -> ConfirmationSubject {
        ConfirmationSubject(action: action, resource: "drafts/\(resource)", version: draft.stamp.revision)
    }

    private func checkOpen() throws(DraftFault) {
        guard allowsChanges else { throw .closed(in: language) }
    }

    private func checkOpen(_ document: DraftDocument) throws(DraftFault) {
        guard allowsChanges(to: document) else { throw .closed(in: language) }
    }

    private func title(of document: DraftDocument) -> String {
        journey.documentType(document.type)?.title ?? document.type.rawValue
    }

    private func find(_ document: DraftDocumentID) throws(DraftFault) -> (DocumentType, DraftDocument) {
        try checkOpen()
        guard let now = draft.document(document), let type = journey.documentType(now.type) else {
            throw .notThere(in: language)
        }
        try checkOpen(now)
        return (type, now)
    }

    /// Looks at files, and keeps the bytes of those that do not stay where they are. All of them or none.
    private nonisolated(nonsending) func prepare(
        _ files: [CandidateFile], as type: DocumentType, in document: DraftDocument
    ) async throws(DraftFault) -> [DraftPage] {
        guard draft.pages.count + files.count <= Self.maximumPages else {
            throw DraftFault(.tooMany, .tooManyFiles, ["n": .count(Self.maximumPages)], in: language)
        }
        var pages: [DraftPage] = []
        do throws(DraftFault) {
            for file in files { pages.append(try await prepare(file, as: type, in: document)) }
        } catch {
            for page in pages { try? await giveUp(page.file, of: page.id) }
            throw error
        }
        return pages
    }

    private nonisolated(nonsending) func prepare(
        _ file: CandidateFile, as type: DocumentType, in document: DraftDocument
    ) async throws(DraftFault) -> DraftPage {
        let content = try FileContent(file, language)
        let examined = try await FileExamination.examine(
            content, of: file, as: type, in: DocumentFacts(document), journey: journey, language: language)
        guard examined.refusals.isEmpty else { throw DraftFault(refusing: examined.refusals) }
        let id = DraftPageID.random()
        var place = DraftFile.Place.storage
        if case .path(let path) = file.content, case .open(_, let status) = content {
            place = .path(path, status.fingerprint)
        } else {
            // No larger than the rules allow, which have been asked.
            let bytes = try content.read(at: 0, count: content.size, language)
            do throws(DraftStorageError) { try await storage.keep(bytes, of: id) } catch {
                throw DraftFault(error, in: language)
            }
        }
        return DraftPage(
            id: id,
            file: DraftFile(
                place: place, name: file.name, size: examined.size, mediaType: examined.mediaType,
                declaredMediaType: file.mediaType, pageCount: examined.pageCount),
            rotation: .none, transfer: .waiting)
    }

    private nonisolated(nonsending) func remove(
        pages: [DraftPageID], documents: [DraftDocumentID]
    ) async throws(DraftFault) {
        let gone = change { draft -> [DraftPage] in
            var gone: [DraftPage] = []
            for id in pages {
                guard let page = draft.page(id), let owner = draft.owner(of: id) else { continue }
                draft.remember(removalOf: page)
                draft.update(owner.id) { $0.pages.removeAll { $0.id == id } }
                gone.append(page)
            }
            for id in documents {
                guard let document = draft.document(id) else { continue }
                if let sent = document.sent { draft.removals.append(DraftRemoval(document: sent.id, page: nil)) }
                draft.documents.removeAll { $0.id == id }
                gone += document.pages
            }
            return gone
        }
        try await keep()
        for page in gone ?? [] { try await giveUp(page.file, of: page.id) }
    }

    nonisolated(nonsending) func giveUp(_ file: DraftFile, of page: DraftPageID) async throws(DraftFault) {
        guard file.place == .storage else { return }
        do throws(DraftStorageError) { try await storage.discard(page) } catch { throw DraftFault(error, in: language) }
    }
}

extension Draft {
    /// Notes what the gateway must give up of a page, before it is forgotten here.
    mutating func remember(removalOf page: DraftPage) {
        guard let document = owner(of: page.id)?.sent, let id = page.transfer.pageID else { return }
        removals.append(DraftRemoval(document: document.id, page: id))
    }

    static func newWriter() -> UUID { UUID() }
}
