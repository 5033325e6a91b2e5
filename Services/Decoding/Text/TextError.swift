/// Why a page could not be read.
public enum TextError: Error, Hashable, Sendable {
    /// No requested language has an installed model, or a model cannot be loaded.
    case noModel(detail: String)
    /// The picture cannot be decoded.
    case damaged(detail: String)
    /// A page needed more memory than there was.
    case outOfMemory
    /// The library failed.
    case failed(detail: String)
}
