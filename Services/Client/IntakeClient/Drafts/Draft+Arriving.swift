import Shared

// The gateway's answers to what was sent.

extension Draft {
    /// The gateway knows a document. It may have been merged meanwhile as one from elsewhere: a lost answer is given
    /// again.
    mutating func wasTold(of id: DraftDocumentID, _ sent: SentDocument) {
        guard document(id) != nil else {
            // It was removed here meanwhile.
            removals.append(DraftRemoval(document: sent.id, page: nil))
            documents.removeAll { $0.sent?.id == sent.id }
            return
        }
        let twin = documents.first { $0.sent?.id == sent.id && $0.id != id }
        documents.removeAll { $0.id == twin?.id }
        update(id) { document in
            document.sent = sent
            document.takeOver(twin?.sent ?? sent)
            document.pages = (twin?.pages ?? []) + document.pages
        }
    }

    /// A file has become a page. It may have been merged meanwhile as one from elsewhere.
    mutating func hasArrived(_ id: DraftPageID, as page: PageID) {
        guard let owner = owner(of: id) else { return }
        update(owner.id) { document in
            let twin = document.pages.first { $0.transfer.pageID == page && $0.id != id }
            document.pages.removeAll { $0.id == twin?.id }
            if document.sent?.order.contains(page) == false { document.sent?.order.append(page) }
        }
        update(id) { $0.transfer = .sent(page, .none) }
    }
}

extension DraftDocument {
    /// Takes the gateway's state of the document, except for unsent changes on this device.
    mutating func takeOver(_ now: SentDocument) {
        if let sent {
            if type == sent.type { type = now.type ?? type }
            if issueDate == sent.issueDate { issueDate = now.issueDate }
            if expiryDate == sent.expiryDate { expiryDate = now.expiryDate }
            if period == sent.period { period = now.period }
        }
        sent = now
    }
}

extension SentDocument {
    init(_ view: DocumentView) {
        self.init(
            id: view.id, type: view.type, issueDate: view.issueDate, expiryDate: view.expiryDate, period: view.period,
            order: view.pages.map(\.id))
    }
}
