/// What is known of a submission when its rules are checked. Rules see nothing else.
public struct SubmissionFacts: Sendable, Hashable {
    public var journey: JourneyDefinition
    public var documents: [DocumentFacts]
    /// In the journey's time zone.
    public var today: CalendarDate

    public init(journey: JourneyDefinition, documents: [DocumentFacts], today: CalendarDate) {
        self.journey = journey
        self.documents = documents
        self.today = today
    }

    /// What the database knows; what only a look into the files can tell is added later.
    public init(_ submission: Submission, journey: JourneyDefinition, at moment: Timestamp) {
        self.init(
            journey: journey, documents: submission.documents.filter { $0.state != .removed }.map(DocumentFacts.init),
            today: journey.day(at: moment))
    }
}

public struct DocumentFacts: Sendable, Hashable {
    public var id: DocumentID
    public var type: DocumentTypeID
    public var issueDate: StatedDate
    public var pages: [PageFacts]
    /// The reasons of an earlier verdict that stands: the document was accepted, and only counts. Nil if it is to be checked.
    public var settled: [Reason]?
    /// Whether it was refused, and has not been touched since.
    public var awaitsReplacement: Bool

    public init(
        id: DocumentID, type: DocumentTypeID, issueDate: StatedDate = .absent, pages: [PageFacts] = [],
        settled: [Reason]? = nil, awaitsReplacement: Bool = false
    ) {
        self.id = id
        self.type = type
        self.issueDate = issueDate
        self.pages = pages
        self.settled = settled
        self.awaitsReplacement = awaitsReplacement
    }

    public init(_ document: Document) {
        self.init(
            id: document.id, type: document.type, issueDate: document.issueDate.map(StatedDate.day) ?? .absent,
            pages: document.pages.compactMap(PageFacts.init), settled: document.state == .accepted ? document.reasons : nil,
            awaitsReplacement: document.state == .open && document.verdict == .refused)
    }

    /// A photo is one page, a PDF has as many as it says; one whose pages are not counted yet is taken for one.
    public var pageCount: Int { pages.reduce(0) { $0 + ($1.pageCount ?? 1) } }
}

/// The issue date as a person gave it.
public enum StatedDate: Sendable, Hashable {
    case absent
    case day(CalendarDate)
    /// Something that is no day of the calendar in the form 2026-10-31.
    case unreadable

    public init(_ text: String?) {
        guard let text else {
            self = .absent
            return
        }
        self = CalendarDate(text).map(StatedDate.day) ?? .unreadable
    }
}

/// What is known of one file.
public struct PageFacts: Sendable, Hashable {
    public var id: PageID
    /// In bytes.
    public var size: Int
    /// Nil if it is not known.
    public var digest: ContentDigest?
    /// By content; nil if nothing known was recognised.
    public var mediaType: MediaType?
    public var declaredMediaType: MediaType?
    /// Of the name that the sender gave, without the dot.
    public var fileExtension: String?
    /// Nil until somebody has counted.
    public var pageCount: Int?
    public var integrity: Integrity
    public var protection: Protection
    /// What a second detector takes the content for; nil if nobody asked, or if it has no opinion.
    public var secondOpinion: MediaType?
    /// What it would cost too much of; nil if it costs little enough.
    public var excess: Excess?

    public init(
        id: PageID, size: Int, digest: ContentDigest? = nil, mediaType: MediaType?, declaredMediaType: MediaType? = nil,
        fileExtension: String? = nil, pageCount: Int? = nil, integrity: Integrity = .unknown, protection: Protection = .none,
        secondOpinion: MediaType? = nil, excess: Excess? = nil
    ) {
        self.id = id
        self.size = size
        self.digest = digest
        self.mediaType = mediaType
        self.declaredMediaType = declaredMediaType
        self.fileExtension = fileExtension
        self.pageCount = pageCount
        self.integrity = integrity
        self.protection = protection
        self.secondOpinion = secondOpinion
        self.excess = excess
    }

    /// Nil for a page whose file has not arrived.
    public init?(_ page: Page) {
        guard let original = page.original else { return nil }
        self.init(
            id: page.id, size: original.size, digest: original.digest, mediaType: original.mediaType,
            declaredMediaType: original.declaredMediaType, fileExtension: original.fileExtension)
    }

    public enum Integrity: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nobody has looked.
        case unknown
        case intact
        /// It cannot be decoded.
        case damaged
    }

    /// How a PDF is encrypted (ISO 32000-1, section 7.6).
    public enum Protection: String, Sendable, Hashable, Codable, CaseIterable {
        case none
        /// Printing or copying is restricted, but anybody can open it; banks do that. Nothing to refuse.
        case ownerOnly = "owner_only"
        /// It opens with a password alone.
        case passwordRequired = "password_required"
    }

    /// More than one file may cost to turn into pages.
    public struct Excess: Sendable, Hashable, Codable {
        public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
            case bytes
            case pages
            case pixels
            /// Bytes of memory, as for the coefficients of a progressive JPEG.
            case memory
        }

        public let quantity: Quantity
        public let found: Int
        public let limit: Int

        public init(_ quantity: Quantity, found: Int, limit: Int) {
            self.quantity = quantity
            self.found = found
            self.limit = limit
        }
    }
}
