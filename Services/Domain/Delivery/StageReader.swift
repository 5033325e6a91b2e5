public import Shared

/// A submission and the rules that it was made under.
public struct StageSubject: Sendable, Hashable {
    public let submission: Submission
    public let journey: JourneyDefinition

    public init(submission: Submission, journey: JourneyDefinition) {
        self.submission = submission
        self.journey = journey
    }
}

/// What a stage reads of submissions, whichever tenant's they are.
public protocol StageReader: Sendable {
    /// Nil if there is no such submission (any more).
    func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject?
}

extension ProcessingFailure {
    /// The store kept a stage from its work. That passes: what this program cannot read, the version that wrote it can, which may run
    /// beside it.
    public init(_ error: StoreError) {
        self.init(
            code: "store-\(error.code.rawValue)", isRetriable: true, description: error.description, detail: error.detail,
            outage: error.isOutage ? Outage(of: .database) : nil)
    }
}

extension StoreError {
    /// Whether the database may have been away.
    public var isOutage: Bool { code == .unavailable || code == .outcomeUnknown }
}
