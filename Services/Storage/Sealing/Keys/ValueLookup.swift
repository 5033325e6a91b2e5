public import Crypto

/// Codes by which sealed values are found: without the tenant's key nobody can tell what they stand for, nor try values.
///
/// The same value has the same code for the same use and tenant, and other codes elsewhere.
public struct ValueLookup: Sendable {
    private let key: SecretBytes

    public init(tenantKey: SecretBytes) {
        key = HKDFSHA256.derive(from: tenantKey, salt: [], info: Array("docket lookups of a tenant 1".utf8))
    }

    public func code(of value: String, for use: String) -> [UInt8] { code(of: Array(value.utf8), for: use) }

    /// Short codes of each three bytes that follow each other: a text that contains another one has all of its codes. So few bits
    /// now and then stand for two pieces, and who finds by them compares what is found.
    public func pieces(of text: some Collection<UInt8>, for use: String) -> Set<Int64> {
        Set(
            zip(text, zip(text.dropFirst(), text.dropFirst(2))).map { first, others in
                code(of: [first, others.0, others.1], for: use).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
            })
    }

    private func code(of value: [UInt8], for use: String) -> [UInt8] {
        key.authenticationCode(of: Array("\(use.utf8.count) \(use)".utf8) + value)
    }
}
