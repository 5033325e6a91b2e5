/// A value that writes itself as JSON. Without containers this is several times faster than `Encodable`.
public protocol JSONWritable {
    /// Writes one value. Objects write their members in the order of the names' bytes.
    func write(to json: inout JSONWriter)
}

/// Writes JSON into bytes, without look-ups and without sorting.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    /// Whether a comma comes before the next member or element of the innermost container.
    private var needsComma = false

    init() { bytes.reserveCapacity(4096) }

    /// One object, whose members `body` writes.
    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Writes the name of the next member. The name must hold no character that JSON escapes.
    public mutating func name(_ name: String) {
        if needsComma { bytes.append(ASCII.comma) }
        bytes.append(UInt8(ascii: "\""))
        bytes += name.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(ASCII.colon)
        needsComma = true
    }

    fileprivate mutating func encode(_ value: some Encodable) { bytes += JSON.bytes(of: value) }

    fileprivate mutating func text(_ text: String) { JSONString.append(text, to: &bytes) }

    fileprivate mutating func plain(_ text: String) { bytes += text.utf8 }

    fileprivate mutating func list(_ values: [some JSONWritable]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(ASCII.comma) }
            value.write(to: &self)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes the members in the order of their encoded names.
    fileprivate mutating func table(_ table: [String: String]) {
        object { json in
            let members = table.map { key, value in
                var written: [UInt8] = []
                JSONString.append(key, to: &written)
                return (name: written, value: value)
            }
            // Without the quotes: the one behind a name would count where another goes on.
            for (key, value) in members.sorted(by: { $0.name.dropLast().lexicographicallyPrecedes($1.name.dropLast()) }) {
                if json.needsComma { json.bytes.append(ASCII.comma) }
                json.bytes += key
                json.bytes.append(ASCII.colon)
                json.text(value)
                json.needsComma = true
            }
        }
    }
}

extension String: JSONWritable {
    public func write(to json: inout JSONWriter) { json.text(self) }
}

extension Int: JSONWritable {
    public func write(to json: inout JSONWriter) { json.plain(String(self)) }
}

extension Bool: JSONWritable {
    public func write(to json: inout JSONWriter) { json.plain(self ? "true" : "false") }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to json: inout JSONWriter) { json.list(self) }
}

extension Dictionary: JSONWritable where Key == String, Value == String {
    public func write(to json: inout JSONWriter) { json.table(self) }
}

/// A value that has only an `Encodable` form.
public struct Encoded<Value: Encodable & Sendable>: JSONWritable, Sendable {
    private let value: Value

    public init(_ value: Value) { self.value = value }

    public func write(to json: inout JSONWriter) { json.encode(value) }
}

extension JSON {
    public static func written(_ value: some JSONWritable) -> [UInt8] {
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
