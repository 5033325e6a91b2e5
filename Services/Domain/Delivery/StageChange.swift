public import Shared

/// What a stage can do to a submission.
public enum StageChange: Sendable {
    /// The rules were checked: it goes on, waits for its person, or is rejected, as the journey says.
    /// `facts` are what they were checked on; they are recorded apart from the verdict, and nil where there are none.
    case validated(SubmissionVerdict, facts: SubmissionFacts? = nil)
    /// Clean pages were made. `verdict` is of what came to light meanwhile, and is empty if all went well.
    /// Where it passes and `isReadNext`, it goes on to be read.
    case normalized([NormalizedDocument], verdict: SubmissionVerdict, isReadNext: Bool = false)
    /// What stands on the pages was read, which is recorded apart from the verdict on it. `pdfs` are those that carry the words.
    case read(ReadingRecord, pdfs: [DocumentID: StoredFile], verdict: SubmissionVerdict)
    /// Whom the journey calls out to has answered, or nobody has in time. What was said is recorded apart from the verdict.
    case answered(CallOutResult)
    /// A draft's file was looked at, and its preview was made if it can be. Neither its version nor its events change; what is of bytes
    /// that were replaced meanwhile is dropped.
    case previewed(PageID, of: ContentDigest, PageImage?, FirstLook)
    /// A draft's file was read, and the person can be asked whether it says what was read. As with a preview, neither its version nor its
    /// events change.
    case suggested(PageID, of: ContentDigest, PageSuggestion)
    /// Processing was given up.
    case failed(ProcessingFailure)
}

/// The clean form of one document.
public struct NormalizedDocument: Sendable, Hashable {
    public let document: DocumentID
    public let pages: [NormalizedPage]
    /// Nil where it is bound once its words are known.
    public let pdf: StoredFile?

    public init(document: DocumentID, pages: [NormalizedPage], pdf: StoredFile?) {
        self.document = document
        self.pages = pages
        self.pdf = pdf
    }
}

/// The clean pages that were made of one file, in order.
public struct NormalizedPage: Sendable, Hashable {
    public let page: PageID
    public let images: [PageImage]
    /// How they were made; nil where that is not known.
    public let making: PageMaking?

    public init(page: PageID, images: [PageImage], making: PageMaking? = nil) {
        self.page = page
        self.images = images
        self.making = making
    }
}
