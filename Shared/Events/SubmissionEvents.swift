/// A draft was opened.
public struct SubmissionCreated: EventData {
    public static let eventTypes: Set<EventType> = [.submissionCreated]

    public var journeyVersion: ContentDigest

    public init(journeyVersion: ContentDigest) {
        self.journeyVersion = journeyVersion
    }
}

/// A person has submitted their documents.
public struct SubmissionSubmitted: EventData {
    public static let eventTypes: Set<EventType> = [.submissionSubmitted]

    public var journeyVersion: ContentDigest
    /// 1 for the first submit.
    public var attempt: Int
    public var documents: [SubmittedDocument]

    public init(journeyVersion: ContentDigest, attempt: Int, documents: [SubmittedDocument]) {
        self.journeyVersion = journeyVersion
        self.attempt = attempt
        self.documents = documents
    }
}

public struct SubmittedDocument: Sendable, Hashable, Codable {
    public var document: DocumentID
    public var documentType: DocumentTypeID
    public var state: DocumentState
    public var issueDate: CalendarDate?
    public var expiryDate: CalendarDate?
    public var periodStart: CalendarDate?
    public var periodEnd: CalendarDate?
    public var source: DocumentSource?
    public var pages: [SubmittedPage]

    public init(_ document: Document) {
        self.document = document.id
        documentType = document.type
        state = document.state
        issueDate = document.issueDate
        expiryDate = document.expiryDate
        periodStart = document.period?.start
        periodEnd = document.period?.end
        source = document.source
        pages = document.pages.compactMap(SubmittedPage.init)
    }
}

public struct SubmittedPage: Sendable, Hashable, Codable {
    public var page: PageID
    public var digest: ContentDigest
    /// In bytes.
    public var size: Int
    public var mediaType: MediaType?
    public var rotation: Rotation
    /// Nil for all of the photo.
    public var crop: PageCrop?

    /// Nil for a page whose file has not arrived.
    public init?(_ page: Page) {
        guard let original = page.original else { return nil }
        self.page = page.id
        digest = original.digest
        size = original.size
        mediaType = original.mediaType
        rotation = page.rotation
        crop = page.crop
    }
}

/// The journey's call-out is asked next.
public struct SubmissionAsked: EventData {
    public static let eventTypes: Set<EventType> = [.submissionAsked]

    public var attempt: Int
    /// The name in the journey.
    public var callOut: CallOutID
    public var after: CallOut.Point
    /// Of all checks so far.
    public var verdict: SubmissionVerdict
    /// What the stage has done; nil for nothing.
    public var work: StageWork?

    public init(
        attempt: Int, callOut: CallOutID, after: CallOut.Point, verdict: SubmissionVerdict, work: StageWork? = nil
    ) {
        self.attempt = attempt
        self.callOut = callOut
        self.after = after
        self.verdict = verdict
        self.work = work
    }
}

/// The rules passed a submission, perhaps with warnings.
public struct SubmissionValidated: EventData {
    public static let eventTypes: Set<EventType> = [.submissionValidated]

    public var attempt: Int
    public var verdict: SubmissionVerdict

    public init(attempt: Int, verdict: SubmissionVerdict) {
        self.attempt = attempt
        self.verdict = verdict
    }
}

/// Clean pages of a submission were made. Its journey reads them next.
public struct SubmissionNormalized: EventData {
    public static let eventTypes: Set<EventType> = [.submissionNormalized]

    public var attempt: Int
    /// Of all checks so far.
    public var verdict: SubmissionVerdict
    /// What the stage has done; nil for nothing.
    public var work: StageWork?

    public init(attempt: Int, verdict: SubmissionVerdict, work: StageWork? = nil) {
        self.attempt = attempt
        self.verdict = verdict
        self.work = work
    }
}

/// The outcome of a submission, for the tenant's webhook.
public struct SubmissionOutcome: EventData {
    public static let eventTypes: Set<EventType> = Set(
        SubmissionState.allCases.filter(\.isOutcome).map { EventType(entering: $0) })

    public var state: SubmissionState
    public var attempt: Int
    /// Nil if no check led here, such as for a withdrawal.
    public var verdict: SubmissionVerdict?
    public var results: [DocumentResult]
    /// What the stage has done; nil for nothing, and if no stage led here.
    public var work: StageWork?
    /// What a manifest of the same version repeats; nil from an earlier version.
    public var record: OutcomeRecord?

    public init(
        state: SubmissionState, attempt: Int, verdict: SubmissionVerdict? = nil, results: [DocumentResult] = [],
        work: StageWork? = nil, record: OutcomeRecord? = nil
    ) {
        self.state = state
        self.attempt = attempt
        self.verdict = verdict
        self.results = results
        self.work = work
        self.record = record
    }
}

/// The clean form of a document.
public struct DocumentResult: Sendable, Hashable, Codable {
    public var document: DocumentID
    public var documentType: DocumentTypeID
    public var pages: Int
    public var pdf: StoredFile

    public init(document: DocumentID, documentType: DocumentTypeID, pages: Int, pdf: StoredFile) {
        self.document = document
        self.documentType = documentType
        self.pages = pages
        self.pdf = pdf
    }

    /// Nil for a document without a clean form.
    public init?(_ document: Document) {
        guard let pdf = document.pdf else { return nil }
        self.init(
            document: document.id, documentType: document.type, pages: document.pages.reduce(0) { $0 + $1.images.count }, pdf: pdf
        )
    }
}
