/// Why something cannot be sealed or opened.
public struct SealingError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable {
        /// The bytes are not those that were sealed for this place: they were changed, cut, put into another order, or are another
        /// file's.
        case damaged
        /// The key cannot be had now: its keeper does not answer, or this process was not given what it takes.
        case unavailable
        /// No key that this process has opens what was wrapped.
        case unknownKey
        /// The key is no more: what it has sealed cannot be read, and nothing more is written to it.
        case gone
    }

    public let code: Code
    /// What is wrong, in words for the log; holds no contents and no keys.
    public let description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
