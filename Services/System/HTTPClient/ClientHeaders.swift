/// Header fields in order. Names compare without case, and may occur several times.
public struct ClientHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral, Sequence {
    public struct Field: Sendable, Hashable {
        public var name: String
        public var value: String
    }

    private var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0, value: $1) }
    }

    public var count: Int { fields.count }
    public func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// The first value of the name. Setting a value replaces all; nil removes them.
    public subscript(_ name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// All values of the name.
    public func values(_ name: String) -> [String] { fields.filter { Self.isSame($0.name, name) }.map(\.value) }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}
