/// The Range header for a representation of known length (RFC 9110 §14).
public enum ByteRange: Hashable, Sendable {
    /// The whole: there is no range, it is not understood, or there are several, which a server may ignore.
    case whole
    /// 206.
    case part(Range<Int64>)
    /// 416.
    case unsatisfiable

    public init(_ header: String?, length: Int64) {
        guard let header, header.lowercased().hasPrefix("bytes=") else {
            self = .whole
            return
        }
        let set = header.dropFirst(6).trimmingBlanks()
        guard !set.utf8.contains(ASCII.comma), let dash = set.utf8.firstIndex(of: ASCII.dash),
            let first = Self.position(set[..<dash]), let last = Self.position(set[set.utf8.index(after: dash)...])
        else {
            self = .whole
            return
        }
        switch (first, last) {
        case (.none, .none): self = .whole
        case (.none, .some(let count)):
            self = count == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - count)..<length)
        case (.some(let start), let end):
            if let end, end < start {
                self = .whole
            } else if start >= length {
                self = .unsatisfiable
            } else {
                self = .part(start..<min(length, (end ?? length - 1) + 1))
            }
        }
    }

    /// A position; `.some(nil)` if it is empty, nil if it is no number. A number beyond any file counts as its end.
    private static func position(_ text: Substring) -> Int64?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        return .some(Int64(text) ?? .max)
    }
}
