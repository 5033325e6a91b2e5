/// How one step of processing ended. There is nothing else.
public enum ProcessingOutcome<Value: Sendable>: Sendable {
    case completed(Value)
    /// The person's documents are at fault, and they are told why.
    case rejected([Reason])
    /// Something that passes: try again after so long.
    case retry(after: Duration, because: ProcessingFailure)
    /// Something that does not: no attempt will help.
    case failed(ProcessingFailure)

    public func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> ProcessingOutcome<Other> {
        switch self {
        case .completed(let value): .completed(try transform(value))
        case .rejected(let reasons): .rejected(reasons)
        case .retry(let delay, let failure): .retry(after: delay, because: failure)
        case .failed(let failure): .failed(failure)
        }
    }

    /// What remains of an attempt that asks for another one when its policy allows no more.
    ///
    /// Attempts count from 1; the random number is from 0 to 1, for the jitter.
    public static func failing(
        _ failure: ProcessingFailure, attempt: Int, policy: RetryPolicy, random: Double
    ) -> ProcessingOutcome {
        guard failure.isRetriable, let delay = policy.delay(afterAttempt: attempt, random: random) else {
            return .failed(failure)
        }
        return .retry(after: delay, because: failure)
    }
}

extension ProcessingOutcome: Equatable where Value: Equatable {}

/// What went wrong in a step, not with the documents.
public struct ProcessingFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: String
    public let isRetriable: Bool
    /// Safe to show: no content, no name, no secret.
    public let description: String
    /// For the log.
    public let detail: String

    public init(code: String, isRetriable: Bool, description: String, detail: String? = nil) {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail ?? description
    }
}
