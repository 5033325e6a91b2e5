#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Writes tagged fields: a varint of the number and the kind, then a varint, or a length and bytes.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    static func zigzag(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value << 1 ^ value >> 63)) }

    mutating func number(_ number: Int, _ value: UInt64) {
        varint(UInt64(number) << 3)
        varint(value)
    }

    /// Writes a quantity. A negative one becomes 0.
    mutating func integer(_ number: Int, _ value: Int) { self.number(number, UInt64(max(0, value))) }

    mutating func data(_ number: Int, _ data: some Collection<UInt8>) {
        varint(UInt64(number) << 3 | 2)
        varint(UInt64(data.count))
        bytes += data
    }

    mutating func text(_ number: Int, _ text: String) { data(number, text.utf8) }

    mutating func uuid(_ number: Int, _ uuid: UUID) {
        let u = uuid.uuid
        data(number, [u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15])
    }

    mutating func message(_ number: Int, _ body: (inout FieldWriter) -> Void) {
        var inner = FieldWriter()
        body(&inner)
        data(number, inner.bytes)
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// A field as read.
struct Field {
    enum Value {
        case number(UInt64)
        case data(ArraySlice<UInt8>)
    }

    let number: Int
    let value: Value

    var isNumber: Bool { if case .number = value { true } else { false } }

    func integer() throws(FactsRecordError) -> Int {
        guard case .number(let number) = value, let integer = Int(exactly: number) else { throw FactsRecordError() }
        return integer
    }

    /// A number that uses all bits.
    func bits() throws(FactsRecordError) -> UInt64 {
        guard case .number(let number) = value else { throw FactsRecordError() }
        return number
    }

    func day() throws(FactsRecordError) -> CalendarDate {
        guard case .number(let number) = value else { throw FactsRecordError() }
        return CalendarDate(daysSinceEpoch: Int(Int64(bitPattern: number >> 1)) ^ -Int(number & 1))
    }

    func data() throws(FactsRecordError) -> ArraySlice<UInt8> {
        guard case .data(let data) = value else { throw FactsRecordError() }
        return data
    }

    func text() throws(FactsRecordError) -> String { String(decoding: try data(), as: UTF8.self) }

    func message() throws(FactsRecordError) -> FieldReader { FieldReader(try data()) }

    func uuid() throws(FactsRecordError) -> UUID {
        let data = try data()
        guard data.count == 16 else { throw FactsRecordError() }
        let b = data.startIndex
        return UUID(
            uuid: (
                data[b], data[b + 1], data[b + 2], data[b + 3], data[b + 4], data[b + 5], data[b + 6], data[b + 7], data[b + 8],
                data[b + 9], data[b + 10], data[b + 11], data[b + 12], data[b + 13], data[b + 14], data[b + 15]
            ))
    }
}

/// Reads fields one after the other, within the bounds of the bytes.
struct FieldReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Nil at the end.
    mutating func next() throws(FactsRecordError) -> Field? {
        guard position < bytes.endIndex else { return nil }
        let tag = try varint()
        guard let number = Int(exactly: tag >> 3), number > 0 else { throw FactsRecordError() }
        switch tag & 7 {
        case 0: return Field(number: number, value: .number(try varint()))
        case 2:
            let count = try varint()
            guard count <= UInt64(bytes.endIndex - position) else { throw FactsRecordError() }
            let end = position + Int(count)
            defer { position = end }
            return Field(number: number, value: .data(bytes[position..<end]))
        default: throw FactsRecordError()
        }
    }

    private mutating func varint() throws(FactsRecordError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.endIndex, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw FactsRecordError()
    }
}
