import HTTPServer
import Shared

/// Asks again about who was let in to an answer that lasts: meanwhile keys and links are revoked, tokens end, and roles change.
struct ContinuedAccess: Sendable {
    let authenticator: any Authenticator
    let request: HTTPRequest
    let principal: Principal
    let endpoint: Endpoint

    /// Whether the same credentials would let in the same principal to the same now.
    ///
    /// While that cannot be found out, nobody is shut out: without the database nothing can be read for them either.
    func isGiven() async -> Bool {
        do throws(Problem) {
            let now = try await authenticator.authenticateAgain(request)
            try endpoint.admit(now)
            return now.sees(asMuchAs: principal)
        } catch {
            return error.status >= 500
        }
    }
}

extension ContinuedAccess {
    init(_ call: Call, by authenticator: any Authenticator) {
        (self.authenticator, request, principal, endpoint) = (authenticator, call.request, call.principal, call.endpoint)
    }
}
