/// A value that can be bound to a parameter, in the binary format of its type.
public protocol PostgresEncodable: Sendable {
    static var postgresType: PostgresType { get }
    static var postgresArrayType: PostgresType { get }
    /// Appends the binary form.
    func encode(into bytes: inout [UInt8])
}

/// A value that can be read from the binary form of a column.
public protocol PostgresDecodable: Sendable {
    /// Nil if the type or the bytes do not fit.
    init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType)
}

public typealias PostgresCodable = PostgresEncodable & PostgresDecodable

/// A bound value.
struct PostgresParameter: Sendable {
    let type: PostgresType
    /// Nil is NULL.
    let bytes: [UInt8]?

    init<Value: PostgresEncodable>(_ value: Value) {
        var bytes: [UInt8] = []
        value.encode(into: &bytes)
        type = Value.postgresType
        self.bytes = bytes
    }

    init<Value: PostgresEncodable>(nullOf _: Value.Type) {
        type = Value.postgresType
        bytes = nil
    }
}

extension [UInt8] {
    mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

extension UnsafeRawBufferPointer {
    /// The number at the beginning of the bytes; nil if there are too few.
    func bigEndian<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        guard count >= MemoryLayout<Number>.size else { return nil }
        return Number(bigEndian: loadUnaligned(as: Number.self))
    }

    func signedInteger(type: PostgresType) -> Int64? {
        switch type {
        case .int8: bigEndian(Int64.self)
        case .int4: bigEndian(Int32.self).map(Int64.init)
        case .int2: bigEndian(Int16.self).map(Int64.init)
        case .oid: bigEndian(UInt32.self).map(Int64.init)
        default: nil
        }
    }
}
