/// The error of the stores of submissions. The result of a guarded change (a newer version, a change made before, an id
/// of another tenant) is an answer, never an error. An error means that the store could not answer.
public struct StoreError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// The database is unreachable or too busy. The request is not known to be at fault.
        case unavailable
        /// The keys of what is sealed in rows cannot be had now. The database can.
        case keysUnavailable = "keys-unavailable"
        /// What is sealed there can be opened by nobody any more: its key is gone, or it was changed.
        case unopenable
        /// The answer to a COMMIT was lost: the change may have been made. A retry is safe, since every change is
        /// guarded.
        case outcomeUnknown
        /// The task was cancelled, or its deadline passed.
        case cancelled
        /// The database has data that this version cannot read.
        case corrupt
        /// The schema is newer or older than this program needs.
        case schemaMismatch
        /// Another request took over the subject of the change. Nothing was changed.
        case superseded
        /// The request violated a constraint, or the store has a fault.
        case `internal`
    }

    public let code: Code
    /// Whether a later retry can succeed.
    public let isRetriable: Bool
    /// Safe to show to anyone: it contains no values.
    public let description: String
    /// For an operator's log: the operation, and the message of the layer below.
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
    /// Data that makes no sense to this program.
    package static func corrupt(_ what: String) -> StoreError {
        StoreError(
            code: .corrupt, isRetriable: false, description: "The database holds something that this program cannot read.",
            detail: what)
    }

    /// A guard stopped a change that was decided on outdated facts.
    package static func changedMeanwhile(_ what: String) -> StoreError {
        StoreError(code: .internal, isRetriable: true, description: "The submission changed in the meantime.", detail: what)
    }
}
