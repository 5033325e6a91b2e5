import HTTPServer

/// Checks the access to a long answer again: keys and links may be revoked meanwhile, tokens may expire, and roles may
/// change.
struct ContinuedAccess: Sendable {
    let authenticator: any Authenticator
    let request: HTTPRequest
    let principal: Principal
    let endpoint: Endpoint

    /// Whether the same credentials would now give the same access.
    ///
    /// Access continues while that cannot be checked: without the database nothing can be read either.
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
