import EventLoop
import Telemetry

/// Turns a head into the response of its handler, whatever the handler does.
extension ServerConnection {
    nonisolated(nonsending) func handle(
        _ head: RequestHead, _ identity: RequestIdentity, _ start: LoopInstant
    ) async -> (HTTPResponse, Route?) {
        var route: Route?
        loggedParameters = [:]
        do {
            let (place, match) = try destination(of: head)
            if case .route(let found, let parameters) = match {
                route = found
                for name in context.configuration.loggedParameters {
                    guard let value = parameters[name], Self.isUUID(value) else { continue }
                    loggedParameters[name] = .string(value)
                }
            }
            let request = makeRequest(head, place, identity)
            if let notes = context.configuration.notes, let noted = self.place {
                try notes.begin(noted, route: route?.number, client: request.client, at: start)
            }
            if let preflight = preflight(request) { return (preflight, nil) }
            if let route, route.answersLast {
                return (try await opened(request, match), route)
            }
            return (try await Router.respond(to: request, match), route)
        } catch {
            return (answer(to: error, identity, route), route)
        }
    }

    /// Whether the text is 36 lower-case digits and dashes, which is safe for a log.
    private static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index)
                    ? byte == UInt8(ascii: "-") : ASCII.isDigit(byte) || (0x61...0x66).contains(byte)
            }
    }

    /// Opens a lasting answer; the number that open at the same time is bounded. Otherwise the short-lived allocations of
    /// thousands of openings would lie between their long-lived ones, and no memory could be returned.
    private nonisolated(nonsending) func opened(_ request: HTTPRequest, _ match: Router.Match) async throws -> HTTPResponse {
        try await context.openings.acquire()
        defer { context.openings.release() }
        return try await loop.run { try await Router.respond(to: request, match) }
    }

    /// The route of a request; kept for repeated requests.
    private func destination(of head: RequestHead) throws(Problem) -> (RequestPlace, Router.Match) {
        if let recent = recentDestination, recent.headNumber == state.headNumber { return (recent.place, recent.match) }
        let place = try RequestPlace(head.target)
        let match = context.router.match(head.method, place.segments)
        recentDestination = (state.headNumber, place, match)
        return (place, match)
    }

    private func makeRequest(_ head: RequestHead, _ place: RequestPlace, _ identity: RequestIdentity) -> HTTPRequest {
        let exchange = exchange
        let length: Int? =
            switch head.framing {
            case .none: 0
            case .length(let count): count
            case .chunked: nil
            }
        let body =
            head.framing == .none
            ? RequestBody.none
            : RequestBody(declaredLength: length, source: ConnectionBody(connection: self, exchange: exchange))
        return HTTPRequest(
            head, place, body: body, origin: origin(of: head), identity: identity,
            interim: InterimResponses(self, exchange: exchange))
    }

    /// The answer to a preflight of a browser; nil for any other request.
    private func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard let cors = context.configuration.cors, CORSPolicy.isPreflight(request.method, request.headers),
            let allow = context.router.allow(request.segments)
        else { return nil }
        let fields = cors.preflightFields(for: request.headers, allow: allow)
        return HTTPResponse(status: 204, headers: HTTPHeaders([.init(name: "Allow", value: allow)] + fields))
    }

    func answer(to error: any Error, _ identity: RequestIdentity, _ route: Route?) -> HTTPResponse {
        var problem: Problem
        switch error {
        case let known as Problem: problem = known
        case let known as any ProblemConvertible: problem = known.problem
        case is CancellationError: problem = RequestBodyError(.cancelled).problem
        default:
            problem = Problem(
                status: 500, type: "internal-error",
                detail: "Something went wrong on our side. The request's id helps us to find out what.")
            context.logger.error(
                "handler failed",
                [
                    "request_id": .string(identity.id), "trace_id": .string(identity.trace.traceID.description),
                    "route": .string(route?.pattern ?? "none"), "error": .string(String(reflecting: type(of: error))),
                    "detail": .string(String(describing: error)),
                ])
        }
        if let title = context.configuration.problemTitle(problem.type) { problem.title = title }
        if problem.instance == nil { problem.instance = "/requests/\(identity.id)" }
        return problem.response
    }

    /// Logs an unfinished answer. That a client left is usual; a body that could not be produced is an error of the
    /// server.
    func report(unfinishedAnswer error: any Error, _ identity: RequestIdentity, _ route: Route?) {
        let isOurs = !(error is SocketError || error is CancellationError || error is RequestBodyError)
        context.logger.log(
            isOurs ? .error : .debug, "answer not sent whole",
            [
                "request_id": .string(identity.id), "route": .string(route?.pattern ?? "none"),
                "error": .string(String(describing: error)),
            ])
    }
}
