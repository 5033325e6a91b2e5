/// A submission as a listing shows it: what a row of a table has room for. Its JSON is the gateway's.
public struct SubmissionSummary: Sendable, Hashable, Codable, Identifiable {
    public let id: SubmissionID
    public let journey: JourneyID
    public let state: SubmissionState
    public let version: Int
    public let subject: String?
    public let reference: String?
    public let createdAt: Timestamp
    /// Of the last change.
    public let updatedAt: Timestamp
    public let submittedAt: Timestamp?
    public let expiresAt: Timestamp?
    /// How many there are, without those that were removed.
    public let documents: Int

    public init(
        id: SubmissionID, journey: JourneyID, state: SubmissionState, version: Int, subject: String?, reference: String?,
        createdAt: Timestamp, updatedAt: Timestamp, submittedAt: Timestamp?, expiresAt: Timestamp?, documents: Int
    ) {
        self.id = id
        self.journey = journey
        self.state = state
        self.version = version
        self.subject = subject
        self.reference = reference
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.submittedAt = submittedAt
        self.expiresAt = expiresAt
        self.documents = documents
    }
}
