import Domain
import HTTPServer
import Shared

/// Finds out who makes a request.
protocol Authenticator: Sendable {
    /// - Throws: a `Problem` of type `unauthenticated` that does not say what about the credentials was wrong beyond what
    ///   their owner needs.
    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal

    /// The same for an answer that is still being given: who listens does nothing by it that would keep a session alive.
    func authenticateAgain(_ request: HTTPRequest) async throws(Problem) -> Principal
}

extension Authenticator {
    func authenticateAgain(_ request: HTTPRequest) async throws(Problem) -> Principal { try await authenticate(request) }
}

/// Keys and links of our own, which are told by their form, the cookie of who has signed in at the desk, and whatever else the
/// configuration lets in. Who brings a header and a cookie means the header.
struct CredentialAuthenticator: Authenticator {
    let keys: KeyAuthenticator
    let links: LinkAuthenticator
    let desk: DeskSessions
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
        case .session, .signIn:
            throw .unauthenticated("This is the secret of a browser's session, which counts in its cookie alone. Send a key.")
        }
    }

    private func byCookie(_ request: HTTPRequest, isUse: Bool) async throws(Problem) -> Principal {
        if let session = try await desk.session(of: request, isUse: isUse) { return try desk.principal(of: session) }
        // A cookie of earlier keeps nobody out where nobody has to sign in.
        guard desk.development == nil, try desk.cookies.token(.session, of: request) != nil else {
            return try await others.authenticate(request)
        }
        throw .sessionOver
    }
}

/// Tokens of the configuration beside signed ones, which are told apart by their form.
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
