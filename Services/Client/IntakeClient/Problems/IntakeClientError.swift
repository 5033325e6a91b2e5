import Shared

/// Why a call to the gateway failed.
public struct IntakeClientError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The gateway refused; `problem` says why.
        case refused
        case unreachable
        /// The gateway's address or token is invalid.
        case invalidAddress
        case invalidRequest
        /// The answer is not a gateway's.
        case unexpectedAnswer
        case fileUnreadable
        case fileUnwritable
        /// The awaited condition was not met in time.
        case timedOut
        case cancelled
    }

    public let code: Code
    /// Whether the same call may succeed later.
    public let isRetriable: Bool
    /// In English, for a developer or a command line; `words(in:)` is for a person.
    public let description: String
    /// For the log.
    public let detail: String
    public let problem: GatewayProblem?
    /// A more precise text than the code's.
    let saying: LocalizedMessage?

    public init(code: Code, isRetriable: Bool = false, description: String, detail: String = "") {
        self.init(code: code, isRetriable: isRetriable, description: description, detail: detail, saying: nil)
    }

    /// An error with a phrase as its text.
    init(code: Code, _ saying: LocalizedMessage, detail: String = "") {
        self.init(
            code: code, isRetriable: false, description: Language.english.say(saying.phrase, saying.values), detail: detail,
            saying: saying)
    }

    private init(code: Code, isRetriable: Bool, description: String, detail: String, saying: LocalizedMessage?) {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail
        self.saying = saying
        problem = nil
    }

    init(_ problem: GatewayProblem) {
        code = .refused
        // Those that say "not now": a conflict needs a decision first, so it is not among them.
        isRetriable = [408, 425, 429, 502, 503, 504].contains(problem.status)
        description = problem.description
        detail = "\(problem.type) \(problem.status) \(problem.instance ?? "")"
        self.problem = problem
        saying = nil
    }

    static func unexpected(_ what: String, status: Int) -> IntakeClientError {
        IntakeClientError(
            code: .unexpectedAnswer, description: "The gateway's answer cannot be understood: \(what).",
            detail: "status \(status)")
    }

    static let cancelled = IntakeClientError(code: .cancelled, description: "The call was cancelled.")
}
