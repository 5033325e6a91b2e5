public import Shared

/// A submission as the gateway shows it.
public struct SubmissionView: Sendable, Hashable, Codable, Identifiable {
    public let id: SubmissionID
    public let journey: JourneyID
    public let state: SubmissionState
    /// Grows with every change.
    public let version: Int
    /// True in a sandbox.
    public let test: Bool?
    public let subject: String?
    public let reference: String?
    public let locale: String?
    public let metadata: [String: String]?
    public let returnUrl: String?
    /// The consent that the person gave; nil before.
    public let consent: GivenConsent?
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public let submittedAt: Timestamp?
    public let expiresAt: Timestamp?
    /// Whether it could be submitted as it is.
    public let isValid: Bool
    /// What prevents the submit.
    public let missing: [MissingView]
    /// Set while pages are made, if that takes longer than a moment.
    public let progress: ProgressView?
    /// Reasons of the last verdict that concern the submission as a whole.
    public let reasons: [Reason]
    public let documents: [DocumentView]

    /// Whether processing has ended with an outcome for the tenant. The person may have to continue.
    public var hasEnded: Bool { state.isOutcome }

    public func document(_ id: DocumentID) -> DocumentView? { documents.first { $0.id == id } }

    /// The reasons of the submission and of all its documents.
    public var allReasons: [Reason] { reasons + documents.flatMap(\.reasons) }
}

/// The progress of a submission's pages.
public struct ProgressView: Sendable, Hashable, Codable {
    public let pagesDone: Int
    /// As far as counted.
    public let pagesTotal: Int

    public init(pagesDone: Int, pagesTotal: Int) {
        self.pagesDone = pagesDone
        self.pagesTotal = pagesTotal
    }
}

/// Something that a submission lacks for the submit.
public struct MissingView: Sendable, Hashable, Codable {
    public let rule: RuleID
    public let documentType: DocumentTypeID?
    public let document: DocumentID?
    public let found: String
    public let expected: String
    public let message: String
    /// What to do.
    public let remedy: String?
}

extension MissingView {
    init(_ reason: Reason) {
        self.init(
            rule: reason.rule, documentType: reason.documentType, document: reason.document, found: reason.found,
            expected: reason.expected, message: reason.message, remedy: reason.remedy)
    }
}

public struct DocumentView: Sendable, Hashable, Codable, Identifiable {
    public let id: DocumentID
    public let type: DocumentTypeID
    public let issueDate: CalendarDate?
    /// The last day on which it is valid.
    public let expiryDate: CalendarDate?
    /// The first and the last day that it covers: both or none.
    public let periodStart: CalendarDate?
    public let periodEnd: CalendarDate?
    public let source: DocumentSource?
    public let state: DocumentState
    public let verdict: Verdict?
    public let reasons: [Reason]
    public let pages: [PageView]
    /// The address of its PDF; nil until it exists.
    public let pdf: String?

    public var period: DatePeriod? {
        guard let periodStart, let periodEnd else { return nil }
        return DatePeriod(start: periodStart, end: periodEnd)
    }

    public func page(_ id: PageID) -> PageView? { pages.first { $0.id == id } }
}

public struct PageView: Sendable, Hashable, Codable, Identifiable {
    public enum State: String, Sendable, Hashable, Codable {
        case received, previewed, ready
    }

    public let id: PageID
    /// By content.
    public let mediaType: MediaType?
    /// Bytes of the original.
    public let size: Int?
    public let digest: ContentDigest?
    /// The number of pages of its file; nil until examined, and 0 if no page can be made.
    public let pages: Int?
    public let rotation: Rotation
    /// The part of the photo that is the page; nil for all of it.
    public let crop: PageCrop?
    public let state: State
    /// The address of its preview; nil until it exists.
    public let preview: String?
    /// The addresses of its clean pages, in order.
    public let images: [String]
    /// Values read from its file, for the person to confirm; nil if there are none, and once nothing can be changed.
    public let suggestion: SuggestionView?
}
