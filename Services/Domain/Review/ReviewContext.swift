public import Shared

/// Something that happened to a submission, as a reviewer is told of it.
public struct ReviewHistoryEntry: Sendable, Hashable {
    public let at: Timestamp
    /// Nil for what no event tells of.
    public let event: EventType?
    /// Such as `submission.decide`; nil for what nobody did by name.
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

/// A file of another submission of the tenant that is the same as one of this, or looks like it.
public struct AlikePage: Sendable, Hashable {
    public enum Likeness: String, Sendable, Hashable, CaseIterable {
        case sameFile = "same-file"
        /// Of the same person. Those of others are not looked through.
        case likePicture = "like-picture"
    }

    public let submission: SubmissionID
    public let document: DocumentID
    public let page: PageID
    /// The page of this submission.
    public let own: PageID
    public let why: Likeness
    public let state: SubmissionState
    /// When the other one was submitted.
    public let at: Timestamp

    package init(
        submission: SubmissionID, document: DocumentID, page: PageID, own: PageID, why: Likeness, state: SubmissionState,
        at: Timestamp
    ) {
        (self.submission, self.document, self.page, self.own) = (submission, document, page, own)
        (self.why, self.state, self.at) = (why, state, at)
    }

    /// Up to so many bits of a picture's likeness may differ.
    package static let distance = 6
}
