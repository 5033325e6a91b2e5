/// Why a PDF gave no pages.
public enum PDFError: Error, Hashable, Sendable {
    /// It cannot be parsed, not even with repairs, or a page is missing.
    case damaged(detail: String)
    /// It opens only with a password.
    case passwordProtected
    /// There was less memory than a page needed.
    case outOfMemory
}
