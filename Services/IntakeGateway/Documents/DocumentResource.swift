import Shared

/// A document as its tenant sees it.
struct DocumentResource: Encodable, Sendable {
    let id: DocumentID
    let type: DocumentTypeID
    let issueDate: CalendarDate?
    let periodStart: CalendarDate?
    let periodEnd: CalendarDate?
    let source: DocumentSource?
    let state: DocumentState
    let verdict: Verdict?
    let reasons: [Reason]
    let pages: [PageResource]
    /// Where its PDF is, once there is one.
    let pdf: String?
    let links: DocumentLinks

    init(_ document: Document, of submission: Submission, journey: JourneyDefinition, links: Links, language: Language) {
        let address = links.document(submission.id, document.id)
        id = document.id
        type = document.type
        issueDate = document.issueDate
        periodStart = document.period?.start
        periodEnd = document.period?.end
        source = document.source
        state = document.state
        verdict = document.verdict
        reasons = document.reasons.map { $0.localized(in: language, of: journey) }
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
