/// Why a page could not be read.
public enum TextError: Error, Hashable, Sendable {
    /// No model of a language that was wanted is installed, or one that is cannot be loaded.
    case noModel(detail: String)
    /// The picture cannot be decoded.
    case damaged(detail: String)
    /// There was less memory than a page needed.
    case outOfMemory
    /// The library gave up.
    case failed(detail: String)
}
