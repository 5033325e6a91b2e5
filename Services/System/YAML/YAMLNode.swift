/// A value of a YAML document with its position.
public struct YAMLNode: Sendable, Hashable {
    public indirect enum Value: Sendable, Hashable {
        case null
        case boolean(Bool)
        case integer(Int)
        case double(Double)
        case string(String)
        case sequence([YAMLNode])
        case mapping(YAMLMapping)
    }

    public let value: Value
    public let location: YAMLLocation

    public init(_ value: Value, at location: YAMLLocation) {
        self.value = value
        self.location = location
    }
}

/// A position in a file, for a person: line and column count from 1.
public struct YAMLLocation: Sendable, Hashable, CustomStringConvertible {
    public let line: Int
    public let column: Int

    public var description: String { "line \(line), column \(column)" }
}

/// Entries in the order of the file; keys are texts and occur once.
public struct YAMLMapping: Sendable, Hashable, Sequence {
    public struct Entry: Sendable, Hashable {
        public let key: String
        public let keyLocation: YAMLLocation
        public let value: YAMLNode
    }

    public private(set) var entries: [Entry] = []
    private var positions: [String: Int] = [:]

    init() {}

    public subscript(_ key: String) -> YAMLNode? { positions[key].map { entries[$0].value } }
    public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }

    /// False if the key exists.
    mutating func add(_ entry: Entry) -> Bool {
        guard positions.updateValue(entries.count, forKey: entry.key) == nil else { return false }
        entries.append(entry)
        return true
    }
}

extension YAMLNode {
    /// The kind of the value, in words for a person.
    public var kind: String {
        switch value {
        case .null: "nothing"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .double: "a number"
        case .string: "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
