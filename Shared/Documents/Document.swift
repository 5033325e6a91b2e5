/// An entry of a submission: a type, and pages in order.
public struct Document: Sendable, Hashable, Codable, Identifiable {
    public let id: DocumentID
    public let type: DocumentTypeID
    public var state: DocumentState
    /// The date of issue that the person stated.
    public var issueDate: CalendarDate?
    /// The last day of validity that the person stated.
    public var expiryDate: CalendarDate?
    /// The period that the person stated, such as a statement's month.
    public var period: DatePeriod?
    public var source: DocumentSource?
    /// In reading order: several photos, or one PDF.
    public var pages: [Page]
    /// The verdict of the last check; nil before the first, and after a change.
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

    /// The number of pages of all its files, as far as known.
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
