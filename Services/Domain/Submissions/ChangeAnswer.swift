public import Shared

/// What came of asking for a change.
public enum ChangeAnswer: Sendable {
    /// The submission as it is now, one version on.
    case done(Submission)
    /// It was like that already: nothing was written, and no event made.
    case alreadyApplied(Submission)
    /// The caller named a version, and this is a later one.
    case conflict(current: Submission)
    /// The change is not possible, whoever asks.
    case refused(ChangeRefusal)
    /// There is no such submission, document or page, or it belongs to another tenant.
    case notFound

    /// The submission after the call, if the change has been made.
    public var submission: Submission? {
        switch self {
        case .done(let submission), .alreadyApplied(let submission): submission
        case .conflict, .refused, .notFound: nil
        }
    }
}

/// Why a change is not possible.
public enum ChangeRefusal: Error, Sendable, Hashable {
    case submission(TransitionRefusal<SubmissionState, SubmissionCommand>)
    /// The document is not open for changes.
    case document(TransitionRefusal<DocumentState, DocumentCommand>)
    case unknownDocumentType(DocumentTypeID)
    case tooManyDocuments(maximum: Int)
    case tooManyPages(maximum: Int)
    /// Another file would pass a limit of its submission or link.
    case overQuota(QuotaRefusal)
    /// A new order must name exactly the pages that are there.
    case orderMismatch
    /// Only of a photo a part can be the page.
    case notAPhoto
    /// It cannot be submitted: this is missing.
    case incomplete([Reason])
    /// No decision of a person is waited for.
    case notInReview(SubmissionState)
    /// A reviewer has to judge each document, and no other.
    case decisionMismatch(missing: [DocumentID], unknown: [DocumentID])
    /// It is under a legal hold: nothing of it may be destroyed.
    case held

    public var code: String {
        switch self {
        case .submission: "submission-state"
        case .document: "document-state"
        case .unknownDocumentType: "unknown-document-type"
        case .tooManyDocuments: "too-many-documents"
        case .tooManyPages: "too-many-pages"
        case .overQuota: "over-quota"
        case .orderMismatch: "order-mismatch"
        case .notAPhoto: "not-a-photo"
        case .incomplete: "incomplete"
        case .notInReview: "not-in-review"
        case .decisionMismatch: "decision-mismatch"
        case .held: "legal-hold"
        }
    }
}

extension ChangeRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .submission(let refusal): "The submission is in another state: \(refusal.description)"
        case .document(let refusal): "The document is in another state: \(refusal.description)"
        case .unknownDocumentType(let type): "The journey does not accept documents of the type “\(type)”."
        case .tooManyDocuments(let maximum): "The submission may have at most \(maximum) documents: remove one first."
        case .tooManyPages(let maximum): "The document may have at most \(maximum) pages: remove one first."
        case .overQuota(let refusal): "Of “\(refusal.quota.rawValue)” at most \(refusal.limit) are taken."
        case .orderMismatch: "The order must name each page of the document once, and no other."
        case .notAPhoto: "Only a photo or a scanned picture can be cropped: leave `crop` out."
        case .notInReview(let state): "The submission is “\(state.rawValue)”, and not in review."
        case .decisionMismatch: "The decision must judge each document of the submission once, and no other."
        case .held: "The submission is under a legal hold: nothing of it may be deleted until that is released."
        case .incomplete(let reasons): "Something is missing: \(reasons.map(\.message).joined(separator: " "))"
        }
    }
}

/// What came of preparing something that destroys: it is only done once the confirmation in here is confirmed.
public enum Preparation: ~Copyable, Sendable {
    case confirmationRequired(ConfirmationRequired<ChangeAnswer>)
    case conflict(current: Submission)
    case refused(ChangeRefusal)
    case notFound
}

/// What to change of a page; nil leaves as it is.
public struct PagePatch: Sendable, Hashable {
    public var rotation: Rotation?
    /// `.some(nil)` takes all of the photo again.
    public var crop: PageCrop??

    public init(rotation: Rotation? = nil, crop: PageCrop?? = nil) {
        self.rotation = rotation
        self.crop = crop
    }
}

/// What to change of a document; nil leaves as it is.
public struct DocumentPatch: Sendable, Hashable {
    public var type: DocumentTypeID?
    /// `.some(nil)` takes the date away.
    public var issueDate: CalendarDate??
    public var expiryDate: CalendarDate??
    /// `.some(nil)` takes the period away.
    public var period: DatePeriod??
    /// `.some(nil)` takes the source away.
    public var source: DocumentSource??

    public init(
        type: DocumentTypeID? = nil, issueDate: CalendarDate?? = nil, period: DatePeriod?? = nil, source: DocumentSource?? = nil,
        expiryDate: CalendarDate?? = nil
    ) {
        self.type = type
        self.issueDate = issueDate
        self.expiryDate = expiryDate
        self.period = period
        self.source = source
    }
}
