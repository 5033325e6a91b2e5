/// One element of an answer of S3: its text, or its children. Attributes, comments and instructions are skipped; document types
/// and entities of one's own are refused.
struct XMLElement {
    var name: String
    var text = ""
    var children: [XMLElement] = []

    /// The text of the first child of that name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Nil for what is not well-formed, deeper than `maximumDepth`, or has more than `maximumElements`.
    init?(parsing bytes: [UInt8]) {
        guard var parser = XMLParser(bytes), let root = parser.document() else { return nil }
        self = root
    }

    fileprivate init(name: String) { self.name = name }
}

private struct XMLParser {
    private static let maximumDepth = 16
    private static let maximumElements = 100_000

    private let scalars: [UInt8]
    private var position = 0
    private var elements = 0

    init?(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        scalars = bytes
    }

    mutating func document() -> XMLElement? {
        guard skipMisc(), let root = element(depth: 0), skipMisc(), position == scalars.count else { return nil }
        return root
    }

    private func has(_ text: StaticString) -> Bool {
        scalars.count - position >= text.utf8CodeUnitCount
            && text.withUTF8Buffer { buffer in buffer.indices.allSatisfy { scalars[position + $0] == buffer[$0] } }
    }

    private mutating func skip(behind end: StaticString) -> Bool {
        while position < scalars.count {
            if has(end) {
                position += end.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }

    private mutating func skipBlanks() {
        while position < scalars.count, [0x20, 0x09, 0x0A, 0x0D].contains(scalars[position]) { position += 1 }
    }

    /// What may stand outside of elements. False for what must not.
    private mutating func skipMisc() -> Bool {
        if position == 0, has("\u{FEFF}") { position += 3 }
        while true {
            skipBlanks()
            if has("<?") {
                guard skip(behind: "?>") else { return false }
            } else if has("<!--") {
                guard skip(behind: "-->") else { return false }
            } else {
                return !has("<!")
            }
        }
    }

    private mutating func name() -> String? {
        let start = position
        while position < scalars.count, !" \t\r\n/>=<&'\"".utf8.contains(scalars[position]) { position += 1 }
        guard position > start else { return nil }
        // The part behind a namespace's prefix: servers differ in these.
        let name = String(decoding: scalars[start..<position], as: UTF8.self)
        return name.split(separator: ":").last.map(String.init)
    }

    private mutating func element(depth: Int) -> XMLElement? {
        elements += 1
        guard depth < Self.maximumDepth, elements <= Self.maximumElements, has("<") else { return nil }
        position += 1
        guard let name = name() else { return nil }
        var element = XMLElement(name: name)
        while true {
            skipBlanks()
            if has("/>") {
                position += 2
                return element
            }
            if has(">") {
                position += 1
                break
            }
            guard skipAttribute() else { return nil }
        }
        return content(of: &element, depth: depth) ? element : nil
    }

    private mutating func skipAttribute() -> Bool {
        guard name() != nil else { return false }
        skipBlanks()
        guard has("=") else { return false }
        position += 1
        skipBlanks()
        if has("\"") {
            position += 1
            return skip(behind: "\"")
        }
        guard has("'") else { return false }
        position += 1
        return skip(behind: "'")
    }

    /// Up to and with the closing tag.
    private mutating func content(of element: inout XMLElement, depth: Int) -> Bool {
        var text: [UInt8] = []
        while position < scalars.count {
            if has("</") {
                position += 2
                guard name() == element.name else { return false }
                skipBlanks()
                guard has(">") else { return false }
                position += 1
                element.text = String(decoding: text, as: UTF8.self)
                return true
            } else if has("<!--") {
                guard skip(behind: "-->") else { return false }
            } else if has("<?") {
                guard skip(behind: "?>") else { return false }
            } else if has("<![CDATA[") {
                position += 9
                let start = position
                guard skip(behind: "]]>") else { return false }
                text += scalars[start..<position - 3]
            } else if has("<") {
                guard let child = self.element(depth: depth + 1) else { return false }
                element.children.append(child)
            } else if has("&") {
                guard let scalar = reference() else { return false }
                text += Array(String(scalar).utf8)
            } else {
                text.append(scalars[position])
                position += 1
            }
        }
        return false
    }

    private mutating func reference() -> Unicode.Scalar? {
        let start = position + 1
        guard let end = scalars[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        position = end + 1
        let name = String(decoding: scalars[start..<end], as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap(Unicode.Scalar.init)
        }
    }
}
