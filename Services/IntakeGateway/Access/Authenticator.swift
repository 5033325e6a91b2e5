import HTTPServer
import Shared

/// Finds out who makes a request.
protocol Authenticator: Sendable {
    /// - Throws: a `Problem` of type `unauthenticated` that does not say what about the credentials was wrong beyond what
    ///   their owner needs.
    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal
}

/// Everybody is one tenant: for development, where nobody has a token.
struct DevelopmentAuthenticator: Authenticator {
    func authenticate(_ request: HTTPRequest) async throws(Problem) -> Principal {
        Principal(tenant: .standard, actor: "development")
    }
}
