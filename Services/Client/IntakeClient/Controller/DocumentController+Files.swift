public import Shared

/// Files become pages of documents. Each file is examined before it is added.
extension DocumentController {
    private static var maximumDocuments: Int { 200 }
    private static var maximumPages: Int { 2000 }

    /// Adds a document with these files as its pages. An empty list is allowed.
    ///
    /// - Throws: `unknownType`; `refused` with the reasons, and nothing is added.
    @discardableResult
    public nonisolated(nonsending) func append(
        _ files: [CandidateFile] = [], as type: DocumentTypeID, issueDate: CalendarDate? = nil, period: DatePeriod? = nil,
        expiryDate: CalendarDate? = nil
    ) async throws(DraftFault) -> DraftDocumentID {
        let known = try accepted(type)
        try checkOpen()
        guard documents.count < Self.maximumDocuments else {
            throw DraftFault(.tooMany, .errTooManyDocuments, in: language)
        }
        let id = DraftDocumentID.random()
        let empty = DraftDocument(
            id: id, type: type, issueDate: issueDate, expiryDate: expiryDate, period: period, source: files.first?.source,
            pages: [], sent: nil)
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

    /// Prepares to replace a page's file; the confirmation replaces it. The file is examined now.
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

    // MARK: -

    func accepted(_ type: DocumentTypeID) throws(DraftFault) -> DocumentType {
        if let known = journey.documentType(type) { return known }
        let titles = journey.documentTypes.map(\.title).joined(separator: ", ")
        throw DraftFault(.unknownType, .unknownType, ["types": .text(titles)], in: language)
    }

    private func find(_ document: DraftDocumentID) throws(DraftFault) -> (DocumentType, DraftDocument) {
        try checkOpen()
        guard let now = draft.document(document), let type = journey.documentType(now.type) else {
            throw .notThere(in: language)
        }
        try checkOpen(now)
        return (type, now)
    }

    /// Examines files, and stores the bytes of those whose path does not last. All of them or none.
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
}
