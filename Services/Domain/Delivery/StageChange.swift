public import Shared

/// A change that a stage makes to a submission.
public enum StageChange: Sendable {
    /// The rules were checked: the submission continues, waits for its person, or is rejected, as the journey says.
    /// `facts` are their input, recorded apart from the verdict; nil if there are none.
    case validated(SubmissionVerdict, facts: FactsRecord? = nil)
    /// Clean pages were made. `verdict` has faults found meanwhile, and is empty without any. If it passes and
    /// `isReadNext` is set, the pages are read next.
    case normalized([NormalizedDocument], verdict: SubmissionVerdict, isReadNext: Bool = false)
    /// The pages were read. The reading is recorded apart from its verdict. `pdfs` contain the words. `processor` is the time that
    /// reading took.
    case read(ReadingRecord, pdfs: [DocumentID: StoredFile], verdict: SubmissionVerdict, processor: Duration = .zero)
    /// The journey's call-out was answered, or not in time. The answer is recorded apart from the verdict.
    case answered(CallOutResult)
    /// A draft's file was examined, and its preview was made if possible. The submission's version and events do not
    /// change. The result is dropped if the file was replaced meanwhile.
    case previewed(PageID, of: ContentDigest, PageImage?, FirstLook)
    /// A draft's file was read for suggestions to the person. As with a preview, the submission's version and events do
    /// not change.
    case suggested(PageID, of: ContentDigest, PageSuggestion)
    /// Processing was given up.
    case failed(ProcessingFailure)
}

extension StageChange {
    /// The types of events that report this change. A submission with one of them at its version has the change.
    var eventTypes: Set<EventType> {
        switch self {
        case .validated: [.submissionAsked, .submissionValidated, .submissionNeedsInput, .submissionRejected]
        case .normalized:
            [
                .submissionAsked, .submissionNormalized, .submissionAccepted, .submissionNeedsInput, .submissionInReview,
                .submissionRejected,
            ]
        case .read: [.submissionAsked, .submissionAccepted, .submissionNeedsInput, .submissionInReview, .submissionRejected]
        case .answered:
            [.submissionValidated, .submissionAccepted, .submissionNeedsInput, .submissionInReview, .submissionRejected]
        case .failed: [.submissionFailed]
        case .previewed, .suggested: []
        }
    }
}

/// The clean form of one document.
public struct NormalizedDocument: Sendable, Hashable {
    public let document: DocumentID
    public let pages: [NormalizedPage]
    /// Nil if it is bound once its words are known.
    public let pdf: StoredFile?

    public init(document: DocumentID, pages: [NormalizedPage], pdf: StoredFile?) {
        self.document = document
        self.pages = pages
        self.pdf = pdf
    }
}

/// The clean pages of one file, in order.
public struct NormalizedPage: Sendable, Hashable {
    public let page: PageID
    public let images: [PageImage]
    /// How they were made; nil if unknown.
    public let making: PageMaking?

    public init(page: PageID, images: [PageImage], making: PageMaking? = nil) {
        self.page = page
        self.images = images
        self.making = making
    }
}
