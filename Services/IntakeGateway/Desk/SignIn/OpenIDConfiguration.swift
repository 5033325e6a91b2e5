import Configuration
import Shared

/// The issuer at which people sign in, and this installation's client at it.
struct OpenIDConfiguration: Sendable {
    var issuer: String
    var client: String
    /// Nil for a client without a secret, which PKCE alone protects.
    var secret: Secret?
    /// Separated by blanks.
    var scopes = standardScopes
    var names = TokenClaimNames()

    private static let standardScopes = "openid profile email"

    init(issuer: String, client: String, secret: Secret? = nil) {
        (self.issuer, self.client, self.secret) = (issuer, client, secret)
    }

    /// Nil if none of the variables is set.
    init?(reading reader: inout ConfigurationReader, names: TokenClaimNames) {
        let issuer = reader.optionalString(
            "DOCKET_DESK_ISSUER",
            "The OpenID Connect issuer at whose page people sign in at the desk, as it calls itself; without it, a key alone signs in"
        )
        let client = reader.optionalString("DOCKET_DESK_CLIENT_ID", "What the issuer of the desk calls this installation")
        let secret = reader.optionalSecret(
            "DOCKET_DESK_CLIENT_SECRET", "The secret that the issuer of the desk gave this installation, if it did")
        let scopes = reader.string(
            "DOCKET_DESK_SCOPES", default: Self.standardScopes,
            "What the issuer of the desk is asked for, separated by blanks; some give a refresh token for ‘offline_access’ alone")
        guard issuer != nil || client != nil || secret != nil else { return nil }
        if let issuer, !TokenAccess.isSafe(issuer) {
            reader.fault(
                "DOCKET_DESK_ISSUER",
                "must begin with https:// (http:// only for 127.0.0.1): who changes its answers on their way gets in")
        }
        if issuer == nil { reader.fault("DOCKET_DESK_ISSUER", "is not set: who is asked who somebody is?") }
        if client == nil { reader.fault("DOCKET_DESK_CLIENT_ID", "is not set: tokens meant for others would be accepted") }
        if !scopes.split(at: " ").contains("openid") {
            reader.fault("DOCKET_DESK_SCOPES", "is ‘\(scopes)’; without ‘openid’ the issuer says nothing of who somebody is")
        }
        self.init(issuer: issuer ?? "", client: client ?? "", secret: secret)
        (self.scopes, self.names) = (scopes, names)
    }
}
