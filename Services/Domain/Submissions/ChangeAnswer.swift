public import Shared

/// The result of a requested change.
public enum ChangeAnswer: Sendable {
    /// The submission after the change, with its version increased by one.
    case done(Submission)
    /// It was in that state already: nothing was written, and no event made.
    case alreadyApplied(Submission)
    /// The caller named a version, and the current one is later.
    case conflict(current: Submission)
    /// The change is not possible for any caller.
    case refused(ChangeRefusal)
    /// There is no such submission, document or page, or it belongs to another tenant.
    case notFound

    /// The submission after the call, if it has the change.
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
    /// Another file would exceed a limit of its submission or link.
    case overQuota(QuotaRefusal)
    /// A new order must name exactly the existing pages.
    case orderMismatch
    /// Only a photo can be cropped.
    case notAPhoto
    /// It cannot be submitted, for these reasons.
    case incomplete([Reason])
    /// It is not in review.
    case notInReview(SubmissionState)
    /// A reviewer must judge each document, and no other.
    case decisionMismatch(missing: [DocumentID], unknown: [DocumentID])
    /// It is under a legal hold: nothing of it may be destroyed.
    case held
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

/// The result of preparing a destructive change. It is carried out only by the confirmation in it.
public enum Preparation: ~Copyable, Sendable {
    case confirmationRequired(ConfirmationRequired<ChangeAnswer>)
    case conflict(current: Submission)
    case refused(ChangeRefusal)
    case notFound
}

/// A change of a page. A nil member stays unchanged.
public struct PagePatch: Sendable, Hashable {
    public var rotation: Rotation?
    /// `.some(nil)` removes the crop.
    public var crop: PageCrop??

    public init(rotation: Rotation? = nil, crop: PageCrop?? = nil) {
        self.rotation = rotation
        self.crop = crop
    }
}

/// A change of a document. A nil member stays unchanged.
public struct DocumentPatch: Sendable, Hashable {
    public var type: DocumentTypeID?
    /// `.some(nil)` removes the date.
    public var issueDate: CalendarDate??
    public var expiryDate: CalendarDate??
    /// `.some(nil)` removes the period.
    public var period: DatePeriod??
    /// `.some(nil)` removes the source.
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
