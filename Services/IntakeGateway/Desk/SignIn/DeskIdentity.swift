import Crypto
import Shared

/// The person that an identity token names.
struct DeskIdentity: Sendable, Hashable {
    let subject: String
    let name: String
    let tenant: TenantID
    /// The token's roles that this installation knows.
    let roles: [Role]

    /// The same actor as for a token of the same person.
    var actor: String { "user:\(subject)" }

    private static let maximumName = 200

    /// From the claims of a token whose signature, issuer, audience and time were verified. It must repeat the nonce,
    /// unless it was refreshed.
    init(_ claims: TokenClaims, nonce: String?, client: String, names: TokenClaimNames) throws(SignInFailure) {
        if let nonce {
            guard let claimed = claims.string("nonce"), constantTimeEquals(Array(claimed.utf8), Array(nonce.utf8)) else {
                throw SignInFailure(.issuer, "the nonce is not this browser's")
            }
        }
        // Of a token for several, or one that names it (OpenID Connect Core 1.0, section 3.1.3.7).
        let party = claims.string("azp")
        guard party?.hasSameBytes(as: client) ?? (claims.strings("aud").count < 2) else {
            throw SignInFailure(.issuer, "the token was made for another client")
        }
        guard let subject = claims.subject, PlainText.isValid(subject, length: 1...NewSubmission.maximumTextLength) else {
            throw SignInFailure(.issuer, "the token does not say whose it is")
        }
        let claimed: ClaimedRoles
        do {
            claimed = try ClaimedRoles(claims, names)
        } catch {
            throw SignInFailure(.noRole, "the token \(error.words)")
        }
        // A person has a link, and nothing to do at the desk.
        roles = Role.allCases.filter { $0 != .person && claimed.roles.contains($0) }
        guard !roles.isEmpty else { throw SignInFailure(.noRole, "the token names no role that counts at the desk") }
        (self.subject, tenant) = (subject, claimed.tenant)
        name =
            ["name", "preferred_username", "email"].lazy.compactMap { claims.string($0) }
            .first { PlainText.isValid($0, length: 1...Self.maximumName) } ?? subject
    }
}
