/// Why something cannot be sealed or opened.
public struct SealingError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// The bytes are not those that were sealed for this place: they were changed, cut or reordered, or belong to
        /// another file.
        case damaged
        /// The key is not available now: the provider does not answer, or this process has no provider.
        case unavailable
        /// The database that keeps wrapped keys does not answer.
        case databaseUnavailable
        /// No key of this process unwraps it.
        case unknownKey
        /// The key was destroyed: its files cannot be read, and nothing more is written under it.
        case gone
    }

    public let code: Code
    /// What is wrong, for the log; without contents and keys.
    public let description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
