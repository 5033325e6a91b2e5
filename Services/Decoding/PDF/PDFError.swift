/// Why a PDF gave no pages.
public enum PDFError: Error, Hashable, Sendable {
    /// It cannot be parsed, even with repairs, or a page is missing.
    case damaged(detail: String)
    /// It opens only with a password.
    case passwordProtected
    /// A page needed more memory than there was.
    case outOfMemory
}
