import Crypto
import PKCS11

/// Signs by a P-256 key in a token (PKCS #11), as that of a hardware security module: it never leaves it.
struct TokenSigner: Signer {
    static let variable = "DOCKET_SIGNING_PKCS11_KEY"

    static let help =
        "P-256 key in a token that signs instead, as a URI (RFC 7512): pkcs11:token=docket;object=sign-2026. DOCKET_SIGNING_KEY begins with its public half then"

    let publicKey: PublicSigningKey
    private let key: TokenURI
    private let access: TokenAccess

    init(_ publicKey: PublicSigningKey, _ key: TokenKey) {
        (self.publicKey, self.key, access) = (publicKey, key.uri, TokenAccess(key.token))
    }

    func sign(_ message: [UInt8]) async throws(CryptoError) -> [UInt8] {
        let (key, digest) = (key, SHA256.hash(message))
        let signature: [UInt8]
        do throws(TokenError) {
            signature = try await access.ask(key) { (token, pin) throws(TokenError) in
                try token.sign(digest, by: key, pin: pin)
            }
        } catch {
            throw .elsewhere(error.code == .unknownKey ? .invalidKey : .unavailable, error.description)
        }
        // What nobody can check by the published key is no signature.
        guard publicKey.isValid(signature, for: message) else {
            throw .elsewhere(
                .invalidKey, "the key “\(key.text)” is not the one whose public half DOCKET_SIGNING_KEY begins with")
        }
        return signature
    }
}
