/// The one error of this module.
///
/// `description` and `detail` never hold a bound value or a row's content: of what the server says, only the parts that name
/// things of the schema are kept.
public struct PostgresError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// No connection could be made: the server is down, refuses, or the name or the credentials are wrong.
        case connectionFailed
        /// The connection ended in mid-query. A single statement outside a transaction may have been carried out.
        case connectionLost
        /// The connection ended after COMMIT was sent: whether the transaction was committed is unknown.
        case commitOutcomeUnknown
        /// Every connection stayed busy until the deadline, or too many were waiting already.
        case poolExhausted
        /// The pool was closed.
        case poolClosed
        /// The task was cancelled; the query was stopped on the server, too.
        case cancelled
        /// The statement ran into `statement_timeout` or the lock time-out.
        case timedOut
        /// The transaction would not be serializable, or was chosen to end a deadlock: run it again.
        case serializationFailure
        case uniqueViolation
        case foreignKeyViolation
        case checkViolation
        case notNullViolation
        /// A value is none that its column, or the statement, can take.
        case invalidValue
        /// The server takes no changes: it is a standby, or was the primary and is no more. Another one may be the primary now.
        case readOnly
        /// The server is short of something (disk, memory, connections), or is starting or stopping.
        case serverUnavailable
        /// What came back is not what the caller asked to decode.
        case decoding
        /// The module was used in a way that it does not support.
        case misuse
        /// What the server keeps of a row or an index cannot be read.
        case damaged
        /// Any other refusal of the server: see `sqlState`. It says something of the database (a table that is not there yet, a right
        /// that is missing) and nothing of what was to be written.
        case server
    }

    public let code: Code
    /// The five characters of the server's SQLSTATE, when the server spoke.
    public let sqlState: String?
    /// The constraint that was violated.
    public let constraint: String?
    public let description: String
    public let detail: String

    public init(code: Code, sqlState: String? = nil, constraint: String? = nil, description: String, detail: String = "") {
        self.code = code
        self.sqlState = sqlState
        self.constraint = constraint
        self.description = description
        self.detail = detail
    }

    /// Whether doing the same again, later, can succeed. After `connectionLost` and `commitOutcomeUnknown` only what is
    /// guarded against being done twice may be repeated.
    public var isRetriable: Bool {
        switch code {
        case .connectionFailed, .connectionLost, .commitOutcomeUnknown, .poolExhausted, .timedOut, .serializationFailure,
            .serverUnavailable, .readOnly, .server:
            true
        case .poolClosed, .cancelled, .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .invalidValue,
            .damaged, .decoding, .misuse:
            false
        }
    }

    /// Whether the connection is to blame: it leads to a server that was the primary (25006), or its prepared statements are of
    /// another schema (0A000) or another session (26000), as they are behind a pooler. Nothing was carried out, and a new connection
    /// knows better.
    var isOfConnection: Bool { ["25006", "0A000", "26000"].contains(sqlState) }

    /// Whether a statement waited for a lock as long as `lock_timeout` allows.
    public var isLockTimeout: Bool { sqlState == "55P03" }

    public var debugDescription: String {
        let state = sqlState.map { " \($0)" } ?? ""
        return "PostgresError.\(code.rawValue)\(state): \(description)\(detail.isEmpty ? "" : " [\(detail)]")"
    }
}

extension PostgresError {
    static let cancelled = PostgresError(code: .cancelled, description: "The database query was cancelled.")
    static let readOnly = PostgresError(
        code: .readOnly, sqlState: "25006", description: "The database takes no changes now.")
    static let poolClosed = PostgresError(code: .poolClosed, description: "The connection to the database was closed.")

    static func lost(_ detail: String) -> PostgresError {
        PostgresError(code: .connectionLost, description: "The connection to the database was lost.", detail: detail)
    }

    static func misuse(_ description: String) -> PostgresError { PostgresError(code: .misuse, description: description) }

    static func decoding(_ description: String) -> PostgresError { PostgresError(code: .decoding, description: description) }

    /// An error that the server answered with. `message` is dropped for the classes whose messages quote values.
    init(sqlState: String, message: String, constraint: String?, table: String?, column: String?) {
        let quotesValues = sqlState.hasPrefix("22") || sqlState.hasPrefix("23") || sqlState.hasPrefix("P0")
        var parts = ["SQLSTATE \(sqlState)"]
        if !quotesValues { parts.append(message) }
        if let table { parts.append("table \(table)") }
        if let column { parts.append("column \(column)") }
        if let constraint { parts.append("constraint \(constraint)") }
        let (code, description) = Self.classify(sqlState)
        self.init(
            code: code, sqlState: sqlState, constraint: constraint, description: description,
            detail: parts.joined(separator: ", "))
    }

    private static func classify(_ state: String) -> (Code, String) {
        switch state {
        case "40001", "40P01": (.serializationFailure, "The transaction collided with another one.")
        case "57014", "55P03": (.timedOut, "The database took too long.")
        case "23505": (.uniqueViolation, "The entry exists already.")
        case "23503": (.foreignKeyViolation, "The entry refers to something that does not exist.")
        case "23514": (.checkViolation, "The entry is not allowed.")
        case "23502": (.notNullViolation, "The entry is incomplete.")
        case "57P01", "57P02", "57P03", "57P05", "25P03": (.connectionLost, "The connection to the database was lost.")
        case "25006": (.readOnly, "The database takes no changes now.")
        case let state where ["21", "22", "44", "54", "P0"].contains(state.prefix(2)):
            (.invalidValue, "The entry is not allowed.")
        case let state where state.hasPrefix("XX"): (.damaged, "The database cannot read what it keeps.")
        case let state where state.hasPrefix("53") || state.hasPrefix("58"):
            (.serverUnavailable, "The database is short of resources.")
        case let state where state.hasPrefix("08"): (.connectionLost, "The connection to the database was lost.")
        default: (.server, "The database refused the statement.")
        }
    }
}
