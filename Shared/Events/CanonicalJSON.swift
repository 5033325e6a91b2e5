#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// JSON whose bytes depend on the value alone: keys are sorted, nothing is indented, slashes are not escaped.
public enum CanonicalJSON {
    /// - Throws: `EncodingError`, only for values that JSON cannot hold, such as an infinite number.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    /// - Throws: `DecodingError`, which says at which key what is wrong.
    public static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
