import Crypto
import Domain

/// What binds one sign-in to the browser that began it. All of it follows from the secret in that browser's cookie, so that nothing
/// else is kept of it: who has not the cookie can neither use an answer of the issuer's nor make the browser use a foreign one.
struct SignInSecrets: Sendable, Hashable {
    /// Comes back with the answer (RFC 6749, section 10.12).
    let state: String
    /// Comes back in the identity token (OpenID Connect Core 1.0, section 15.5.2).
    let nonce: String
    /// Shows to the issuer that who has the code is who asked for it (RFC 7636).
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
