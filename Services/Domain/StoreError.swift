/// The one error of the ports that keep submissions. What a guarded change finds (a newer version, a change that had been made
/// already, an id of another tenant) is an answer and never an error; errors are what kept the store from answering.
public struct StoreError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// The database cannot be reached or is too busy; nothing is known to be wrong with the request.
        case unavailable
        /// The answer to a COMMIT was lost: the change may have been made. Doing it again is safe, for every change is guarded.
        case outcomeUnknown
        /// The task was cancelled or its deadline passed.
        case cancelled
        /// The database holds something that this version of the program cannot read.
        case corrupt
        /// The schema is newer or older than this program needs.
        case schemaMismatch
        /// Another request has taken over what was to be changed; nothing was.
        case superseded
        /// The request broke a constraint, or the store itself is at fault.
        case `internal`
    }

    public let code: Code
    /// Whether doing the same again, later, can succeed.
    public let isRetriable: Bool
    /// Safe to show to anyone: holds no values.
    public let description: String
    /// For the log of an operator: what was being done, and the words of the layer below.
    public let detail: String

    public init(code: Code, isRetriable: Bool, description: String, detail: String = "") {
        self.code = code
        self.isRetriable = isRetriable
        self.description = description
        self.detail = detail
    }

    public var debugDescription: String { "StoreError.\(code.rawValue): \(description) [\(detail)]" }
}

extension StoreError {
    /// What was read does not make sense to this program.
    package static func corrupt(_ what: String) -> StoreError {
        StoreError(
            code: .corrupt, isRetriable: false, description: "The database holds something that this program cannot read.",
            detail: what)
    }

    /// A guard that held back what was decided on something that is not so any more.
    package static func changedMeanwhile(_ what: String) -> StoreError {
        StoreError(code: .internal, isRetriable: true, description: "The submission changed in the meantime.", detail: what)
    }
}
