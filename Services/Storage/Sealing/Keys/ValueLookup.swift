public import Crypto

/// Codes by which sealed values are found: without the tenant's key nobody can tell what they stand for, nor try values.
///
/// The same value has the same code for the same use and tenant, and other codes elsewhere.
public struct ValueLookup: Sendable {
    private let key: SecretBytes

    public init(tenantKey: SecretBytes) {
        key = HKDFSHA256.derive(from: tenantKey, salt: [], info: Array("docket lookups of a tenant 1".utf8))
    }

    public func code(of value: String, for use: String) -> [UInt8] {
        key.authenticationCode(of: Array("\(use.utf8.count) \(use)\(value)".utf8))
    }
}
