/// Why a text is not a usable YAML document, and the position of the fault.
public struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable {
        case syntax
        case notUTF8
        case tooLarge
        case tooDeep
        case tooManyNodes
        /// Aliases, tags, and keys that are not texts: YAML has them, and configuration does not need them.
        case unsupported
        case duplicateKey
    }

    public let code: Code
    public let message: String
    public let location: YAMLLocation?

    public var description: String { location.map { "\($0): \(message)" } ?? message }
}
