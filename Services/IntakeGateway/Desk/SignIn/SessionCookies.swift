import Domain
import HTTPServer
import Shared

/// The cookies of the desk and of the portal. No script can read them, and no page of another site has them sent along with what it does.
struct SessionCookies: Sendable, Hashable {
    /// Set for https. The cookies then belong to this host only: no neighbour can set one of that name (RFC 6265bis,
    /// section 4.1.3).
    let isSecure: Bool

    var session: String { name("docket-desk") }
    /// The cookie of a browser that is at the issuer.
    var signIn: String { name("docket-desk-sign-in") }
    /// Of a tenant's developer.
    var portal: String { name("docket-portal") }

    init(publicURL: String) { isSecure = publicURL.hasPrefix("https://") }

    /// The browser keeps it until it is closed; the session may end earlier.
    func setting(session token: OpaqueToken) -> String { "\(session)=\(token.text)\(attributes)" }

    func setting(signIn token: OpaqueToken, lifetime: Duration) -> String {
        "\(signIn)=\(token.text)\(attributes); Max-Age=\(lifetime.components.seconds)"
    }

    /// The portal is opened by its own page alone, which asks from its own site: the cookie is sent along from no other one.
    func setting(portal token: OpaqueToken, untilEnd link: PortalLink, at now: Timestamp) -> String {
        let left = max(0, (link.expiresAt.millisecondsSinceEpoch - now.millisecondsSinceEpoch) / 1000)
        return "\(portal)=\(token.text)\(attributes("Strict")); Max-Age=\(left)"
    }

    var endingPortal: String { "\(portal)=\(attributes("Strict")); Max-Age=0" }

    var endingSession: String { "\(session)=\(attributes); Max-Age=0" }
    var endingSignIn: String { "\(signIn)=\(attributes); Max-Age=0" }

    /// The request's secret of this kind; nil if there is none, or if the cookie holds something else.
    ///
    /// - Throws: ``Problem`` `unauthenticated` if there are too many cookies, or two of the name.
    func token(_ kind: OpaqueToken.Kind, of request: HTTPRequest) throws(Problem) -> OpaqueToken? {
        let fields = request.headers.values(for: "cookie")
        guard !fields.isEmpty else { return nil }
        do throws(RequestCookies.Fault) {
            let token = try RequestCookies(fields).value(of: name(of: kind)).flatMap { OpaqueToken($0) }
            return token?.kind == kind ? token : nil
        } catch {
            throw .unauthenticated(
                "The cookies of this request are too many, or there are two of one name. Delete this site's cookies, and sign in again."
            )
        }
    }

    private func name(of kind: OpaqueToken.Kind) -> String {
        switch kind {
        case .signIn: signIn
        case .portal: portal
        case .session, .key, .link: session
        }
    }

    private func name(_ plain: String) -> String { isSecure ? "__Host-\(plain)" : plain }
    private var attributes: String { attributes("Lax") }
    private func attributes(_ site: String) -> String { "; Path=/; HttpOnly; SameSite=\(site)\(isSecure ? "; Secure" : "")" }
}
