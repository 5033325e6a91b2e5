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
            outage: error.outage)
    }
}

extension StoreError {
    /// Whether the database, or the keys of what it holds, may have been unavailable.
    public var isOutage: Bool { outage != nil }

    fileprivate var outage: Outage? {
        switch code {
        case .unavailable, .outcomeUnknown: Outage(of: .database)
        // As of files, which are sealed by the same keys.
        case .keysUnavailable: Outage(of: .blobs, isProven: true)
        case .cancelled, .unopenable, .corrupt, .schemaMismatch, .superseded, .internal: nil
        }
    }
}
