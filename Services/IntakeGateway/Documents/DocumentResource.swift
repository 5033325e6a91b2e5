import Shared

/// A document as its tenant sees it.
struct DocumentResource: Encodable, Sendable {
    let id: DocumentID
    let type: DocumentTypeID
    let issueDate: CalendarDate?
    let source: DocumentSource?
    let state: DocumentState
    let verdict: Verdict?
    let reasons: [Reason]
    let pages: [PageResource]
    /// Where its PDF is, once there is one.
    let pdf: String?
    let links: DocumentLinks

    init(_ document: Document, of submission: Submission, links: Links) {
        let address = links.document(submission.id, document.id)
        id = document.id
        type = document.type
        issueDate = document.issueDate
        source = document.source
        state = document.state
        verdict = document.verdict
        reasons = document.reasons
        pages = document.pages.map { PageResource($0, address: links.page(submission.id, document.id, $0.id)) }
        pdf = document.pdf.map { _ in "\(address)/pdf" }
        let isOpen = submission.allowsChanges(to: document)
        self.links = DocumentLinks(
            self: address, pages: isOpen ? "\(address)/pages" : nil, order: isOpen ? "\(address)/order" : nil)
    }
}

struct DocumentLinks: Encodable, Sendable {
    let `self`: String
    /// Where files are sent to; absent when the document is closed.
    let pages: String?
    let order: String?
}
