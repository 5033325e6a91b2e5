import EventLoop
import Telemetry

/// Carries out the decisions of ``ConnectionState`` on one socket.
///
/// Each request is handled in the caller's task and on its thread (`nonisolated(nonsending)`): a change of executors for
/// every call would cost more than the request.
///
/// `@unchecked Sendable`: its state is used on the socket's loop only. ``serve()`` is started there, handlers run in its
/// task, and their calls from elsewhere hop to the loop first.
final class ServerConnection: @unchecked Sendable {
    let loop: EventLoop
    let socket: StreamSocket
    let context: ServerContext
    /// The address of the peer, or that of its PROXY protocol header. Nil without an IP address.
    var peer: IPAddress?
    var state: ConnectionState
    var rate: MinimumRate
    var served = 0
    /// The number of the current request; bodies and interim responses belong to one.
    var exchange = 0
    /// The place of its request notes while it is served.
    var place: Int?
    var bytesIn = 0
    var bytesOut = 0
    /// Whether the current request is cancelled after its client has left.
    var endsWithClient = false
    /// Whether a task watches a client that has ended its side.
    var isWatched = false
    var isServing = true
    /// Whether the body of the current request counts in the budget.
    var isReader = false
    var recentMetrics = ServerMetrics.Recent()
    /// The head of the previous answer.
    var recentAnswer: (status: Int, headers: HTTPHeaders, bytes: [UInt8])?
    /// The route of the previous request, and the number of its head.
    var recentDestination: (headNumber: Int, place: RequestPlace, match: Router.Match)?
    /// The path parameters for the request's line in the log.
    var loggedParameters: [String: LogValue] = [:]
    /// The related span of another trace.
    var linked: TraceContext?
    /// A handler's child tasks may send interim responses while another asks for the body.
    let writeTurn = AsyncSemaphore(permits: 1)
    /// Cancels the task that serves this connection.
    let cancel: @Sendable (ServerConnection) -> Void

    static let readSize = 16 * 1024
    static let pieceSize = 64 * 1024

    init(
        socket: StreamSocket, peer: IPAddress?, context: ServerContext, cancel: @escaping @Sendable (ServerConnection) -> Void
    ) {
        self.socket = socket
        self.peer = peer
        self.context = context
        self.cancel = cancel
        loop = socket.loop
        state = ConnectionState(limits: context.configuration.headLimits)
        rate = MinimumRate(
            bytesPerSecond: context.configuration.bodyBytesPerSecond, allowance: context.configuration.bodyAllowance)
    }

    /// Serves until either side closes. On the loop.
    nonisolated(nonsending) func serve() async {
        socket.onDeparture { [weak self] in self?.peerDeparted($0) }
        place = context.configuration.notes?.open()
        defer {
            isServing = false
            if let place { context.configuration.notes?.close(place) }
            place = nil
            socket.onDeparture(nil)
            socket.close()
        }
        guard await readProxyHeader() else { return }
        await withTaskCancellationHandler {
            while let head = await nextRequest() {
                guard await answer(head) else { return }
                state.nextCycle()
            }
        } onCancel: {
            socket.interruptReading()
        }
    }

    /// Closes the connection if no request is in progress; otherwise it closes after the answer. On the loop.
    func closeIfIdle() {
        loop.preconditionOnLoop()
        if state.writing == .waiting, state.reading == .idle { socket.close() }
    }

    // MARK: - Reading heads

    nonisolated(nonsending) func nextRequest() async -> RequestHead? {
        var isTimed: ConnectionState.Reading?
        while true {
            switch state.nextEvent() {
            case .request(let head): return head
            case .fault(let fault):
                await refuse(fault)
                return nil
            case .needData:
                if context.stop.isSet, state.reading == .idle { return nil }
                do throws(SocketError) {
                    if let bytes = try socket.readNow(maximum: Self.readSize) {
                        if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
                        continue
                    }
                    // Silence has one limit, a head that has begun another: from its first byte.
                    if isTimed != state.reading {
                        isTimed = state.reading
                        let configuration = context.configuration
                        socket.setReadDeadline(
                            .now + (state.reading == .head ? configuration.headTimeout : configuration.idleTimeout))
                    }
                    let bytes = try await socket.readInterruptibly(maximum: Self.readSize)
                    if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
                } catch {
                    if error.code == .timedOut, state.reading == .head {
                        _ = state.fail(RequestFault(.timedOut))
                        continue
                    }
                    return nil
                }
            case .ended, .disconnected, .body, .endOfBody, .paused: return nil
            }
        }
    }

    /// Answers a malformed request and closes.
    nonisolated(nonsending) func refuse(_ fault: RequestFault) async {
        context.metrics.refused(fault)
        context.logger.debug("request refused", ["reason": .string(fault.reason.rawValue)])
        var problem = Problem(status: fault.status, type: "bad-request", detail: fault.explanation)
        if let title = context.configuration.problemTitle(problem.type) { problem.title = title }
        do {
            try await send(problem.response, to: nil, nil)
            try await conclude()
        } catch {
            // The client is gone, or stopped taking the answer: nothing is left to do but to close.
        }
    }

    // MARK: - Answering

    /// Handles one request; returns whether the connection goes on.
    nonisolated(nonsending) func answer(_ head: RequestHead) async -> Bool {
        let start = LoopInstant.now
        begin(head)
        let identity = RequestIdentity(head.headers)
        let (response, route) = await handle(head, identity, start)
        if let place { context.configuration.notes?.end(place) }
        if context.stop.isSet { state.closeAfterThis() }
        let goesOn: Bool
        do {
            try await send(response, to: head, identity)
            goesOn = try await conclude()
        } catch {
            report(unfinishedAnswer: error, identity, route)
            goesOn = false
        }
        end()
        let record = ExchangeRecord(
            method: head.method, route: route, status: response.status, duration: .now - start, bytesIn: bytesIn,
            bytesOut: bytesOut, problem: response.problem)
        context.metrics.answered(record, &recentMetrics)
        // What is asked every second tells nothing.
        if let route, route.accessLog >= .info {
            SpanRecorder.shared.record(identity.trace, span(record, route, identity))
        }
        if context.configuration.logsAccess { log(record, head, identity) }
        return goesOn
    }

    private func begin(_ head: RequestHead) {
        exchange += 1
        served += 1
        (bytesIn, bytesOut, linked) = (0, 0, nil)
        if head.framing != .none {
            rate = MinimumRate(
                bytesPerSecond: context.configuration.bodyBytesPerSecond, allowance: context.configuration.bodyAllowance)
        }
        if served >= context.configuration.maximumRequestsPerConnection { state.closeAfterThis() }
        // What somebody has sent is worth keeping, whether they wait for the answer or not.
        endsWithClient = head.framing == .none
        if let departure = socket.departure { peerDeparted(departure) }
    }

    private func end() {
        endsWithClient = false
        guard isReader else { return }
        isReader = false
        context.readBudget.end()
    }

    private func span(_ record: ExchangeRecord, _ route: Route, _ identity: RequestIdentity) -> TraceSpan {
        var span = TraceSpan(
            identity.trace, parent: identity.parent, name: "\(record.method.rawValue) \(route.pattern)", kind: .server,
            lasting: record.duration,
            attributes: [
                "http.request.method": .string(record.method.rawValue), "http.route": .string(route.pattern),
                "http.response.status_code": .integer(Int64(record.status)),
            ], isError: record.status >= 500)
        if let problem = record.problem { span.attributes["error.type"] = .string(problem) }
        span.links = linked.map { [$0] } ?? []
        return span
    }

    private func log(_ record: ExchangeRecord, _ head: RequestHead, _ identity: RequestIdentity) {
        var told = loggedParameters
        if let problem = record.problem { told["problem"] = .string(problem) }
        context.logger.log(
            record.route?.accessLog ?? .info, "request",
            [
                "method": .string(record.route == nil ? "other" : record.method.rawValue),
                "route": .string(record.route?.pattern ?? "none"),
                "status": .integer(Int64(record.status)), "duration_ms": LogValue(milliseconds: record.duration),
                "bytes_in": .integer(Int64(record.bytesIn)), "bytes_out": .integer(Int64(record.bytesOut)),
                "client": .string(client(head)?.masked ?? "none"), "request_id": .string(identity.id),
                "trace_id": .string(identity.trace.traceID.description),
            ].merging(told) { own, _ in own })
    }

    /// Runs `body` on the loop. Handlers are there already; code that they start elsewhere returns to it.
    func onLoop<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        loop.isCurrent ? try await body() : try await loop.run(body)
    }
}
