/// The one error of this module.
///
/// `description` and `detail` never hold a bound value or a row's content. Of the server's message only the names of
/// schema objects are kept.
public struct PostgresError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// No connection could be made: the server is down or refuses, or its name or the credentials are wrong.
        case connectionFailed
        /// The connection ended during a query. A single statement outside of a transaction may have been carried out.
        case connectionLost
        /// The connection ended after COMMIT was sent: whether the transaction was committed is unknown.
        case commitOutcomeUnknown
        /// Every connection stayed busy until the deadline, or too many callers waited already.
        case poolExhausted
        /// The pool was closed.
        case poolClosed
        /// The task was cancelled; the query was stopped on the server, too.
        case cancelled
        /// The statement exceeded `statement_timeout` or the lock time-out.
        case timedOut
        /// The transaction would not be serializable, or was ended because of a deadlock: run it again.
        case serializationFailure
        case uniqueViolation
        case foreignKeyViolation
        case checkViolation
        case notNullViolation
        /// The column or the statement cannot take a value.
        case invalidValue
        /// The server takes no changes: it is a standby, or is no longer the primary. Another server may be the primary
        /// now.
        case readOnly
        /// The server is short of disk, memory or connections, or is starting or stopping.
        case serverUnavailable
        /// The result is not of the type that the caller asked for.
        case decoding
        /// The module was used in an unsupported way.
        case misuse
        /// A row or an index on the server is damaged.
        case damaged
        /// Any other refusal of the server: see `sqlState`. Its cause is the database (a missing table, a missing right),
        /// not the written values.
        case server
    }

    public let code: Code
    /// The five characters of the server's SQLSTATE, if the server answered.
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

    /// Whether a repetition can succeed later. After `connectionLost` and `commitOutcomeUnknown` repeat only idempotent
    /// work.
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

    /// Whether the connection is the cause: it leads to a former primary (25006), or its prepared statements belong to
    /// another schema (0A000) or another session (26000), as behind a pooler. Nothing was carried out, and a new
    /// connection does not have the fault.
    var isOfConnection: Bool { ["25006", "0A000", "26000"].contains(sqlState) }

    /// Whether a statement waited for a lock for the whole `lock_timeout`.
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

    /// An error from the server. `message` is dropped for the classes whose messages quote values.
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
