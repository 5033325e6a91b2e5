import EventLoop
import Telemetry

/// From a head to the response of a handler, whatever the handler does.
extension ServerConnection {
    func handle(_ head: RequestHead, _ identity: RequestIdentity) async -> (HTTPResponse, Route?) {
        var route: Route?
        do {
            let request = try makeRequest(head, identity)
            let match = context.router.match(request.method, request.segments)
            if case .route(let found, _) = match { route = found }
            return (try await Router.respond(to: request, match), route)
        } catch {
            return (answer(to: error, identity, route), route)
        }
    }

    func makeRequest(_ head: RequestHead, _ identity: RequestIdentity) throws(Problem) -> HTTPRequest {
        let exchange = exchange
        let length: Int? =
            switch head.framing {
            case .none: 0
            case .length(let count): count
            case .chunked: nil
            }
        let (path, query): (String, String?) =
            switch head.target {
            case .asterisk: ("*", nil)
            case .origin(let path, let query): (path, query)
            }
        return try HTTPRequest(
            method: head.method, path: path, query: query, version: head.version, headers: head.headers, host: head.host,
            body: RequestBody(declaredLength: length, source: ConnectionBody(connection: self, exchange: exchange)),
            peer: socket.peerAddress, trace: identity.trace, id: identity.id,
            interim: InterimResponses { status, headers in
                try await self.onLoop { try await self.sendInterim(status, headers, exchange) }
            })
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
        if problem.instance == nil { problem.instance = "/requests/\(identity.id)" }
        return problem.response
    }

    /// A client that left is everyday; a body that could not be produced is ours to mend.
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
