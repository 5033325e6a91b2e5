/// The object ids (`pg_type.dat`) of the built-in types that this module reads or writes.
public struct PostgresType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public var description: String { "type \(rawValue)" }

    static let bool = Self(rawValue: 16)
    static let bytea = Self(rawValue: 17)
    static let char = Self(rawValue: 18)
    static let name = Self(rawValue: 19)
    static let int8 = Self(rawValue: 20)
    static let int2 = Self(rawValue: 21)
    static let int4 = Self(rawValue: 23)
    static let text = Self(rawValue: 25)
    static let oid = Self(rawValue: 26)
    static let json = Self(rawValue: 114)
    static let float4 = Self(rawValue: 700)
    static let float8 = Self(rawValue: 701)
    static let unknown = Self(rawValue: 705)
    static let bpchar = Self(rawValue: 1042)
    static let varchar = Self(rawValue: 1043)
    static let date = Self(rawValue: 1082)
    static let timestamp = Self(rawValue: 1114)
    static let timestamptz = Self(rawValue: 1184)
    static let uuid = Self(rawValue: 2950)
    static let jsonb = Self(rawValue: 3802)

    static let boolArray = Self(rawValue: 1000)
    static let byteaArray = Self(rawValue: 1001)
    static let int4Array = Self(rawValue: 1007)
    static let textArray = Self(rawValue: 1009)
    static let int8Array = Self(rawValue: 1016)
    static let float8Array = Self(rawValue: 1022)
    static let timestamptzArray = Self(rawValue: 1185)
    static let uuidArray = Self(rawValue: 2951)
    static let jsonbArray = Self(rawValue: 3807)
}
