public import Shared

/// A submission as a listing shows it: what a row of a table has room for.
public struct SubmissionSummary: Hashable, Sendable {
    public let id: SubmissionID
    public let journey: JourneyID
    public let state: SubmissionState
    public let version: Int
    public let subject: String?
    public let reference: String?
    public let createdAt: Timestamp
    public let changedAt: Timestamp
    public let submittedAt: Timestamp?
    public let expiresAt: Timestamp?
    /// How many there are, without those that were removed.
    public let documents: Int
}
