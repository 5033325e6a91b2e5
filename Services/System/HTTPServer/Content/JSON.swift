import FoundationEssentials

/// Encodes and decodes JSON in messages.
public enum JSON {
    /// Encodes with sorted keys and dates by RFC 3339. A value that cannot be encoded (a non-finite number) becomes
    /// `null`: that is a programming error, which must not close a connection.
    public static func bytes(of value: some Encodable) -> [UInt8] {
        let output = JSONOutput()
        do {
            try output.write(value: value)
            return output.bytes
        } catch {
            return Array("null".utf8)
        }
    }

    /// Decodes a value. An error points to the field.
    ///
    /// - Throws: ``Problem``: 400 `malformed-json` for a text that is not JSON, 422 `invalid-body` with a JSON Pointer
    ///   for a field that is missing or of the wrong kind.
    public static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        let decoder = JSONDecoder()
        // The decoder's own form of this does not say which field it was.
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            if let date = try? Date(text, strategy: .iso8601) { return date }
            if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) { return date }
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no date"))
        }
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw problem(for: error)
        }
    }

    private static func problem(for error: DecodingError) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            invalid(context.codingPath + [key], "is required")
        case .typeMismatch(let type, let context):
            invalid(context.codingPath, "must be \(words(for: type))")
        case .valueNotFound(let type, let context):
            invalid(context.codingPath, "must not be null but \(words(for: type))")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            Problem(status: 400, type: "malformed-json", detail: "The body is not valid JSON.")
        case .dataCorrupted(let context):
            invalid(context.codingPath, "has a value that cannot be used")
        @unknown default:
            Problem(status: 400, type: "malformed-json", detail: "The body cannot be read.")
        }
    }

    private static func invalid(_ path: [any CodingKey], _ what: String) -> Problem {
        let pointer = pointer(path)
        return Problem(
            status: 422, type: "invalid-body",
            detail: pointer.isEmpty ? "The body \(what)." : "The field \(pointer) \(what).",
            errors: [ProblemItem(pointer: pointer, detail: what)])
    }

    /// RFC 6901: each key after a slash, with `~` and `/` escaped.
    static func pointer(_ path: [any CodingKey]) -> String {
        path.map { key in
            let name = key.intValue.map(String.init) ?? key.stringValue
            return "/" + pointerToken(name)
        }.joined()
    }

    /// The name of a member in a JSON Pointer (RFC 6901, section 3).
    public static func pointerToken(_ name: String) -> String {
        // By bytes: a character may join the slash before it.
        let bytes = name.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "~"): Array("~0".utf8)
            case ASCII.slash: Array("~1".utf8)
            default: [byte]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is Double.Type, is Float.Type: "a number"
        case is Date.Type: "a date and time such as 2026-10-31T12:00:00Z"
        case is [String: Any].Type: "an object"
        case is [Any].Type: "a list"
        default: "of another kind"
        }
    }
}
