import Crypto
import HTTPServer
import Shared
import Telemetry

/// Accepts tokens that the tenant's own sign-in has signed (RFC 6750, RFC 9068).
struct TokenAuthenticator: Authenticator {
    let access: TokenAccess
    let keys: KeySetProvider
    let refused: Counter
    let now: @Sendable () -> Double
    private let verified = VerifiedTokens()

    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        guard let header = request.headers["authorization"], let token = BearerToken(authorization: header) else {
            throw .unauthenticated("Send your token as “Authorization: Bearer TOKEN”.")
        }
        let digest = SHA256.hash(token.value)
        if let known = verified.entry(digest, at: now()), let held = await keys.held(knowing: known.keyID),
            held.edition == known.edition
        {
            return known.principal
        }
        let keyID = TokenVerifier.keyID(of: token.value)
        guard let held = await keys.held(knowing: keyID) else { throw .unavailable }
        let claims: TokenClaims
        do {
            claims = try access.verifier.verify(token.value, with: held.keys, now: now())
        } catch {
            count(error.rawValue)
            // Whoever has had a good token may know that it ended; nobody else learns what is wrong with theirs.
            throw .unauthenticated(
                error == .expired ? "This token has expired. Get a new one." : "This token is not accepted here. Get a new one.")
        }
        let end = claims.expiry + access.verifier.leeway
        let principal = try principal(claims, until: end)
        verified.keep(
            VerifiedTokens.Entry(principal: principal, keyID: keyID, edition: held.edition, end: end), as: digest, at: now())
        return principal
    }

    private func principal(_ claims: TokenClaims, until end: Double) throws(Problem) -> Principal {
        let claimed: ClaimedRoles
        do {
            claimed = try ClaimedRoles(claims, access.names)
        } catch {
            count(error.rawValue)
            throw .forbidden("The token \(error.words).")
        }
        guard let subject = claims.subject, !subject.isEmpty, subject.unicodeScalars.count <= NewSubmission.maximumTextLength
        else {
            count("subject")
            throw .forbidden("The token does not say whose it is.")
        }
        let permissions = claimed.roles.reduce(into: Set<Permission>()) { $0.formUnion($1.permissions) }
        return Principal(
            tenant: claimed.tenant, actor: "user:\(subject)", permissions: permissions,
            subject: claimed.roles == [.person] ? subject : nil,
            // OpenID Connect Core 1.0, section 5.1.
            verifiedEmail: claims.isTrue("email_verified") ? claims.string("email") : nil,
            // An end beyond all times is none.
            expiresAt: VerifiedTokens.moment(end))
    }

    init(_ access: TokenAccess, keys: KeySetProvider, metrics: MetricsRegistry, now: @escaping @Sendable () -> Double) {
        (self.access, self.keys, self.now) = (access, keys, now)
        refused = metrics.counter(
            "docket_tokens_refused_total", "Signed tokens that were not accepted, by reason", labels: ["reason"])
    }

    private func count(_ reason: String) {
        refused.series([reason]).increment()
    }
}
