import EventLoop
import Telemetry

/// Carries out what ``ConnectionState`` decides, on one socket.
///
/// `@unchecked Sendable`: its state is touched on the socket's loop only. ``serve()`` is started there, handlers run in its
/// task, and what they call from elsewhere hops to the loop first.
final class ServerConnection: @unchecked Sendable {
    let loop: EventLoop
    let socket: StreamSocket
    let context: ServerContext
    var state: ConnectionState
    var rate: MinimumRate
    var served = 0
    /// Which request a body or an interim response belongs to.
    var exchange = 0
    var bytesIn = 0
    var bytesOut = 0
    var trailers: HTTPHeaders = [:]
    /// A handler's child tasks may send interim responses while another asks for the body.
    let writeTurn = AsyncSemaphore(permits: 1)

    static let readSize = 16 * 1024
    static let bodyReadSize = 256 * 1024
    static let pieceSize = 64 * 1024

    init(socket: StreamSocket, context: ServerContext) {
        self.socket = socket
        self.context = context
        loop = socket.loop
        state = ConnectionState(limits: context.configuration.headLimits)
        rate = MinimumRate(
            bytesPerSecond: context.configuration.bodyBytesPerSecond, allowance: context.configuration.bodyAllowance)
    }

    /// Serves until either side closes. On the loop.
    func serve() async {
        defer { socket.close() }
        while let head = await nextRequest() {
            guard await answer(head) else { return }
            state.nextCycle()
        }
    }

    /// Ends the connection if no request is in flight; one that is ends it with its answer. On the loop.
    func closeIfIdle() {
        loop.preconditionOnLoop()
        if state.writing == .waiting, state.reading == .idle { socket.close() }
    }

    // MARK: - Reading heads

    func nextRequest() async -> RequestHead? {
        let configuration = context.configuration
        socket.setReadDeadline(.now + configuration.idleTimeout)
        var isTimed = false
        while true {
            switch state.nextEvent() {
            case .request(let head): return head
            case .fault(let fault):
                await refuse(fault)
                return nil
            case .needData:
                if context.stop.isSet, state.reading == .idle { return nil }
                if state.reading == .head, !isTimed {
                    isTimed = true
                    socket.setReadDeadline(.now + configuration.headTimeout)
                }
                do throws(SocketError) {
                    let bytes = try await socket.read(maximum: Self.readSize)
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

    /// Answers what is not a request, and closes.
    func refuse(_ fault: RequestFault) async {
        context.metrics.refused(fault)
        context.logger.debug("request refused", ["reason": .string(fault.reason.rawValue)])
        let problem = Problem(status: fault.status, type: "bad-request", detail: fault.explanation)
        do {
            try await send(problem.response, extra: [:])
            try await conclude()
        } catch {
            // The client is gone, or stopped taking the answer: nothing is left to do but to close.
        }
    }

    // MARK: - Answering

    /// Handles one request; whether the connection goes on.
    func answer(_ head: RequestHead) async -> Bool {
        let start = LoopInstant.now
        exchange += 1
        served += 1
        (bytesIn, bytesOut, trailers) = (0, 0, [:])
        rate = MinimumRate(
            bytesPerSecond: context.configuration.bodyBytesPerSecond, allowance: context.configuration.bodyAllowance)
        if served >= context.configuration.maximumRequestsPerConnection { state.closeAfterThis() }
        let identity = RequestIdentity(head.headers)
        let (response, route) = await handle(head, identity)
        if context.stop.isSet { state.closeAfterThis() }
        let goesOn: Bool
        do {
            try await send(response, extra: identity.responseHeaders)
            goesOn = try await conclude()
        } catch {
            report(unfinishedAnswer: error, identity, route)
            goesOn = false
        }
        let record = ExchangeRecord(
            method: head.method.rawValue, route: route?.pattern, status: response.status, duration: .now - start,
            bytesIn: bytesIn, bytesOut: bytesOut)
        context.metrics.answered(record)
        if context.configuration.logsAccess { log(record, route?.accessLog ?? .info, identity) }
        return goesOn
    }

    func log(_ record: ExchangeRecord, _ level: LogLevel, _ identity: RequestIdentity) {
        context.logger.log(
            level, "request",
            [
                "method": .string(record.route == nil ? "other" : record.method), "route": .string(record.route ?? "none"),
                "status": .integer(Int64(record.status)), "duration_ms": LogValue(milliseconds: record.duration),
                "bytes_in": .integer(Int64(record.bytesIn)), "bytes_out": .integer(Int64(record.bytesOut)),
                "request_id": .string(identity.id), "trace_id": .string(identity.trace.traceID.description),
            ])
    }

    /// Handlers are on the loop; what they start elsewhere comes back to it.
    func onLoop<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        loop.isCurrent ? try await body() : try await loop.run(body)
    }
}
