/// A PDF object (ISO 32000-2, section 7.3), as far as trailers and encryption dictionaries need it.
indirect enum PDFValue: Hashable, Sendable {
    case number(Int)
    case name(String)
    case string([UInt8])
    case reference(Int)
    case boolean(Bool)
    case array([PDFValue])
    case dictionary([String: PDFValue])
    /// Any other object: null, fractions.
    case other

    subscript(_ key: String) -> PDFValue? {
        if case .dictionary(let entries) = self { entries[key] } else { nil }
    }

    var number: Int? { if case .number(let value) = self { value } else { nil } }
    var name: String? { if case .name(let value) = self { value } else { nil } }
    var string: [UInt8]? { if case .string(let value) = self { value } else { nil } }
    var reference: Int? { if case .reference(let value) = self { value } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var array: [PDFValue]? { if case .array(let value) = self { value } else { nil } }
}

/// Reads single objects from untrusted bytes. The depth and the number of objects are bounded.
struct PDFReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private var budget = 4096

    private static let maximumDepth = 12
    private static let maximumStringLength = 4096

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The next object; nil if there is none.
    mutating func value(depth: Int = 0) -> PDFValue? {
        budget -= 1
        guard budget > 0, depth < Self.maximumDepth else { return nil }
        skipBlanks()
        guard let byte = peek() else { return nil }
        switch byte {
        case UInt8(ascii: "/"): return name().map(PDFValue.name)
        case UInt8(ascii: "("): return literalString().map(PDFValue.string)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "<"):
            return peek(1) == UInt8(ascii: "<") ? dictionary(depth) : hexString().map(PDFValue.string)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return number()
        default: return keyword()
        }
    }

    mutating func skipBlanks() {
        while let byte = peek() {
            if byte == UInt8(ascii: "%") {
                while let next = peek(), next != 0x0a, next != 0x0d { position += 1 }
            } else if Self.isBlank(byte) {
                position += 1
            } else {
                return
            }
        }
    }

    // MARK: -

    private func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count && position >= 0 ? bytes[position + ahead] : nil
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 || byte == 0x00 || byte == 0x0c
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        isBlank(byte) || "()<>[]{}/%".utf8.contains(byte)
    }

    /// Section 7.3.5: `#20` encodes a byte.
    private mutating func name() -> String? {
        position += 1
        var characters: [UInt8] = []
        while let byte = peek(), !Self.isDelimiter(byte), characters.count <= 127 {
            position += 1
            if byte == UInt8(ascii: "#"), let high = peek().flatMap(Hex.value),
                let low = peek(1).flatMap(Hex.value)
            {
                position += 2
                characters.append(high << 4 | low)
            } else {
                characters.append(byte)
            }
        }
        return characters.count <= 127 ? String(decoding: characters, as: UTF8.self) : nil
    }

    private mutating func number() -> PDFValue? {
        let start = position
        guard let first = integer() else {
            while let byte = peek(), !Self.isDelimiter(byte) { position += 1 }
            return position > start ? .other : nil
        }
        // `12 0 R` refers to an object.
        let afterFirst = position
        skipBlanks()
        if first >= 0, let generation = integer(), generation >= 0 {
            skipBlanks()
            if peek() == UInt8(ascii: "R"), peek(1).map(Self.isDelimiter) ?? true {
                position += 1
                return .reference(first)
            }
        }
        position = afterFirst
        return .number(first)
    }

    /// Nil, and consumes nothing, for a fraction or for too many digits.
    mutating func integer() -> Int? {
        let start = position
        var digits = ""
        while let byte = peek(), !Self.isDelimiter(byte), digits.utf8.count <= 20 {
            digits.unicodeScalars.append(Unicode.Scalar(byte))
            position += 1
        }
        guard let value = Int(digits) else {
            position = start
            return nil
        }
        return value
    }

    private mutating func keyword() -> PDFValue? {
        let start = position
        while let byte = peek(), !Self.isDelimiter(byte), position - start < 16 { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self) {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .other
        default: return nil
        }
    }

    private mutating func array(_ depth: Int) -> PDFValue? {
        position += 1
        var values: [PDFValue] = []
        while true {
            skipBlanks()
            if peek() == UInt8(ascii: "]") {
                position += 1
                return .array(values)
            }
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        }
    }

    private mutating func dictionary(_ depth: Int) -> PDFValue? {
        position += 2
        var entries: [String: PDFValue] = [:]
        while true {
            skipBlanks()
            if peek() == UInt8(ascii: ">"), peek(1) == UInt8(ascii: ">") {
                position += 2
                return .dictionary(entries)
            }
            guard peek() == UInt8(ascii: "/"), let key = name(), let value = value(depth: depth + 1) else { return nil }
            entries[key] = value
        }
    }

    private mutating func hexString() -> [UInt8]? {
        position += 1
        var digits: [UInt8] = []
        while let byte = peek(), digits.count <= 2 * Self.maximumStringLength {
            position += 1
            if byte == UInt8(ascii: ">") {
                if digits.count % 2 == 1 { digits.append(0) }
                return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            }
            if let digit = Hex.value(of: byte) { digits.append(digit) } else if !Self.isBlank(byte) { return nil }
        }
        return nil
    }

    /// Section 7.3.4.2: parentheses nest, and a backslash escapes.
    private mutating func literalString() -> [UInt8]? {
        position += 1
        var nesting = 1
        var characters: [UInt8] = []
        while let byte = peek(), characters.count <= Self.maximumStringLength {
            position += 1
            switch byte {
            case UInt8(ascii: "("):
                nesting += 1
                characters.append(byte)
            case UInt8(ascii: ")"):
                nesting -= 1
                if nesting == 0 { return characters }
                characters.append(byte)
            case UInt8(ascii: "\\"):
                if let escaped = escape() { characters.append(escaped) }
            case 0x0d:
                // An end of line in whatever form counts as a line feed.
                if peek() == 0x0a { position += 1 }
                characters.append(0x0a)
            default: characters.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> UInt8? {
        guard let byte = peek() else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return 0x0a
        case UInt8(ascii: "r"): return 0x0d
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0c
        case 0x0d:
            if peek() == 0x0a { position += 1 }
            return nil
        case 0x0a: return nil
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = Int(byte - UInt8(ascii: "0"))
            for _ in 0..<2 {
                guard let digit = peek(), (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { break }
                value = value * 8 + Int(digit - UInt8(ascii: "0"))
                position += 1
            }
            return UInt8(truncatingIfNeeded: value)
        default: return byte
        }
    }
}
