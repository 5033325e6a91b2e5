public import Shared

/// Changes of a submission's documents.
extension SubmissionEditor {
    public func addDocument(_ id: DocumentID, _ new: NewDocument) throws(EditStop) -> SubmissionEdit {
        guard submission.document(id) == nil else { throw .alreadyApplied }
        _ = try transition(on: .change)
        guard journey.documentType(new.type) != nil else { throw .refused(.unknownDocumentType(new.type)) }
        guard submission.documents.count < journey.documents.max else {
            throw .refused(.tooManyDocuments(maximum: journey.documents.max))
        }
        let document = Document(
            id: id, type: new.type, issueDate: new.issueDate, period: new.period, source: new.source, expiryDate: new.expiryDate)
        var changed = submission
        changed.documents.append(document)
        return edit(changed, .documentAdded, DocumentChanged(document))
    }

    public func changeDocument(_ id: DocumentID, _ patch: DocumentPatch) throws(EditStop) -> SubmissionEdit {
        let old = try changeableDocument(id)
        let type = patch.type ?? old.type
        guard journey.documentType(type) != nil else { throw .refused(.unknownDocumentType(type)) }
        let new = Document(
            id: old.id, type: type, state: old.state, issueDate: patch.issueDate ?? old.issueDate,
            period: patch.period ?? old.period, source: patch.source ?? old.source, pages: old.pages, verdict: old.verdict,
            reasons: old.reasons, pdf: old.pdf, expiryDate: patch.expiryDate ?? old.expiryDate)
        guard new != old else { throw .alreadyApplied }
        return edit(replacing(new.unjudged), .documentChanged, DocumentChanged(new))
    }

    public func removeDocument(_ id: DocumentID) throws(EditStop) -> SubmissionEdit {
        let document = try changeableDocument(id, on: .remove)
        var changed = submission
        changed.documents.removeAll { $0.id == id }
        return edit(changed, .documentRemoved, DocumentChanged(document))
    }
}

/// Changes of a document's pages. A change drops the document's clean form.
extension SubmissionEditor {
    /// Adds a page at the place of its upload's beginning, however long the transfer took. `upload` is the transfer, if
    /// it took more than one request.
    public func addPage(
        _ page: PageID, _ file: OriginalFile, to id: DocumentID, upload: UploadID? = nil
    ) throws(EditStop) -> SubmissionEdit {
        let document = try changeableDocument(id)
        guard document.page(page) == nil else { throw .alreadyApplied }
        let maximum = journey.documentType(document.type)?.pages.max ?? 1
        guard document.pages.count < maximum else { throw .refused(.tooManyPages(maximum: maximum)) }
        var pages = document.pages
        pages.insert(Page(id: page, original: file), at: pages.place(of: page))
        return edit(
            replacing(document.withPages(pages)), .uploadCompleted,
            UploadCompleted(document: document, page: page, upload: upload, file: file))
    }

    /// Replaces a page's file. The old file is destroyed.
    public func replacePage(_ page: PageID, of id: DocumentID, with file: OriginalFile) throws(EditStop) -> SubmissionEdit {
        let document = try changeableDocument(id)
        guard let old = document.page(page) else { throw .notFound }
        guard old.original?.digest != file.digest else { throw .alreadyApplied }
        let pages = document.pages.map { $0.id == page ? Page(id: page, original: file) : $0 }
        return edit(
            replacing(document.withPages(pages)), .pageReplaced, UploadCompleted(document: document, page: page, file: file))
    }

    /// Rotates or crops a page.
    public func changePage(_ page: PageID, of id: DocumentID, _ patch: PagePatch) throws(EditStop) -> SubmissionEdit {
        let document = try changeableDocument(id)
        guard let old = document.page(page) else { throw .notFound }
        var new = old
        new.rotation = patch.rotation ?? old.rotation
        new.crop = patch.crop ?? old.crop
        guard new != old else { throw .alreadyApplied }
        // Of a page that a program made, nothing lies askew.
        guard new.crop == nil || old.original?.mediaType?.isImage == true else { throw .refused(.notAPhoto) }
        new.images = []
        new.making = nil
        let pages = document.pages.map { $0.id == page ? new : $0 }
        return edit(
            replacing(document.withPages(pages)), new.crop == old.crop ? .pageRotated : .pageCropped,
            PageChanged(document: id, page: page, rotation: new.rotation, crop: new.crop))
    }

    public func reorderPages(of id: DocumentID, _ order: [PageID]) throws(EditStop) -> SubmissionEdit {
        let document = try changeableDocument(id)
        let pages = order.compactMap(document.page)
        guard order.count == document.pages.count, Set(order) == Set(document.pages.map(\.id)) else {
            throw .refused(.orderMismatch)
        }
        guard pages != document.pages else { throw .alreadyApplied }
        return edit(
            replacing(document.withPages(pages)), .documentReordered, DocumentReordered(document: id, pages: order))
    }

    public func removePage(_ page: PageID, of id: DocumentID) throws(EditStop) -> SubmissionEdit {
        let document = try changeableDocument(id)
        guard let removed = document.page(page) else { throw .notFound }
        let pages = document.pages.filter { $0.id != page }
        return edit(
            replacing(document.withPages(pages)), .pageRemoved,
            PageChanged(document: id, page: page, rotation: removed.rotation, crop: removed.crop))
    }
}

extension Document {
    /// The document without its earlier verdict, which does not apply after a change: a refused document may be submitted
    /// again.
    fileprivate var unjudged: Document {
        var changed = self
        changed.verdict = nil
        changed.reasons = []
        return changed
    }

    fileprivate func withPages(_ pages: [Page]) -> Document {
        var changed = unjudged
        changed.pages = pages
        changed.pdf = nil
        return changed
    }
}

extension [Page] {
    /// The place after all pages, except for trailing ones that were begun later: their ids contain the time (RFC 9562,
    /// section 5.7). Keeps an order that the person has set.
    fileprivate func place(of id: PageID) -> Int {
        guard id.isTimeOrdered else { return count }
        return (lastIndex { !$0.id.isTimeOrdered || $0.id < id } ?? -1) + 1
    }
}

extension UploadCompleted {
    fileprivate init(document: Document, page: PageID, upload: UploadID? = nil, file: OriginalFile) {
        self.init(
            document: document.id, page: page, upload: upload, digest: file.digest, size: file.size, mediaType: file.mediaType,
            source: document.source)
    }
}
