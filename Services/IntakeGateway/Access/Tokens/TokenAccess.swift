import Configuration
import Crypto

/// The issuer whose signed tokens are accepted, and the claims to read.
struct TokenAccess: Sendable {
    /// The place of the issuer's public keys.
    enum Keys: Sendable, Hashable {
        case file(String)
        case url(String)
    }

    var verifier: TokenVerifier
    var keys: Keys
    var names = TokenClaimNames()

    /// Nil if no variable is about tokens.
    init?(reading reader: inout ConfigurationReader, names: TokenClaimNames) {
        let issuer = reader.optionalString("DOCKET_JWT_ISSUER", "Whose signed tokens (JWT) are accepted: their ‘iss’")
        let audience = reader.optionalString(
            "DOCKET_JWT_AUDIENCE", "What a token has to be meant for: its ‘aud’; several separated by commas")
        let file = reader.optionalString("DOCKET_JWKS_FILE", "The issuer's public keys, a JSON Web Key Set as a file")
        let url = reader.optionalString(
            "DOCKET_JWKS_URL", "The issuer's public keys, a JSON Web Key Set behind https; instead of DOCKET_JWKS_FILE")
        guard issuer != nil || audience != nil || file != nil || url != nil else { return nil }
        let audiences = Set((audience ?? "").split { $0 == "," || $0 == " " }.map(String.init))
        if issuer == nil { reader.fault("DOCKET_JWT_ISSUER", "is not set: whose tokens are to be accepted?") }
        if audiences.isEmpty { reader.fault("DOCKET_JWT_AUDIENCE", "is not set: tokens meant for others would be accepted") }
        switch (file, url) {
        case (let file?, nil):
            keys = .file(file)
        case (nil, let url?):
            keys = .url(url)
            if !Self.isSafe(url) {
                reader.fault(
                    "DOCKET_JWKS_URL",
                    "must begin with https:// (http:// only for 127.0.0.1): who changes keys on their way gets in")
            }
        default:
            keys = .file("")
            reader.fault("DOCKET_JWKS_FILE", "either this or DOCKET_JWKS_URL says where the issuer's keys are; set one of them")
        }
        verifier = TokenVerifier(issuer: issuer ?? "", audiences: audiences)
        self.names = names
    }

    init(verifier: TokenVerifier, keys: Keys) {
        self.verifier = verifier
        self.keys = keys
    }

    /// Whether no one can read or change the traffic to this URL.
    static func isSafe(_ url: String) -> Bool {
        url.hasPrefix("https://") || url.hasPrefix("http://127.0.0.1:") || url.hasPrefix("http://[::1]:")
    }
}
