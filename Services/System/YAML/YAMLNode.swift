/// A value of a YAML document with the place where it stands.
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

/// A place in a file, for a person: line and column count from 1.
public struct YAMLLocation: Sendable, Hashable, CustomStringConvertible {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

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
    public var keys: [String] { entries.map(\.key) }
    public func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }

    /// False when the key is there already.
    mutating func add(_ entry: Entry) -> Bool {
        guard positions.updateValue(entries.count, forKey: entry.key) == nil else { return false }
        entries.append(entry)
        return true
    }
}

// MARK: - Reading values

extension YAMLNode {
    /// What the value is, in words for a person.
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

    public var isNull: Bool { value == .null }

    public func string() throws(YAMLError) -> String {
        guard case .string(let text) = value else { throw mismatch("text; put it between quotes if it is meant to be one") }
        return text
    }

    public func integer() throws(YAMLError) -> Int {
        guard case .integer(let number) = value else { throw mismatch("a whole number") }
        return number
    }

    public func double() throws(YAMLError) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .double(let number): return number
        default: throw mismatch("a number")
        }
    }

    public func boolean() throws(YAMLError) -> Bool {
        guard case .boolean(let flag) = value else { throw mismatch("true or false") }
        return flag
    }

    public func sequence() throws(YAMLError) -> [YAMLNode] {
        guard case .sequence(let nodes) = value else { throw mismatch("a list") }
        return nodes
    }

    public func mapping() throws(YAMLError) -> YAMLMapping {
        guard case .mapping(let mapping) = value else { throw mismatch("a mapping of names to values") }
        return mapping
    }

    /// An error about this value, at its place.
    public func error(_ message: String) -> YAMLError { YAMLError(code: .unexpectedValue, message: message, location: location) }

    private func mismatch(_ expected: String) -> YAMLError { error("there must be \(expected) here, not \(kind)") }
}
