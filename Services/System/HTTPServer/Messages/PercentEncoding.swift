/// Percent-encoding (RFC 3986 §2.1).
enum PercentEncoding {
    /// Decodes a text; nil for a `%` without two digits, or for bytes that are not UTF-8. `plusIsSpace` is for queries of
    /// HTML forms.
    static func decode(_ text: Substring, plusIsSpace: Bool = false) -> String? {
        guard text.utf8.contains(where: { $0 == ASCII.percent || plusIsSpace && $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        let source = Array(text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            switch source[index] {
            case ASCII.percent:
                guard index + 2 < source.count, let high = ASCII.hexValue(source[index + 1]),
                    let low = ASCII.hexValue(source[index + 2])
                else { return nil }
                decoded.append(high << 4 | low)
                index += 3
            case UInt8(ascii: "+") where plusIsSpace:
                decoded.append(ASCII.space)
                index += 1
            case let byte:
                decoded.append(byte)
                index += 1
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// The segments of a path that begins with `/`. Each is decoded by itself, so an encoded slash never makes a new
    /// segment.
    ///
    /// Nil if the path is ambiguous: bad encoding, a NUL, a slash or backslash within a segment, `.` or `..`.
    static func segments(ofPath path: String) -> [String]? {
        var segments: [String] = []
        var start = path.utf8.index(after: path.startIndex)
        while start <= path.endIndex {
            let end = path.utf8[start...].firstIndex(of: ASCII.slash) ?? path.endIndex
            let part = path[start..<end]
            guard let segment = decode(part), segment != ".", segment != "..",
                !segment.utf8.contains(where: { $0 == 0 || $0 == ASCII.slash || $0 == UInt8(ascii: "\\") })
            else { return nil }
            segments.append(segment)
            guard end < path.endIndex else { break }
            start = path.utf8.index(after: end)
        }
        return segments
    }
}
