extension Array: PostgresEncodable where Element: PostgresEncodable {
    public static var postgresType: PostgresType { Element.postgresArrayType }
    public static var postgresArrayType: PostgresType { Element.postgresArrayType }

    public func encode(into bytes: inout [UInt8]) {
        encodeArray(count: count, of: Element.self, into: &bytes) { index, bytes in
            self[index].encode(into: &bytes)
            return true
        }
    }
}

/// An array that may have NULL elements, as for `unnest` over optional columns.
public struct OptionalArray<Element: PostgresEncodable>: PostgresEncodable {
    public var elements: [Element?]

    public init(_ elements: [Element?]) { self.elements = elements }

    public static var postgresType: PostgresType { Element.postgresArrayType }
    public static var postgresArrayType: PostgresType { Element.postgresArrayType }

    public func encode(into bytes: inout [UInt8]) {
        encodeArray(count: elements.count, of: Element.self, into: &bytes) { index, bytes in
            elements[index]?.encode(into: &bytes)
            return elements[index] != nil
        }
    }
}

/// The binary form of a one-dimensional array (`array_send`): dimensions, whether it has NULLs, the element's type,
/// length and lower bound, then each element with its length before it. `encodeElement` returns false for NULL.
private func encodeArray<Element: PostgresEncodable>(
    count: Int, of _: Element.Type, into bytes: inout [UInt8], encodeElement: (Int, inout [UInt8]) -> Bool
) {
    bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
    bytes.append(bigEndian: Int32(1))
    bytes.append(bigEndian: Element.postgresType.rawValue)
    guard count > 0 else { return }
    bytes.append(bigEndian: Int32(clamping: count))
    bytes.append(bigEndian: Int32(1))
    for index in 0..<count {
        let start = bytes.count
        bytes.append(bigEndian: Int32(-1))
        guard encodeElement(index, &bytes) else { continue }
        let length = Int32(clamping: bytes.count - start - 4).bigEndian
        withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }
}
