import CLibcrypto

/// The curve of a key.
enum KeyCurve {
    static let p256 = "prime256v1"

    /// Its name in OpenSSL, such as `prime256v1`; empty for a key that has none.
    static func name(of key: OpaquePointer) -> String {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        defer { ERR_clear_error() }
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
