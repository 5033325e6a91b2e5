import Shared

/// JSON that bytes choose: whatever they are, it has a shape, known names and values that mean something somewhere.
struct JSONPlan {
    private var bytes: ArraySlice<UInt8>
    private let names: [String]
    private let texts: [String]

    init(_ bytes: ArraySlice<UInt8>, names: [String], texts: [String]) {
        self.bytes = bytes
        self.names = names
        self.texts = texts
    }

    private mutating func next() -> Int { Int(bytes.popFirst() ?? 0) }

    mutating func object(depth: Int = 0) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for _ in 0..<next() % 12 {
            let name = names[next() % names.count]
            members[name] = value(depth: depth + 1)
        }
        return .object(members)
    }

    private mutating func value(depth: Int) -> JSONValue {
        switch next() % 10 {
        case 0: return .null
        case 1: return .boolean(next() % 2 == 0)
        case 2: return .number(Double(HostileNumbers.texts[next() % HostileNumbers.texts.count]) ?? 0)
        case 3: return .number(Double(next()) / 2)
        case 4:
            let text = bytes.prefix(next())
            bytes = bytes.dropFirst(text.count)
            return .string(String(decoding: text, as: UTF8.self))
        case 5 where depth < 8: return .array((0..<next() % 6).map { _ in value(depth: depth + 1) })
        case 6 where depth < 8: return object(depth: depth)
        default: return .string(texts[next() % texts.count])
        }
    }
}
