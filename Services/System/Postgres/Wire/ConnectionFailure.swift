/// Why a connection could not be made, from the messages of libpq. Pure.
///
/// The messages name hosts, ports, users and databases, and never a password.
struct ConnectionFailure: Sendable, Equatable {
    /// The server's SQLSTATE; nil if no server answered. Of several hosts, that of the last one that answered.
    private(set) var sqlState: String?
    /// The messages of libpq and the server in one line, each server's SQLSTATE after its message.
    private(set) var words = ""

    /// `message`: libpq's message with SQLSTATEs (`PQERRORS_VERBOSE`), such as `FATAL: 28P01: password authentication
    /// failed …`. The line with the place in the server's source is dropped.
    init(message: String) {
        for line in message.split(whereSeparator: \.isNewline) {
            var parts = line.split(whereSeparator: \.isWhitespace)
            guard let first = parts.first, first != "LOCATION:" else { continue }
            var end = ""
            if let index = parts.firstIndex(where: Self.isState) {
                let state = String(parts.remove(at: index).dropLast())
                (sqlState, end) = (state, " (SQLSTATE \(state))")
            }
            if !words.isEmpty { words += "; " }
            words += parts.joined(separator: " ") + end
        }
    }

    /// Whether the part is like `28P01:`. Every SQLSTATE has a digit, and `FATAL:` has none.
    private static func isState(_ part: Substring) -> Bool {
        let state = part.dropLast()
        return part.hasSuffix(":") && state.utf8.count == 5 && state.contains(where: \.isNumber)
            && state.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
    }

    /// What is wrong; safe to show to anyone.
    var description: String {
        switch sqlState {
        case "28P01": "The database refused the user or the password."
        case "28000": "The database refused the user."
        case "3D000": "The database does not exist."
        case "42501": "The user may not connect to the database."
        case "53300": "The database has no connection left."
        case "57P03": "The database is starting or stopping."
        case nil:
            words.contains("session is read-only") ? "The database takes no changes now." : "The database cannot be reached."
        default: "The database refused the connection."
        }
    }
}
