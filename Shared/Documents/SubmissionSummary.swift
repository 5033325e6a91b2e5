/// A submission as a row of a listing. The gateway defines its JSON.
public struct SubmissionSummary: Sendable, Hashable, Codable, Identifiable {
    public let id: SubmissionID
    public let journey: JourneyID
    public let state: SubmissionState
    public let version: Int
    public let subject: String?
    public let reference: String?
    public let createdAt: Timestamp
    /// When it last changed.
    public let updatedAt: Timestamp
    public let submittedAt: Timestamp?
    public let expiresAt: Timestamp?
    /// The number of documents, without removed ones.
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
