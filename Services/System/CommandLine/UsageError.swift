/// A command line that cannot be parsed. The description names the fault and where to find help.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// `EX_USAGE` of sysexits.h.
    public static let exitCode: Int32 = 64

    /// The command that it was meant for.
    public let commandPath: String
    public let message: String

    public var description: String { "\(commandPath): \(message)\nTry “\(commandPath) --help”." }
}
