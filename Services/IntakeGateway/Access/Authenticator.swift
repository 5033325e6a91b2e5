import Domain
import HTTPServer
import Shared

/// Finds out who makes a request.
protocol Authenticator: Sendable {
    /// - Throws: a `Problem` of type `unauthenticated` that does not say what about the credentials was wrong beyond what
    ///   their owner needs.
    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal
}

/// Keys and links of our own, which are told by their form, and whatever else the configuration lets in.
struct CredentialAuthenticator: Authenticator {
    let keys: KeyAuthenticator
    let links: LinkAuthenticator
    let others: any Authenticator

    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        let bearer = request.headers["authorization"].flatMap(BearerToken.init(authorization:))
        guard let token = bearer.flatMap({ OpaqueToken($0.value) }) else { return try await others.authenticate(request) }
        switch token.kind {
        case .key: return try await keys.principal(of: token)
        case .link: return try await links.principal(of: token)
        }
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
