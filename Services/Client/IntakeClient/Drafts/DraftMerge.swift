public import Shared

/// Merges a draft with the gateway's submission. It is a pure rule: the same inputs give the same result.
///
/// Three states meet: the gateway's current one, the one that this device last sent, and the person's changes here. A
/// change on one side is taken from it. Where both sides changed, this device wins and sends again:
/// - Documents and pages from elsewhere are added, with ids derived from the gateway's.
/// - Documents and pages removed elsewhere are removed, except for unsent files: their document is then sent again.
/// - A page whose file was replaced elsewhere shows that file, and this device's own is dropped.
/// - Types, dates, rotations and orders stay if the person changed them, and are the gateway's otherwise.
/// - Documents and pages removed here stay removed, as long as the gateway allows it.
/// - Nothing is taken from a withdrawn or expired submission: only this device's part remains.
public struct DraftMerge: Sendable, Hashable {
    public private(set) var draft: Draft
    public private(set) var changes = DraftChanges()
    /// Pages whose bytes this device no longer needs.
    private(set) var replaced: [DraftPage] = []

    private let view: SubmissionView

    public init(of draft: Draft, with view: SubmissionView) {
        self.draft = draft
        self.view = view
        guard view.state != .withdrawn, view.state != .expired else { return }
        self.draft.removals = draft.removals.filter(isPending)
        self.draft.consent = draft.consent ?? view.consent?.version
        let own = draft.documents.compactMap { merged($0) }
        let known = Set(own.compactMap(\.sent?.id))
        let others = view.documents.filter { !known.contains($0.id) && !isRemoved($0.id) }.map { takenOver($0) }
        let byID = Dictionary((own + others).compactMap { document in document.sent.map { ($0.id, document) } }) { first, _ in
            first
        }
        self.draft.documents = Self.weave(own, with: view.documents.compactMap { byID[$0.id] })
    }

    // MARK: - Documents

    private mutating func merged(_ document: DraftDocument) -> DraftDocument? {
        guard let sent = document.sent else { return document }
        guard let remote = view.document(sent.id) else { return removedElsewhere(document) }
        var document = document
        document.pages = mergedPages(of: document, sent, remote)
        document.takeOver(SentDocument(remote))
        return document
    }

    /// Only the person here may remove unsent files.
    private mutating func removedElsewhere(_ document: DraftDocument) -> DraftDocument? {
        var document = document
        let gone = document.pages.filter { $0.transfer.pageID != nil }
        replaced += gone
        changes.removedPages += gone.map(\.id)
        document.pages = document.pages.filter { $0.transfer.pageID == nil }.map { page in
            var page = page
            if case .sending = page.transfer { page.transfer = .waiting }
            return page
        }
        guard !document.pages.isEmpty else {
            changes.removedDocuments.append(document.id)
            return nil
        }
        document.sent = nil
        document.round += 1
        return document
    }

    private mutating func takenOver(_ remote: DocumentView) -> DraftDocument {
        let pages = remote.pages.filter { !isRemoved($0.id, of: remote.id) }.map { takenOver($0) }
        let id = DraftDocumentID(remote.id.uuid)
        changes.addedDocuments.append(id)
        return DraftDocument(
            id: id, type: remote.type, issueDate: remote.issueDate, expiryDate: remote.expiryDate, period: remote.period,
            source: remote.source, pages: pages, sent: SentDocument(remote))
    }

    // MARK: - Pages

    private mutating func mergedPages(
        of document: DraftDocument, _ sent: SentDocument, _ remote: DocumentView
    ) -> [DraftPage] {
        let before = document.pages.compactMap(\.transfer.pageID)
        var own: [DraftPage] = []
        for page in document.pages {
            guard let id = page.transfer.pageID else {
                own.append(page)
                continue
            }
            if let known = remote.page(id) {
                own.append(merged(page, known))
            } else {
                replaced.append(page)
                changes.removedPages.append(page.id)
            }
        }
        let known = Set(own.compactMap(\.transfer.pageID))
        let others = remote.pages.filter { !known.contains($0.id) && !isRemoved($0.id, of: remote.id) }.map { takenOver($0) }
        let byID = Dictionary((own + others).compactMap { page in page.transfer.pageID.map { ($0, page) } }) { first, _ in first }
        let theirs = remote.pages.compactMap { byID[$0.id] }
        // What is still on both sides tells whether the person has put it in another order here.
        let isAsTold = before.filter(known.contains) == sent.order.filter(known.contains)
        return isAsTold ? Self.weave(theirs, with: own) : Self.weave(own, with: theirs)
    }

    private mutating func merged(_ page: DraftPage, _ remote: PageView) -> DraftPage {
        guard case .sent(let id, let told) = page.transfer else { return page }
        let isReplaced =
            if let digest = page.digest, let now = remote.digest { digest != now } else {
                remote.size.map { $0 != page.file.size } ?? false
            }
        guard !isReplaced else {
            replaced.append(page)
            changes.replacedPages.append(page.id)
            return Self.page(page.id, remote)
        }
        var page = page
        if page.rotation == told { page.rotation = remote.rotation }
        page.transfer = .sent(id, remote.rotation)
        page.digest = remote.digest ?? page.digest
        return page
    }

    private mutating func takenOver(_ remote: PageView) -> DraftPage {
        let page = Self.page(DraftPageID(remote.id.uuid), remote)
        changes.addedPages.append(page.id)
        return page
    }

    private static func page(_ id: DraftPageID, _ remote: PageView) -> DraftPage {
        DraftPage(
            id: id,
            file: DraftFile(
                place: .gateway, name: "", size: max(0, remote.size ?? 0), mediaType: remote.mediaType, declaredMediaType: nil,
                pageCount: nil),
            rotation: remote.rotation, transfer: .sent(remote.id, remote.rotation), digest: remote.digest)
    }

    // MARK: - Removals

    /// Whether it is still to be removed: it exists, and may be removed.
    private func isPending(_ removal: DraftRemoval) -> Bool {
        guard view.state.allowsChanges, let document = view.document(removal.document), document.state.allowsChanges else {
            return false
        }
        return removal.page.map { document.page($0) != nil } ?? true
    }

    private func isRemoved(_ document: DocumentID) -> Bool {
        draft.removals.contains { $0.document == document && $0.page == nil }
    }

    private func isRemoved(_ page: PageID, of document: DocumentID) -> Bool {
        draft.removals.contains { $0.document == document && $0.page == page }
    }

    // MARK: - Order

    /// The elements of `main` in their order. The elements that only `other` has follow the same neighbour as there.
    static func weave<Element: Identifiable>(_ main: [Element], with other: [Element]) -> [Element] {
        var result = main
        var known = Set(main.map(\.id))
        for (number, element) in other.enumerated() where known.insert(element.id).inserted {
            let before = number == 0 ? nil : other[number - 1].id
            let place = before.flatMap { id in result.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
            result.insert(element, at: place)
        }
        return result
    }
}

/// The changes from elsewhere since the gateway last answered, for a screen.
public struct DraftChanges: Sendable, Hashable {
    public internal(set) var addedDocuments: [DraftDocumentID] = []
    public internal(set) var addedPages: [DraftPageID] = []
    public internal(set) var removedDocuments: [DraftDocumentID] = []
    public internal(set) var removedPages: [DraftPageID] = []
    /// Their files were replaced.
    public internal(set) var replacedPages: [DraftPageID] = []

    public var isEmpty: Bool { self == DraftChanges() }
}
