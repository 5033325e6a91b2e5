import CLibcrypto

/// The curves of accepted signatures, by their names in OpenSSL.
enum KeyCurve: String {
    case p256 = "prime256v1"
    case p384 = "secp384r1"
    case p521 = "secp521r1"

    /// Nil for a key on another curve, or on none.
    init?(of key: OpaquePointer) { self.init(rawValue: Self.name(of: key)) }

    /// Bytes of each of a signature's two numbers.
    var length: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The digest that belongs to the curve.
    var digest: OpaquePointer {
        switch self {
        case .p256: EVP_sha256()
        case .p384: EVP_sha384()
        case .p521: EVP_sha512()
        }
    }

    /// The name of any curve; empty for a key without one.
    static func name(of key: OpaquePointer) -> String {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        defer { ERR_clear_error() }
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
