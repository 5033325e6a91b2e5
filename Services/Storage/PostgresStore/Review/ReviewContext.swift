public import Shared

/// An entry of a submission's history, for a reviewer.
public struct ReviewHistoryEntry: Sendable, Hashable {
    public let at: Timestamp
    /// Nil if there is no event.
    public var event: EventType?
    /// Such as `submission.decide`; nil if no person acted.
    public var act: String?
    public var by: String?
    public var attempt: Int?
    public var reasons: [Reason] = []
    public var note: String?

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

    /// The greatest distance of two perceptual hashes, in bits, that counts as similar.
    static let distance = 6
}
