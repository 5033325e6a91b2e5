/// Header fields in the order in which they were added; names are compared without regard to case (RFC 9110 §5.1).
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var fields: [Field]

    public init(_ fields: [Field] = []) { self.fields = fields }

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    public var isEmpty: Bool { fields.isEmpty }
    public var count: Int { fields.count }

    /// The first value of the name. Setting replaces every field of the name; nil removes them.
    public subscript(name: String) -> String? {
        get {
            for field in fields where Self.isSame(field.name, name) { return field.value }
            return nil
        }
        set {
            remove(name)
            if let newValue { add(name, newValue) }
        }
    }

    /// Every value of the name, in order.
    public func values(for name: String) -> [String] {
        var found: [String] = []
        for field in fields where Self.isSame(field.name, name) { found.append(field.value) }
        return found
    }

    /// The members of a comma-separated field (RFC 9110 §5.6.1), trimmed, without empty ones. Not for fields whose
    /// members may hold quoted commas.
    public func list(_ name: String) -> [Substring] {
        values(for: name).flatMap { value in
            // By bytes: a character may join the comma before it.
            value.utf8.split(separator: ASCII.comma).map { Substring($0).trimmingBlanks() }.filter { !$0.isEmpty }
        }
    }

    public func contains(_ name: String) -> Bool { self[name] != nil }

    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    public mutating func remove(_ name: String) { fields.removeAll { Self.isSame($0.name, name) } }

    /// The fields with those of `others`, which replace fields of the same name.
    public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
        var merged = HTTPHeaders(fields.filter { !others.contains($0.name) })
        merged.fields += others.fields
        return merged
    }

    static func isSame(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        let left = left.utf8.span
        let right = right.utf8.span
        for index in left.indices {
            let (a, b) = (left[index], right[index])
            if a != b, ASCII.lowercased(a) != ASCII.lowercased(b) { return false }
        }
        return true
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Without spaces and tabs at its ends (OWS of RFC 9110 §5.6.3).
    func trimmingBlanks() -> Substring {
        var rest = self[...]
        while let first = rest.unicodeScalars.first, first == " " || first == "\t" { rest.unicodeScalars.removeFirst() }
        while let last = rest.unicodeScalars.last, last == " " || last == "\t" { rest.unicodeScalars.removeLast() }
        return rest
    }
}
