/// Encodes a value into a ``JSONOutput``.
struct JSONOutputEncoder: Encoder {
    let output: JSONOutput
    /// The number of open containers around the value.
    let depth: Int

    // Faults of our own types: nobody reads where they are.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
        // A value may ask for its container in parts.
        if output.depth > depth { output.close(to: depth + 1) } else { output.beginObject() }
        return KeyedEncodingContainer(JSONMembers<Key>(output: output, depth: depth + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if output.depth > depth { output.close(to: depth + 1) } else { output.beginArray() }
        return JSONElements(output: output, depth: depth + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleValue(output: output) }
}

private struct JSONMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    let depth: Int
    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: some CodingKey) {
        output.close(to: depth)
        output.beginMember(key.stringValue)
    }

    func encodeNil(forKey key: Key) {
        begin(key)
        output.writeNull()
    }

    func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    func encode(_ value: String, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    func encode(_ value: Int, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        begin(key)
        try output.write(value)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        begin(key)
        try output.write(value: value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        begin(key)
        output.beginObject()
        return KeyedEncodingContainer(JSONMembers<Nested>(output: output, depth: depth + 1))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        output.beginArray()
        return JSONElements(output: output, depth: depth + 1)
    }

    /// For classes: the superclass writes an object of its own.
    func superEncoder() -> any Encoder { superEncoder(named: "super") }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key.stringValue) }

    private func superEncoder(named name: String) -> any Encoder {
        output.close(to: depth)
        output.beginMember(name)
        output.beginObject()
        return JSONOutputEncoder(output: output, depth: depth)
    }
}

private struct JSONElements: UnkeyedEncodingContainer {
    let output: JSONOutput
    let depth: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(output: JSONOutput, depth: Int) {
        self.output = output
        self.depth = depth
    }

    private mutating func begin() {
        output.close(to: depth)
        output.beginElement()
        count += 1
    }

    mutating func encodeNil() {
        begin()
        output.writeNull()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        begin()
        try output.write(value: value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type) -> KeyedEncodingContainer<Nested> {
        begin()
        output.beginObject()
        return KeyedEncodingContainer(JSONMembers<Nested>(output: output, depth: depth + 1))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        begin()
        output.beginArray()
        return JSONElements(output: output, depth: depth + 1)
    }

    mutating func superEncoder() -> any Encoder {
        begin()
        output.beginObject()
        return JSONOutputEncoder(output: output, depth: depth)
    }
}

/// The standard library's numbers encode themselves as single values, so encoding ends here.
private struct JSONSingleValue: SingleValueEncodingContainer {
    let output: JSONOutput
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { output.writeNull() }
    func encode(_ value: Bool) { output.write(value) }
    func encode(_ value: String) { output.write(value) }
    func encode(_ value: Double) throws { try output.write(value) }
    func encode(_ value: Float) throws { try output.write(value) }
    func encode(_ value: Int) { output.write(value) }
    func encode(_ value: Int8) { output.write(value) }
    func encode(_ value: Int16) { output.write(value) }
    func encode(_ value: Int32) { output.write(value) }
    func encode(_ value: Int64) { output.write(value) }
    func encode(_ value: UInt) { output.write(value) }
    func encode(_ value: UInt8) { output.write(value) }
    func encode(_ value: UInt16) { output.write(value) }
    func encode(_ value: UInt32) { output.write(value) }
    func encode(_ value: UInt64) { output.write(value) }

    func encode<Value: Encodable>(_ value: Value) throws { try output.write(value: value) }
}
