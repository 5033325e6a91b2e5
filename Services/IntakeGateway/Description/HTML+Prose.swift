import Shared

extension HTML {
    /// Text in which words between backquotes become code.
    static func prose(_ text: String) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false).map {
            escaped(Substring($0))
        }
        return parts.enumerated().map { $0.isMultiple(of: 2) ? $1 : "<code>\($1)</code>" }.joined()
    }
}
