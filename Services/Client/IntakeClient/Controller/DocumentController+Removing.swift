public import Shared

/// Actions that destroy something. Each returns a confirmation to ask for, and does nothing before it.
extension DocumentController {
    /// Prepares to remove a page; the confirmation removes it.
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

    /// Prepares to remove documents with all their pages; the confirmation removes those that still exist.
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

    /// Prepares to delete the draft on this device. The gateway's submission stays; see `IntakeClient.withdraw`.
    public func discard() -> ConfirmationRequired<Void> {
        ConfirmationRequired(.discard(in: language), of: subject(Confirmation.discarding, draft.keyText)) { [self] confirmation in
            try await erase(by: confirmation)
        }
    }

    // MARK: -

    private func title(of document: DraftDocument) -> String {
        journey.documentType(document.type)?.title ?? document.type.rawValue
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
    /// Records what the gateway must remove of a page, before the page is deleted here.
    mutating func remember(removalOf page: DraftPage) {
        guard let document = owner(of: page.id)?.sent, let id = page.transfer.pageID else { return }
        removals.append(DraftRemoval(document: document.id, page: id))
    }
}
