import Domain
internal import FoundationEssentials
internal import Postgres
internal import Shared

/// Docket's own values in `jsonb` columns.
extension JSONText {
    init(encoding value: some Encodable) throws {
        self.init(String(decoding: try CanonicalJSON.encode(value), as: UTF8.self))
    }
}

extension Row {
    func decodeJSON<Value: Decodable>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        let text = try decode(column, as: JSONText.self).text
        do {
            return try CanonicalJSON.decode(type, from: Array(text.utf8))
        } catch {
            throw StoreError.corrupt("column \(column) is no \(type)")
        }
    }

    func decodeJSONIfPresent<Value: Decodable>(_ column: String, as type: Value.Type = Value.self) throws -> Value? {
        try decodeIfPresent(column, as: JSONText.self) == nil ? nil : decodeJSON(column, as: type)
    }

    /// Decodes a list. An empty list, the most frequent one, needs no decoder.
    func decodeJSONList<Element: Decodable>(_ column: String, of _: Element.Type = Element.self) throws -> [Element] {
        try decode(column, as: JSONText.self).text == "[]" ? [] : decodeJSON(column)
    }

    /// Decodes a table. An empty or plain table needs no decoder.
    func decodeJSONTable(_ column: String) throws -> [String: String] {
        try Self.plainTable(decode(column, as: JSONText.self).text) ?? decodeJSON(column)
    }

    /// Reads a table from a `jsonb` in the form that Postgres writes. In a text without backslashes every quote begins or
    /// ends a string. Nil if a decoder is needed.
    private static func plainTable(_ text: String) -> [String: String]? {
        if text == "{}" { return [:] }
        guard !text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
        guard parts.count % 4 == 1, parts[0].elementsEqual("{".utf8) else { return nil }
        var table: [String: String] = [:]
        for start in stride(from: 1, to: parts.count, by: 4) {
            let end = start + 4 == parts.count ? "}" : ", "
            guard parts[start + 1].elementsEqual(": ".utf8), parts[start + 3].elementsEqual(end.utf8) else { return nil }
            table[String(decoding: parts[start], as: UTF8.self)] = String(decoding: parts[start + 2], as: UTF8.self)
        }
        return table
    }

    /// A column whose text must be a value that this program knows.
    func decodeValue<Value: LosslessStringConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(try decode(column, as: String.self)) else {
            throw StoreError.corrupt("column \(column) is no \(type)")
        }
        return value
    }

    func decodeCase<Value: RawRepresentable<String>>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let value = Value(rawValue: try decode(column, as: String.self)) else {
            throw StoreError.corrupt("column \(column) is no \(type)")
        }
        return value
    }

    func decodeCaseIfPresent<Value: RawRepresentable<String>>(_ column: String, as type: Value.Type = Value.self) throws -> Value?
    {
        guard let text = try decodeIfPresent(column, as: String.self) else { return nil }
        guard let value = Value(rawValue: text) else { throw StoreError.corrupt("column \(column) is no \(type)") }
        return value
    }

    func decodeID<Tag>(_ column: String) throws -> Identifier<Tag> { Identifier(try decode(column, as: UUID.self)) }

    func decodeDigest(_ column: String) throws -> ContentDigest {
        guard let digest = try decodeDigestIfPresent(column) else { throw StoreError.corrupt("column \(column) is NULL") }
        return digest
    }

    func decodeDigestIfPresent(_ column: String) throws -> ContentDigest? {
        guard let bytes = try decodeIfPresent(column, as: [UInt8].self) else { return nil }
        guard let digest = ContentDigest(bytes: bytes) else { throw StoreError.corrupt("column \(column) is no digest") }
        return digest
    }

    func decodeMediaTypeIfPresent(_ column: String) throws -> MediaType? {
        guard let text = try decodeIfPresent(column, as: String.self) else { return nil }
        if let type = Self.knownMediaTypes[text] { return type }
        guard let type = MediaType(text) else { throw StoreError.corrupt("column \(column) is no media type") }
        return type
    }

    private static let knownMediaTypes = Dictionary(uniqueKeysWithValues: MediaType.known.map { ($0.essence, $0) })

    func decodeTimestampIfPresent(_ column: String) throws -> Timestamp? {
        try decodeIfPresent(column, as: Date.self).map { Timestamp($0) }
    }

    func decodeTimestamp(_ column: String) throws -> Timestamp { Timestamp(try decode(column, as: Date.self)) }
}
