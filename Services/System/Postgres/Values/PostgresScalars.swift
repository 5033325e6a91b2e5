public import FoundationEssentials

extension Bool: PostgresCodable {
    public static var postgresType: PostgresType { .bool }
    public static var postgresArrayType: PostgresType { .boolArray }

    public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .bool, bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension Int: PostgresCodable {
    public static var postgresType: PostgresType { .int8 }
    public static var postgresArrayType: PostgresType { .int8Array }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard let value = bytes.signedInteger(type: type) else { return nil }
        self = Int(value)
    }
}

extension Int64: PostgresCodable {
    public static var postgresType: PostgresType { .int8 }
    public static var postgresArrayType: PostgresType { .int8Array }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard let value = bytes.signedInteger(type: type) else { return nil }
        self = value
    }
}

extension Int32: PostgresCodable {
    public static var postgresType: PostgresType { .int4 }
    public static var postgresArrayType: PostgresType { .int4Array }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: self) }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard let value = bytes.signedInteger(type: type), let exact = Int32(exactly: value) else { return nil }
        self = exact
    }
}

extension Double: PostgresCodable {
    public static var postgresType: PostgresType { .float8 }
    public static var postgresArrayType: PostgresType { .float8Array }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        switch type {
        case .float8:
            guard let bits = bytes.bigEndian(UInt64.self) else { return nil }
            self = Double(bitPattern: bits)
        case .float4:
            guard let bits = bytes.bigEndian(UInt32.self) else { return nil }
            self = Double(Float(bitPattern: bits))
        default: return nil
        }
    }
}

extension String: PostgresCodable {
    public static var postgresType: PostgresType { .text }
    public static var postgresArrayType: PostgresType { .textArray }

    public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        switch type {
        case .text, .varchar, .bpchar, .name, .char, .json, .unknown: self.init(decoding: bytes, as: UTF8.self)
        case .jsonb:
            guard bytes.first == JSONText.binaryVersion else { return nil }
            self.init(decoding: bytes.dropFirst(), as: UTF8.self)
        default: return nil
        }
    }
}

extension [UInt8]: PostgresDecodable {
    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .bytea else { return nil }
        self.init(bytes)
    }
}

/// A `bytea` to bind where `[UInt8]` would be an array: as the element of an array, or as an optional.
public struct Bytes: Hashable, PostgresEncodable {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public static var postgresType: PostgresType { .bytea }
    public static var postgresArrayType: PostgresType { .byteaArray }

    public func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }
}

/// A JSON text for a `jsonb` column.
public struct JSONText: Hashable, PostgresCodable {
    public var text: String

    public init(_ text: String) { self.text = text }

    static let binaryVersion: UInt8 = 1

    public static var postgresType: PostgresType { .jsonb }
    public static var postgresArrayType: PostgresType { .jsonbArray }

    public func encode(into bytes: inout [UInt8]) {
        bytes.append(Self.binaryVersion)
        bytes.append(contentsOf: text.utf8)
    }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .jsonb || type == .json, let text = String(postgres: bytes, type: type) else { return nil }
        self.text = text
    }
}

extension UUID: PostgresCodable {
    public static var postgresType: PostgresType { .uuid }
    public static var postgresArrayType: PostgresType { .uuidArray }

    public func encode(into bytes: inout [UInt8]) {
        withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
    }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .uuid, bytes.count == 16 else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension Date: PostgresCodable {
    public static var postgresType: PostgresType { .timestamptz }
    public static var postgresArrayType: PostgresType { .timestamptzArray }

    /// From 2000-01-01, the epoch of Postgres, to 2001-01-01, that of `Date`. Seconds.
    private static let epochDifference: TimeInterval = 366 * 86_400
    private static let farPast = Int64.min
    private static let farFuture = Int64.max

    /// Rounded to microseconds, the precision of a `timestamptz`.
    public func encode(into bytes: inout [UInt8]) {
        let microseconds = ((timeIntervalSinceReferenceDate + Self.epochDifference) * 1_000_000).rounded()
        bytes.append(bigEndian: Int64(exactly: microseconds) ?? (microseconds < 0 ? Self.farPast : Self.farFuture))
    }

    public init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        switch type {
        case .timestamptz, .timestamp:
            guard let microseconds = bytes.bigEndian(Int64.self) else { return nil }
            switch microseconds {
            case Self.farPast: self = .distantPast
            case Self.farFuture: self = .distantFuture
            default: self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000 - Self.epochDifference)
            }
        case .date:
            guard let days = bytes.bigEndian(Int32.self) else { return nil }
            self.init(timeIntervalSinceReferenceDate: Double(days) * 86_400 - Self.epochDifference)
        default: return nil
        }
    }
}
