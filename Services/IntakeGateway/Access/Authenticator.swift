import Domain
import HTTPServer
import Shared

/// Identifies the caller of a request.
protocol Authenticator: Sendable {
    /// - Throws: a `Problem` of type `unauthenticated`. It reveals only what the owner of the credentials needs to know.
    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal

    /// The same for an answer that is still being sent. It does not count as use of a session.
    func authenticateAgain(_ request: HTTPRequest) async throws(Problem) -> Principal
}

extension Authenticator {
    func authenticateAgain(_ request: HTTPRequest) async throws(Problem) -> Principal { try await authenticate(request) }
}

/// Keys and links of our own, which are told by their form, the cookies of whoever has signed in at the desk and of whoever has come to the
/// portal, and whatever else the configuration lets in. Who brings a header and a cookie means the header.
struct CredentialAuthenticator: Authenticator {
    let keys: KeyAuthenticator
    let links: LinkAuthenticator
    let desk: DeskSessions
    let portal: PortalAccess
    let others: any Authenticator

    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        try await authenticate(request, isUse: true)
    }

    func authenticateAgain(_ request: HTTPRequest) async throws(Problem) -> Principal {
        try await authenticate(request, isUse: false)
    }

    private func authenticate(_ request: HTTPRequest, isUse: Bool) async throws(Problem) -> Principal {
        guard let header = request.headers["authorization"] else { return try await byCookie(request, isUse: isUse) }
        let bearer = BearerToken(authorization: header)
        guard let token = bearer.flatMap({ OpaqueToken($0.value) }) else { return try await others.authenticate(request) }
        switch token.kind {
        case .key: return try await keys.principal(of: token)
        case .link: return try await links.principal(of: token)
        case .portal:
            throw .unauthenticated("This is a link to the portal, which counts in the cookie of its page alone. Send a key.")
        case .session, .signIn:
            throw .unauthenticated("This is the secret of a browser's session, which counts in its cookie alone. Send a key.")
        }
    }

    private func byCookie(_ request: HTTPRequest, isUse: Bool) async throws(Problem) -> Principal {
        if PortalAccess.isMeant(by: request) { return try await portal.principal(of: request) }
        if let session = try await desk.session(of: request, isUse: isUse) { return try desk.principal(of: session) }
        // A cookie of earlier keeps nobody out where nobody has to sign in.
        guard desk.development == nil, try desk.cookies.token(.session, of: request) != nil else {
            return try await others.authenticate(request)
        }
        throw .sessionOver
    }
}

/// Accepts configured tokens and signed ones. Their form distinguishes them.
struct EitherAuthenticator: Authenticator {
    let tokens: StaticTokenAuthenticator
    let signed: TokenAuthenticator

    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        // A signed token has two dots; the JSON that it begins with shows as these letters.
        let token = request.headers["authorization"].flatMap(BearerToken.init(authorization:))?.value ?? ""
        let isSigned = token.hasBytes(atStart: "eyJ") && token.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2
        return isSigned ? try await signed.authenticate(request) : try await tokens.authenticate(request)
    }
}
