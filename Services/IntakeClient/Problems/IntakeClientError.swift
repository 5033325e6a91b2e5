/// Why a call to the gateway failed.
public struct IntakeClientError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The gateway refused; `problem` says why.
        case refused
        case unreachable
        /// The gateway's address or token cannot be used.
        case invalidAddress
        case invalidRequest
        /// What came back is not what a gateway answers.
        case unexpectedAnswer
        case fileUnreadable
        case fileUnwritable
        /// What was waited for did not happen in time.
        case timedOut
        case cancelled
    }

    public let code: Code
    /// Whether the same call may succeed later.
    public let isRetriable: Bool
    /// For a person.
    public let description: String
    /// For the log.
    public let detail: String
    public let problem: GatewayProblem?

    public init(code: Code, isRetriable: Bool = false, description: String, detail: String = "") {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail
        problem = nil
    }

    init(_ problem: GatewayProblem) {
        code = .refused
        // Those that say "not now": a conflict needs a decision first, so it is not among them.
        isRetriable = [408, 425, 429, 502, 503, 504].contains(problem.status)
        description = problem.description
        detail = "\(problem.type) \(problem.status) \(problem.instance ?? "")"
        self.problem = problem
    }

    static func unexpected(_ what: String, status: Int) -> IntakeClientError {
        IntakeClientError(
            code: .unexpectedAnswer, description: "The gateway's answer cannot be understood: \(what).",
            detail: "status \(status)")
    }

    static let cancelled = IntakeClientError(code: .cancelled, description: "The call was cancelled.")
}
