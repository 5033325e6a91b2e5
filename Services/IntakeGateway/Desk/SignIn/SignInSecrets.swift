import Crypto
import Domain

/// Binds a sign-in to the browser that began it. All values are derived from the secret in that browser's cookie, and
/// nothing else is stored. Without the cookie nobody can use an answer of the issuer, or make the browser use a foreign
/// one.
struct SignInSecrets: Sendable, Hashable {
    /// Returns with the answer (RFC 6749, section 10.12).
    let state: String
    /// Returns in the identity token (OpenID Connect Core 1.0, section 15.5.2).
    let nonce: String
    /// Proves to the issuer that the sender of the code has requested it (RFC 7636).
    let verifier: String

    init(_ token: OpaqueToken) {
        func secret(_ use: String) -> String {
            Base64URL.encode(HMACSHA256.authenticate(Array(use.utf8), key: Array(token.text.utf8)))
        }
        (state, nonce, verifier) = (secret("state"), secret("nonce"), secret("verifier"))
    }

    /// Of the method S256.
    var challenge: String { Self.challenge(of: verifier) }

    static func challenge(of verifier: String) -> String { Base64URL.encode(SHA256.hash(verifier)) }

    func isState(_ text: String) -> Bool { constantTimeEquals(Array(text.utf8), Array(state.utf8)) }
}
