import Domain
import HTTPServer

/// The cookies of the desk. No script can read them, and no page of another site has them sent along with what it does.
struct SessionCookies: Sendable, Hashable {
    /// Behind https only, and then for this host alone: no neighbour can write one of such a name (RFC 6265bis, section 4.1.3).
    let isSecure: Bool

    var session: String { name("docket-desk") }
    /// Of a browser that is at the issuer.
    var signIn: String { name("docket-desk-sign-in") }

    init(publicURL: String) { isSecure = publicURL.hasPrefix("https://") }

    /// Kept until the browser is closed: how long it counts, the session itself says.
    func setting(session token: OpaqueToken) -> String { "\(session)=\(token.text)\(attributes)" }

    func setting(signIn token: OpaqueToken, lifetime: Duration) -> String {
        "\(signIn)=\(token.text)\(attributes); Max-Age=\(lifetime.components.seconds)"
    }

    var endingSession: String { "\(session)=\(attributes); Max-Age=0" }
    var endingSignIn: String { "\(signIn)=\(attributes); Max-Age=0" }

    /// The secret of this kind that the request brings; nil where it brings none, or something else by that name.
    ///
    /// - Throws: ``Problem`` `unauthenticated` where it cannot be told which one it is.
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
