/// Parses YAML into a tree of values with their positions.
///
/// For configuration files: one document, bounded in size, depth and number of values; no aliases (so no document grows
/// beyond its file), no tags, every key once.
public enum YAMLDocument {
    /// UTF-8, with or without a byte order mark.
    ///
    /// - Throws: `YAMLError` with the position of the first fault.
    public static func parse(_ bytes: [UInt8], limits: YAMLLimits = .init()) throws(YAMLError) -> YAMLNode {
        guard bytes.count <= limits.maximumBytes else {
            throw YAMLError(code: .tooLarge, message: "the document is larger than \(limits.maximumBytes) bytes", location: nil)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw YAMLError(code: .notUTF8, message: "the document is not UTF-8 text", location: nil)
        }
        let result = bytes.withUnsafeBytes { buffer -> Result<YAMLNode, YAMLError> in
            do throws(YAMLError) {
                var builder = try YAMLTreeBuilder(YAMLEventReader(buffer), limits: limits)
                return .success(try builder.document())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// Builds the tree from libyaml's events. Its recursion is bounded by `maximumDepth`.
private struct YAMLTreeBuilder: ~Copyable {
    private var events: YAMLEventReader
    private let limits: YAMLLimits
    private var nodes = 0

    init(_ events: consuming YAMLEventReader, limits: YAMLLimits) throws(YAMLError) {
        self.events = events
        self.limits = limits
    }

    mutating func document() throws(YAMLError) -> YAMLNode {
        var root: YAMLNode?
        while true {
            let (event, location) = try events.next()
            switch event {
            case .streamEnd: return root ?? YAMLNode(.null, at: YAMLLocation(line: 1, column: 1))
            case .documentStart where root != nil:
                throw YAMLError(
                    code: .unsupported, message: "a second document begins; there may be one only", location: location)
            case .documentStart:
                let (event, location) = try events.next()
                root = try node(event, location, depth: 1)
            default: continue
            }
        }
    }

    private mutating func node(_ event: YAMLEvent, _ location: YAMLLocation, depth: Int) throws(YAMLError) -> YAMLNode {
        try count(location)
        guard depth <= limits.maximumDepth else {
            throw YAMLError(
                code: .tooDeep, message: "values are nested more than \(limits.maximumDepth) deep", location: location)
        }
        switch event {
        case .scalar(let text, isPlain: true): return YAMLNode(YAMLScalar.value(plain: text), at: location)
        case .scalar(let text, isPlain: false): return YAMLNode(.string(text), at: location)
        case .sequenceStart: return YAMLNode(.sequence(try sequence(depth: depth)), at: location)
        case .mappingStart: return YAMLNode(.mapping(try mapping(depth: depth)), at: location)
        case .alias: throw YAMLError(code: .unsupported, message: "aliases (*name) are not allowed", location: location)
        case .tagged: throw YAMLError(code: .unsupported, message: "tags (!name) are not allowed", location: location)
        case .documentStart, .documentEnd, .streamEnd, .sequenceEnd, .mappingEnd, .other:
            throw YAMLError(code: .syntax, message: "a value is missing", location: location)
        }
    }

    private mutating func sequence(depth: Int) throws(YAMLError) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let (event, location) = try events.next()
            if case .sequenceEnd = event { return elements }
            elements.append(try node(event, location, depth: depth + 1))
        }
    }

    private mutating func mapping(depth: Int) throws(YAMLError) -> YAMLMapping {
        var mapping = YAMLMapping()
        while true {
            let (event, keyLocation) = try events.next()
            if case .mappingEnd = event { return mapping }
            guard case .scalar(let key, _) = event else {
                throw YAMLError(code: .unsupported, message: "a key must be a text", location: keyLocation)
            }
            guard key != "<<" else {
                throw YAMLError(code: .unsupported, message: "merging (<<) is not allowed", location: keyLocation)
            }
            try count(keyLocation)
            let (valueEvent, location) = try events.next()
            let value = try node(valueEvent, location, depth: depth + 1)
            guard mapping.add(.init(key: key, keyLocation: keyLocation, value: value)) else {
                throw YAMLError(code: .duplicateKey, message: "key “\(key)” occurs a second time", location: keyLocation)
            }
        }
    }

    private mutating func count(_ location: YAMLLocation) throws(YAMLError) {
        nodes += 1
        guard nodes <= limits.maximumNodes else {
            throw YAMLError(
                code: .tooManyNodes, message: "the document has more than \(limits.maximumNodes) values", location: location)
        }
    }
}
