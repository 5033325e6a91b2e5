import BlobStore
import Domain
import HTTPServer
import Shared
import Telemetry

/// The gateway's router, to which a handler is added for an endpoint of the table alone: who may is settled before there is
/// anything to answer.
struct GuardedRouter: Sendable {
    private let gateway: GatewayServices
    private(set) var router = Router()

    init(gateway: GatewayServices) { self.gateway = gateway }

    /// Adds what is open to everybody.
    mutating func open(_ id: Endpoint.ID, accessLog: LogLevel = .info, _ handler: @escaping Handler) {
        let endpoint = id.endpoint
        precondition(endpoint.access == .everybody, "\(id) is not open to everybody")
        router.on(endpoint.method, endpoint.pattern, accessLog: accessLog, handler)
    }

    /// Adds what is for known principals who may; whatever its handler throws becomes a problem. `reading` is what the audit
    /// trail says of its answers.
    mutating func on(
        _ id: Endpoint.ID, reading: AuditTrail.Reading? = nil, browser: BrowserHandlers? = nil,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        add(Terms(endpoint: id.endpoint, reading: reading, isFollowed: false), browser: browser, handler)
    }

    /// Adds what may be told to have its effect once only.
    mutating func once(
        _ id: Endpoint.ID, _ content: IdempotencyGate.Content,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        on(id) { [gateway] call in try await gateway.idempotency.pass(call, content, handler) }
    }

    /// Adds what is answered by a stream that lasts, which counts as one of its tenant's streams and as none of its requests.
    mutating func follow(
        _ id: Endpoint.ID, reading: AuditTrail.Reading, _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        add(Terms(endpoint: id.endpoint, reading: reading, isFollowed: true), browser: nil, handler)
    }

    private mutating func add(
        _ terms: Terms, browser: BrowserHandlers?, _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        let (endpoint, gateway) = (terms.endpoint, gateway)
        precondition(endpoint.access != .everybody, "\(endpoint.id) is open to everybody")
        let boundary = ErrorBoundary(logger: gateway.logger, browser: browser)
        router.on(endpoint.method, endpoint.pattern, answersLast: terms.isFollowed) { request, parameters in
            try await boundary.run(request) {
                try await request.pausing(atMost: gateway.longestPause) { request in
                    try await gateway.answer(to: request, parameters, terms, handler)
                }
            }
        }
    }

    /// What an endpoint asks of who comes, and what is remembered of its answers.
    fileprivate struct Terms {
        let endpoint: Endpoint
        let reading: AuditTrail.Reading?
        /// Whether the answer is a stream of what happens.
        let isFollowed: Bool
    }
}

extension GatewayServices {
    /// Finds out who asks, and lets the handler answer if they may.
    fileprivate func answer(
        to request: HTTPRequest, _ parameters: PathParameters, _ terms: GuardedRouter.Terms,
        _ handler: @Sendable (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        // Before anybody is asked who they are: guessing has its limit, too.
        let fromAddress = try admission.enter(request)
        let (principal, parameters) = try await identify(request, parameters, for: terms.endpoint.access)
        try deaths.note(principal, request)
        try terms.endpoint.admit(principal)
        let ofTenant = try admission.enter(principal.tenant)
        let bounded = try admission.bounded(request, principal.tenant)
        let place = terms.isFollowed ? try admission.follow(principal.tenant) : ofTenant
        var call = Call(request: bounded, parameters: parameters, principal: principal, endpoint: terms.endpoint)
        if terms.endpoint.access.owner == .submission { call.known = try await checkOwner(of: try call.submission(), call) }
        let response = try await explainingConflicts(of: call) { [call] in try await handler(call) }
        if let reading = terms.reading { try await trail.note(reading, call) }
        return fromAddress.holding(place.holding(response))
    }

    private func identify(
        _ request: HTTPRequest, _ parameters: PathParameters, for access: Endpoint.Access
    ) async throws(Problem) -> (Principal, PathParameters) {
        switch access {
        case .everybody, .bearer: (try await authenticator.authenticate(request), parameters)
        case .link: try await open(link: parameters)
        }
    }

    /// Who comes by a link has its secret in the path, where it names the submission as well.
    private func open(link parameters: PathParameters) async throws(Problem) -> (Principal, PathParameters) {
        guard let token = parameters["link"].flatMap({ OpaqueToken($0) }), token.kind == .link else { throw .notFound }
        let principal = try await linkAccess.principal(of: token)
        var values = ["link": "-"]
        values["submission"] = principal.scope?.description
        values["document"] = parameters["document"]
        return (principal, PathParameters(values))
    }
}
