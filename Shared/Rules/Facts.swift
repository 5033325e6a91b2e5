/// The known facts of a submission when its rules are checked. Rules see nothing else.
public struct SubmissionFacts: Sendable, Hashable {
    public var journey: JourneyDefinition
    public var documents: [DocumentFacts]
    /// In the journey's time zone.
    public var today: CalendarDate
    /// The version of the consent text that the person has agreed to.
    public var consent: String?

    public init(journey: JourneyDefinition, documents: [DocumentFacts], today: CalendarDate, consent: String? = nil) {
        self.journey = journey
        self.documents = documents
        self.today = today
        self.consent = consent
    }

    /// Facts from the database. Facts from inside the files are added later.
    public init(_ submission: Submission, journey: JourneyDefinition, at moment: Timestamp) {
        self.init(
            journey: journey, documents: submission.documents.filter { $0.state != .removed }.map(DocumentFacts.init),
            today: journey.day(at: moment), consent: submission.consent?.version)
    }
}

public struct DocumentFacts: Sendable, Hashable {
    public var id: DocumentID
    public var type: DocumentTypeID
    public var issueDate: StatedDate
    public var expiryDate: StatedDate
    public var period: DatePeriod?
    public var source: DocumentSource?
    public var pages: [PageFacts]
    /// The reasons of an earlier verdict that stands: the document was accepted, and only counts. Nil if it needs a
    /// check.
    public var settled: [Reason]?
    /// Whether it was refused, and not changed since.
    public var awaitsReplacement: Bool
    /// The text of the document; nil if it was not read.
    public var reading: ReadDocument?

    public init(
        id: DocumentID, type: DocumentTypeID, issueDate: StatedDate = .absent, period: DatePeriod? = nil,
        source: DocumentSource? = nil, pages: [PageFacts] = [], settled: [Reason]? = nil, awaitsReplacement: Bool = false,
        expiryDate: StatedDate = .absent, reading: ReadDocument? = nil
    ) {
        self.id = id
        self.type = type
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.period = period
        self.source = source
        self.pages = pages
        self.settled = settled
        self.awaitsReplacement = awaitsReplacement
        self.reading = reading
    }

    public init(_ document: Document) {
        self.init(
            id: document.id, type: document.type, issueDate: document.issueDate.map(StatedDate.day) ?? .absent,
            period: document.period, source: document.source, pages: document.pages.compactMap(PageFacts.init),
            settled: document.state == .accepted ? document.reasons : nil,
            awaitsReplacement: document.state == .open && document.verdict == .refused,
            expiryDate: document.expiryDate.map(StatedDate.day) ?? .absent)
    }

    /// A photo is one page, a PDF has its own pages. A PDF counts as one page until they are counted.
    public var pageCount: Int { pages.reduce(0) { $0 + ($1.pageCount ?? 1) } }
}

/// A date as a person gave it.
public enum StatedDate: Sendable, Hashable {
    case absent
    case day(CalendarDate)
    /// A text that is no valid date of the form 2026-10-31.
    case unreadable

    public init(_ text: String?) {
        guard let text else {
            self = .absent
            return
        }
        self = CalendarDate(text).map(StatedDate.day) ?? .unreadable
    }
}
