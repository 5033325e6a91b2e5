// For values that are one text wherever they are encoded.
extension Decoder {
    /// Reads one text as a value.
    ///
    /// - Throws: `DecodingError` with `fault`, if `read` takes it for none.
    func value<Value>(ofText read: (String) -> Value?, or fault: String) throws -> Value {
        let container = try singleValueContainer()
        guard let value = read(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: fault)
        }
        return value
    }
}

extension Encoder {
    func encode(text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
