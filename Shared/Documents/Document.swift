/// An entry of a submission: a type, and pages in order.
public struct Document: Sendable, Hashable, Codable, Identifiable {
    public let id: DocumentID
    public let type: DocumentTypeID
    public var state: DocumentState
    /// The day that the person says it was issued on.
    public var issueDate: CalendarDate?
    /// The last day on which the person says it is valid.
    public var expiryDate: CalendarDate?
    /// The days that the person says it covers, such as a statement's month.
    public var period: DatePeriod?
    public var source: DocumentSource?
    /// In reading order: several photos, or one PDF.
    public var pages: [Page]
    /// Of the last check; nil before the first, and once the document was changed after it.
    public var verdict: Verdict?
    public var reasons: [Reason]
    /// All pages in one PDF, once they are clean.
    public var pdf: StoredFile?

    public init(
        id: DocumentID, type: DocumentTypeID, state: DocumentState = .open, issueDate: CalendarDate? = nil,
        period: DatePeriod? = nil, source: DocumentSource? = nil, pages: [Page] = [], verdict: Verdict? = nil,
        reasons: [Reason] = [], pdf: StoredFile? = nil, expiryDate: CalendarDate? = nil
    ) {
        self.id = id
        self.type = type
        self.state = state
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.period = period
        self.source = source
        self.pages = pages
        self.verdict = verdict
        self.reasons = reasons
        self.pdf = pdf
    }

    /// How many pages its files have together, as far as that is known.
    public var pageCount: Int { pages.reduce(0) { $0 + $1.count } }

    public func page(_ id: PageID) -> Page? {
        pages.first { $0.id == id }
    }
}

/// Where a file came from.
public enum DocumentSource: String, Sendable, Hashable, Codable, CaseIterable {
    case camera
    case photoLibrary = "photo_library"
    case filePicker = "file_picker"
}
