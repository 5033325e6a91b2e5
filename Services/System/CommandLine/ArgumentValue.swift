/// A type that the text of an option or argument can be read as.
public protocol ArgumentValue: Sendable {
    /// What a shell proposes for the value.
    static var completion: Completion { get }

    init(argument: String) throws(InvalidValue)
}

/// Why a text is not a value.
public struct InvalidValue: Error, Sendable, Hashable {
    /// What the value must be; it follows "must be": "a whole number".
    public let expected: String

    public init(expected: String) { self.expected = expected }
}

/// What a shell proposes for a value.
public enum Completion: Sendable, Hashable {
    case none
    case files
    case directories
    case words([String])
}

extension String: ArgumentValue {
    public static var completion: Completion { .none }
    public init(argument: String) { self = argument }
}

extension Int: ArgumentValue {
    public static var completion: Completion { .none }

    public init(argument: String) throws(InvalidValue) {
        guard let number = Int(argument) else { throw InvalidValue(expected: "a whole number") }
        self = number
    }
}

/// An enumeration with raw values reads as one of them: `enum Shell: String, CaseIterable, ArgumentValue`.
extension ArgumentValue where Self: RawRepresentable<String> & CaseIterable {
    public static var completion: Completion { .words(allCases.map(\.rawValue)) }

    public init(argument: String) throws(InvalidValue) {
        guard let value = Self(rawValue: argument) else {
            throw InvalidValue(expected: "one of " + Self.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self = value
    }
}

/// The path of a file; shells complete it. The command checks whether the file exists.
public struct FilePath: ArgumentValue, Hashable, CustomStringConvertible {
    public static var completion: Completion { .files }
    public let text: String

    public init(argument: String) throws(InvalidValue) {
        guard !argument.isEmpty else { throw InvalidValue(expected: "the path of a file") }
        text = argument
    }

    public var description: String { text }
}

/// The path of a directory; shells complete it.
public struct DirectoryPath: ArgumentValue, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    public static var completion: Completion { .directories }
    public let text: String

    public init(argument: String) throws(InvalidValue) {
        guard !argument.isEmpty else { throw InvalidValue(expected: "the path of a directory") }
        text = argument
    }

    public init(stringLiteral value: String) { text = value }
    public var description: String { text }
}
