/// How a child of the jail ends by itself.
public enum DecoderExitCode: CInt, Hashable, Sendable {
    /// With a response, a refusal included.
    case answered = 0
    /// A fault of the jail itself, not of the content.
    case internalFault = 70
    case outOfMemory = 71
    /// A lock did not close; nothing was read.
    case notConfined = 77
}
