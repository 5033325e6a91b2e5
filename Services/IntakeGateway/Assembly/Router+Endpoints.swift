import Domain
import HTTPServer
import PostgresStore
import Shared

extension Router {
    /// Makes the router from the table of endpoints. Access is checked before the handler runs.
    init(gateway: GatewayServices, _ endpoints: [Endpoint] = Endpoint.all) {
        self.init()
        for endpoint in endpoints { add(endpoint, gateway) }
    }

    private mutating func add(_ endpoint: Endpoint, _ gateway: GatewayServices) {
        let responder = endpoint.responder
        switch responder.form {
        case .open(let make):
            on(endpoint.method, endpoint.pattern, accessLog: responder.accessLog, make(gateway))
        case .known(let make):
            let answer = make(gateway)
            let boundary = ErrorBoundary(
                logger: gateway.logger, browser: responder.isPage ? BrowserHandlers(gateway: gateway) : nil)
            on(endpoint.method, endpoint.pattern, accessLog: responder.accessLog, answersLast: responder.isFollowed) {
                request, parameters in
                try await boundary.run(request) {
                    try await request.pausing(atMost: gateway.longestPause) { request in
                        try await gateway.answer(to: request, parameters, at: endpoint, answer)
                    }
                }
            }
        }
    }
}

extension GatewayServices {
    /// Identifies the caller, and calls the handler if they have access.
    fileprivate func answer(
        to request: HTTPRequest, _ parameters: PathParameters, at endpoint: Endpoint, _ handler: @escaping Responder.Answer
    ) async throws -> HTTPResponse {
        // Before anybody is asked who they are: guessing has its limit, too.
        let fromAddress = try admission.enter(request)
        let (comer, parameters) = try await refusedRequests.watchingArrival(request, endpoint) { () throws(Problem) in
            try await identify(request, parameters, for: endpoint.access)
        }
        return try await refusedRequests.watching(comer, endpoint) {
            try await answer(to: request, parameters, at: endpoint, for: comer, fromAddress, handler)
        }
    }

    /// To whom was found out.
    private func answer(
        to request: HTTPRequest, _ parameters: PathParameters, at endpoint: Endpoint, for comer: Principal,
        _ fromAddress: AdmissionGate.Ticket, _ handler: @escaping Responder.Answer
    ) async throws -> HTTPResponse {
        try origins.admit(request, of: comer.tenant)
        try deaths.note(comer, request)
        let own = try await ownSubmission(of: comer, at: endpoint, parameters)
        let principal = own == nil ? try await glass.principal(for: comer, at: endpoint, parameters) : comer
        try endpoint.admit(principal)
        let ofTenant = try admission.enter(principal.tenant)
        let place = endpoint.responder.isFollowed ? try admission.follow(principal.tenant) : ofTenant
        var call = Call(request: request, parameters: parameters, principal: principal, endpoint: endpoint)
        call.known = own
        if endpoint.access.owner == .submission, own == nil {
            call.known = try await checkOwner(of: try call.submission(), call)
        }
        let response = try await beginnings.linking(call) { [call] in
            try await refusals.watching(call) { try await answer(to: call, at: endpoint, handler) }
        }
        if let reading = endpoint.responder.reading { try await trail.note(reading, call) }
        return fromAddress.holding(place.holding(response))
    }

    /// What an operator may read without breaking a glass: it is then read once, and the audit trail is not asked.
    private func ownSubmission(
        of comer: Principal, at endpoint: Endpoint, _ parameters: PathParameters
    ) async throws -> Submission? {
        guard endpoint.method == .get, endpoint.access.owner == .submission, let permission = endpoint.access.permission,
            Glass.permissions.contains(permission), comer.permissions.isSuperset(of: [.operate, permission]),
            let id = parameters["submission"].flatMap(SubmissionID.init)
        else { return nil }
        return try await store.submission(id, tenant: comer.tenant).flatMap { comer.owns($0) ? $0 : nil }
    }

    /// Answers a caller with access.
    private func answer(
        to call: Call, at endpoint: Endpoint, _ handler: @escaping Responder.Answer
    ) async throws -> HTTPResponse {
        try call.request.checkCoding()
        var call = call
        call.request = try admission.bounded(call.request, call.tenant)
        return try await explainingConflicts(of: call) { [call] in
            guard let content = endpoint.responder.content else { return try await handler(call) }
            return try await idempotency.pass(call, content, handler)
        }
    }

    private func identify(
        _ request: HTTPRequest, _ parameters: PathParameters, for access: Endpoint.Access
    ) async throws(Problem) -> (Principal, PathParameters) {
        switch access {
        case .everybody, .bearer, .session: (try await authenticator.authenticate(request), parameters)
        case .link: try await open(link: parameters)
        case .guest: try open(as: try await authenticator.authenticate(request))
        }
    }

    private func open(as guest: Principal) throws(Problem) -> (Principal, PathParameters) {
        guard let submission = guest.scope else {
            throw .forbidden("This is for whoever comes by a link. Send the link's token as the bearer.")
        }
        return (guest, PathParameters(["submission": submission.description]))
    }

    /// A link in the path gives the secret and also names the submission.
    private func open(link parameters: PathParameters) async throws(Problem) -> (Principal, PathParameters) {
        guard let token = parameters["link"].flatMap({ OpaqueToken($0) }), token.kind == .link else { throw .notFound }
        let principal = try await linkAccess.principal(of: token)
        var values = ["link": "-"]
        values["submission"] = principal.scope?.description
        values["document"] = parameters["document"]
        return (principal, PathParameters(values))
    }
}

extension HTTPRequest {
    /// Encoded bytes would be taken for the file itself (RFC 9110, section 15.5.16).
    fileprivate func checkCoding() throws(Problem) {
        let codings = headers.list("Content-Encoding").filter { $0.lowercased() != "identity" }
        guard let coding = codings.first, body.declaredLength != 0 else { return }
        throw Problem(
            .unsupportedMediaType,
            detail: "Content-Encoding “\(coding.prefix(32))” is not understood. Send the bytes as they are.",
            headers: ["Accept-Encoding": "identity"])
    }
}
