/// A value that writes itself as JSON by hand: the same bytes as by its `Encodable` form, several times faster.
///
/// It names its members in the order of their names, as ``JSON/bytes(of:)`` sorts them. A test has to hold the two forms together.
public protocol JSONWritable: Encodable {
    func write(to json: inout JSONWriter)
}

/// Writes JSON into bytes, without looking anything up and without sorting.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    /// Whether something stands before the next member or element of the innermost container.
    private var needsComma = false

    init() { bytes.reserveCapacity(4096) }

    // MARK: - Containers

    public mutating func beginObject() {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    private mutating func name(_ name: String) {
        if needsComma { bytes.append(ASCII.comma) }
        bytes.append(UInt8(ascii: "\""))
        bytes += name.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(ASCII.colon)
        needsComma = true
    }

    // MARK: - Members

    // Each leaves the member out where there is no value.

    /// The name is written as it is: it holds nothing that JSON escapes.
    public mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.name(name)
        JSONString.append(text, to: &bytes)
    }

    public mutating func member(_ name: String, _ number: Int?) {
        guard let number else { return }
        self.name(name)
        bytes += String(number).utf8
    }

    public mutating func member(_ name: String, _ isTrue: Bool) {
        self.name(name)
        bytes += (isTrue ? "true" : "false").utf8
    }

    public mutating func member(_ name: String, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
        needsComma = true
    }

    public mutating func member(_ name: String, _ values: [some JSONWritable]) {
        list(name, values) { $0.write(to: &$1) }
    }

    public mutating func member(_ name: String, _ texts: [String]) {
        list(name, texts) { JSONString.append($0, to: &$1.bytes) }
    }

    /// In the order of the names as they are written.
    public mutating func member(_ name: String, _ table: [String: String]) {
        self.name(name)
        beginObject()
        let members = table.map { key, value in
            var written: [UInt8] = []
            JSONString.append(key, to: &written)
            return (name: written, value: value)
        }
        // Without the quotes: the one behind a name would count where another goes on.
        for (key, value) in members.sorted(by: { $0.name.dropLast().lexicographicallyPrecedes($1.name.dropLast()) }) {
            if needsComma { bytes.append(ASCII.comma) }
            bytes += key
            bytes.append(ASCII.colon)
            JSONString.append(value, to: &bytes)
            needsComma = true
        }
        endObject()
    }

    /// What is seldom there, by its `Encodable` form.
    public mutating func member(_ name: String, encoding value: (some Encodable)?) {
        guard let value else { return }
        self.name(name)
        bytes += JSON.bytes(of: value)
    }

    public mutating func member(_ name: String, encoding values: [some Encodable]) {
        self.name(name)
        bytes += values.isEmpty ? Array("[]".utf8) : JSON.bytes(of: values)
    }

    private mutating func list<Value>(
        _ name: String, _ values: [Value], _ write: (Value, inout JSONWriter) -> Void
    ) {
        self.name(name)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(ASCII.comma) }
            write(value, &self)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }
}

extension JSON {
    /// The same as by the value's `Encodable` form.
    public static func bytes(of value: some JSONWritable) -> [UInt8] {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.bytes
    }
}

/// A JSON string (RFC 8259, section 7).
enum JSONString {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(quote)
        let span = text.utf8.span
        var isPlain = true
        for index in span.indices where span[index] < 0x20 || span[index] == quote || span[index] == backslash {
            isPlain = false
        }
        if isPlain { bytes += text.utf8 } else { for byte in text.utf8 { append(escaping: byte, to: &bytes) } }
        bytes.append(quote)
    }

    private static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case quote, backslash: bytes += [backslash, byte]
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
        default: bytes.append(byte)
        }
    }
}
