public import Shared

/// A submission and the journey at its version.
public struct StageSubject: Sendable, Hashable {
    public let submission: Submission
    public let journey: JourneyDefinition

    public init(submission: Submission, journey: JourneyDefinition) {
        self.submission = submission
        self.journey = journey
    }
}

/// Reads submissions of any tenant for a stage.
public protocol StageReader: Sendable {
    /// Nil if the submission does not exist, or no longer.
    func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject?
}

extension ProcessingFailure {
    /// A temporary failure of the store. Data that this version cannot read may be readable by a newer version that runs
    /// beside it.
    public init(_ error: StoreError) {
        self.init(
            code: "store-\(error.code.rawValue)", isRetriable: true, description: error.description, detail: error.detail,
            outage: error.isOutage ? Outage(of: .database) : nil)
    }
}

extension StoreError {
    /// Whether the database may have been unavailable.
    public var isOutage: Bool { code == .unavailable || code == .outcomeUnknown }
}
