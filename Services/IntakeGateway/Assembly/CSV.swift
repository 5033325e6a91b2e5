import Shared

/// Comma-separated values (RFC 4180).
enum CSV {
    static func row(_ cells: [String]) -> [UInt8] {
        Array(cells.map(cell).joined(separator: ",").utf8) + [13, 10]
    }

    /// A spreadsheet would execute text that begins like a formula. An apostrophe before it prevents that.
    static func cell(_ text: String) -> String {
        var text = text
        if let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) { text = "'" + text }
        guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
        return "\"\(text.split(at: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }
}
