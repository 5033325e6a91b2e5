/// The exit codes of a child.
public enum DecoderExitCode: CInt, Hashable, Sendable {
    /// It sent a response, perhaps a refusal.
    case answered = 0
    /// A fault of the jail, not of the content.
    case internalFault = 70
    case outOfMemory = 71
    /// A lock could not be applied. Nothing was read.
    case notConfined = 77
}
