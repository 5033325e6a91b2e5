import Crypto
import PKCS11
import Shared

/// Wraps keys by an AES key in a token (PKCS #11), as that of a hardware security module: it never leaves it.
final class PKCS11Keys: KeyProvider {
    static let keyVariable = "DOCKET_SEALING_PKCS11_KEY"

    private let key: TokenURI
    private let access: TokenAccess

    init(_ key: TokenURI, _ access: TokenAccess) { (self.key, self.access) = (key, access) }

    static func isOne(_ name: String) -> Bool { name.utf8.starts(with: "pkcs11:".utf8) }

    /// Its name is where it is: a key of before is found by that of what it has wrapped.
    func owns(_ name: String) -> Bool { Self.isOne(name) }

    func wrap(_ key: SecretBytes, of tenant: TenantID) async throws(SealingError) -> WrappedKey {
        let uri = self.key
        let bytes = try await ask(uri) { (token, pin) throws(TokenError) in
            try token.wrap(key, by: uri, pin: pin, context: Self.context(tenant))
        }
        return WrappedKey(by: uri.text, bytes: bytes)
    }

    func unwrap(_ wrapped: WrappedKey, of tenant: TenantID) async throws(SealingError) -> SecretBytes {
        let uri: TokenURI
        do { uri = try TokenURI(wrapped.by, .aes) } catch {
            throw SealingError(.damaged, "“\(wrapped.by)” is no key of a token: it \(error.problem)")
        }
        return try await ask(uri) { (token, pin) throws(TokenError) in
            try token.unwrap(wrapped.bytes, by: uri, pin: pin, context: Self.context(tenant))
        }
    }

    private static func context(_ tenant: TenantID) -> [UInt8] { Array("docket key of the tenant \(tenant)".utf8) }

    private func ask<Value: Sendable>(
        _ key: TokenURI, _ body: @escaping @Sendable (Token, String) throws(TokenError) -> Value
    ) async throws(SealingError) -> Value {
        do throws(TokenError) { return try await access.ask(key, body) } catch {
            switch error.code {
            case .unknownKey, .notOpened: throw SealingError(.unknownKey, error.description)
            case .unavailable, .pinRefused: throw SealingError(.unavailable, error.description)
            }
        }
    }
}
