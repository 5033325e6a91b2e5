/// Writes a record as one JSON object on one line: `{"time":…,"level":…,"label":…,"message":…,fields…}`.
///
/// A line has at most 4,096 bytes with its newline, which is `PIPE_BUF`: one `write(2)` of it to a pipe is atomic, so
/// lines of processes that share a pipe never mix.
struct JSONLine {
    static let maximumLineBytes = 4_096
    static let maximumMessageBytes = 1_024
    static let maximumValueBytes = 1_024
    static let maximumKeyBytes = 64

    private static let truncationMark = Array(#","truncated":true"#.utf8)
    private static let reserved: Set<String> = ["time", "level", "label", "message", "truncated"]

    private var bytes: [UInt8] = []

    static func bytes(of record: LogRecord) -> [UInt8] {
        var line = JSONLine()
        line.bytes.reserveCapacity(256)
        line.write(record)
        return line.bytes
    }

    private mutating func write(_ record: LogRecord) {
        append(#"{"time":""#)
        append(Timestamp.text(microseconds: record.microseconds))
        append(#"","level":""#)
        append(record.level.rawValue)
        append(#"","label":"#)
        appendQuoted(record.label, maximumBytes: Self.maximumKeyBytes)
        append(#","message":"#)
        appendQuoted(record.message, maximumBytes: Self.maximumMessageBytes)
        // Room is always kept for the mark, the closing brace and the newline.
        let limit = Self.maximumLineBytes - Self.truncationMark.count - 2
        var truncated = false
        for (key, value) in record.fields.sorted(by: { $0.key < $1.key }) {
            let mark = bytes.count
            append(",")
            appendQuoted(Self.reserved.contains(key) ? "field.\(key)" : key, maximumBytes: Self.maximumKeyBytes)
            append(":")
            append(value)
            if bytes.count > limit {
                bytes.removeSubrange(mark...)
                truncated = true
            }
        }
        if truncated { bytes.append(contentsOf: Self.truncationMark) }
        append("}\n")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(_ value: LogValue) {
        switch value {
        case .string(let text): appendQuoted(text, maximumBytes: Self.maximumValueBytes)
        case .integer(let number): append(String(number))
        case .boolean(let flag): append(flag ? "true" : "false")
        case .double(let number):
            // JSON has no word for infinity or not-a-number.
            if number.isFinite { append("\(number)") } else { appendQuoted("\(number)", maximumBytes: 8) }
        }
    }

    /// Appends a JSON string of at most `maximumBytes` escaped bytes. A truncated text ends with an ellipsis.
    private mutating func appendQuoted(_ text: String, maximumBytes: Int) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        if text.utf8.count <= maximumBytes, Self.isPlain(text) {
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        for scalar in text.unicodeScalars {
            let mark = bytes.count
            appendEscaped(scalar)
            if bytes.count - start > maximumBytes {
                bytes.removeSubrange(mark...)
                append("…")
                break
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether the text is printable ASCII that needs no escaping, as most texts are.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22: append(#"\""#)
        case 0x5C: append(#"\\"#)
        case 0x0A: append(#"\n"#)
        case 0x0D: append(#"\r"#)
        case 0x09: append(#"\t"#)
        // Control bytes, and what terminals and JavaScript take for control bytes or line ends.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
            let hex = String(scalar.value, radix: 16)
            append(#"\u"# + String(repeating: "0", count: 4 - hex.count) + hex)
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }
}
