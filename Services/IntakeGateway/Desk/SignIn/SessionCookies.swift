import Domain
import HTTPServer

/// The cookies of the desk. Scripts cannot read them, and browsers do not send them with requests that change something
/// from other sites' pages.
struct SessionCookies: Sendable, Hashable {
    /// Set for https. The cookies then belong to this host only: no neighbour can set one of that name (RFC 6265bis,
    /// section 4.1.3).
    let isSecure: Bool

    var session: String { name("docket-desk") }
    /// The cookie of a browser that is at the issuer.
    var signIn: String { name("docket-desk-sign-in") }

    init(publicURL: String) { isSecure = publicURL.hasPrefix("https://") }

    /// The browser keeps it until it is closed; the session may end earlier.
    func setting(session token: OpaqueToken) -> String { "\(session)=\(token.text)\(attributes)" }

    func setting(signIn token: OpaqueToken, lifetime: Duration) -> String {
        "\(signIn)=\(token.text)\(attributes); Max-Age=\(lifetime.components.seconds)"
    }

    var endingSession: String { "\(session)=\(attributes); Max-Age=0" }
    var endingSignIn: String { "\(signIn)=\(attributes); Max-Age=0" }

    /// The request's secret of this kind; nil if there is none, or if the cookie holds something else.
    ///
    /// - Throws: ``Problem`` `unauthenticated` if there are too many cookies, or two of the name.
    func token(_ kind: OpaqueToken.Kind, of request: HTTPRequest) throws(Problem) -> OpaqueToken? {
        let fields = request.headers.values(for: "cookie")
        guard !fields.isEmpty else { return nil }
        do throws(RequestCookies.Fault) {
            let name = kind == .signIn ? signIn : session
            let token = try RequestCookies(fields).value(of: name).flatMap { OpaqueToken($0) }
            return token?.kind == kind ? token : nil
        } catch {
            throw .unauthenticated(
                "The cookies of this request are too many, or there are two of one name. Delete this site's cookies, and sign in again."
            )
        }
    }

    private func name(_ plain: String) -> String { isSecure ? "__Host-\(plain)" : plain }
    private var attributes: String { "; Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")" }
}
