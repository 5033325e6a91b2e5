public import Shared

/// An entry of a submission's history, for a reviewer.
public struct ReviewHistoryEntry: Sendable, Hashable {
    public let at: Timestamp
    /// Nil if there is no event.
    public let event: EventType?
    /// Such as `submission.decide`; nil if no person acted.
    public let act: String?
    public let by: String?
    public let attempt: Int?
    public let reasons: [Reason]
    public let note: String?

    package init(
        at: Timestamp, event: EventType? = nil, act: String? = nil, by: String? = nil, attempt: Int? = nil,
        reasons: [Reason] = [], note: String? = nil
    ) {
        (self.at, self.event, self.act, self.by) = (at, event, act, by)
        (self.attempt, self.reasons, self.note) = (attempt, reasons, note)
    }

    /// The state that the submission entered by it.
    public var state: SubmissionState? {
        event.flatMap { type in SubmissionState.allCases.first { EventType(entering: $0) == type } }
    }
}

/// A file of the tenant's other submissions that is equal or similar to one of this.
public struct AlikePage: Sendable, Hashable {
    public enum Likeness: String, Sendable, Hashable, CaseIterable {
        case sameFile = "same-file"
        /// Of the same person only.
        case likePicture = "like-picture"
    }

    public let submission: SubmissionID
    public let document: DocumentID
    public let page: PageID
    /// The page of this submission.
    public let own: PageID
    public let why: Likeness
    public let state: SubmissionState
    /// When the other submission was submitted.
    public let at: Timestamp

    package init(
        submission: SubmissionID, document: DocumentID, page: PageID, own: PageID, why: Likeness, state: SubmissionState,
        at: Timestamp
    ) {
        (self.submission, self.document, self.page, self.own) = (submission, document, page, own)
        (self.why, self.state, self.at) = (why, state, at)
    }

    /// The greatest distance of two perceptual hashes, in bits, that counts as similar.
    package static let distance = 6
}
