import EventLoop
import Synchronization
import Telemetry

/// Carries out what ``ConnectionState`` decides, on one socket.
///
/// `@unchecked Sendable`: its state is touched on the socket's loop only. ``serve()`` is started there, handlers run in its
/// task, and what they call from elsewhere hops to the loop first.
final class ServerConnection: @unchecked Sendable {
    let loop: EventLoop
    private let socket: StreamSocket
    private let context: ServerContext
    private var state: ConnectionState
    private var rate: MinimumRate
    private var served = 0
    /// Which request a body or an interim response belongs to.
    private var exchange = 0
    private var bytesIn = 0
    private var bytesOut = 0
    private var trailers: HTTPHeaders = [:]
    /// A handler's child tasks may send interim responses while another asks for the body.
    private let writeTurn = AsyncSemaphore(permits: 1)

    private static let readSize = 16 * 1024
    private static let bodyReadSize = 256 * 1024
    private static let pieceSize = 64 * 1024

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

    private func nextRequest() async -> RequestHead? {
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
    private func refuse(_ fault: RequestFault) async {
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
    private func answer(_ head: RequestHead) async -> Bool {
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

    private func log(_ record: ExchangeRecord, _ level: LogLevel, _ identity: RequestIdentity) {
        context.logger.log(
            level, "request",
            [
                "method": .string(record.route == nil ? "other" : record.method), "route": .string(record.route ?? "none"),
                "status": .integer(Int64(record.status)), "duration_ms": LogValue(milliseconds: record.duration),
                "bytes_in": .integer(Int64(record.bytesIn)), "bytes_out": .integer(Int64(record.bytesOut)),
                "request_id": .string(identity.id), "trace_id": .string(identity.trace.traceID.description),
            ])
    }

    /// A client that left is everyday; a body that could not be produced is ours to mend.
    private func report(unfinishedAnswer error: any Error, _ identity: RequestIdentity, _ route: Route?) {
        let isOurs = !(error is SocketError || error is CancellationError || error is RequestBodyError)
        context.logger.log(
            isOurs ? .error : .debug, "answer not sent whole",
            [
                "request_id": .string(identity.id), "route": .string(route?.pattern ?? "none"),
                "error": .string(String(describing: error)),
            ])
    }

    private func handle(_ head: RequestHead, _ identity: RequestIdentity) async -> (HTTPResponse, Route?) {
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

    private func makeRequest(_ head: RequestHead, _ identity: RequestIdentity) throws(Problem) -> HTTPRequest {
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

    private func answer(to error: any Error, _ identity: RequestIdentity, _ route: Route?) -> HTTPResponse {
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

    // MARK: - Writing

    private func send(_ response: HTTPResponse, extra: HTTPHeaders) async throws {
        let length: ConnectionState.AnswerLength =
            switch response.body {
            case .empty: .known(0)
            case .bytes(let bytes): .known(bytes.count)
            case .file(_, _, let length): .known(length)
            case .stream: .unknown
            }
        try await writeTurn.acquire()
        defer { writeTurn.release() }
        let head = state.beginAnswer(
            status: response.status, headers: extra.isEmpty ? response.headers : response.headers.merging(extra),
            length: length, date: HTTPDate.now(), mayReadOn: context.configuration.readOnLimit)
        guard state.sendsBody else {
            try await write(head)
            _ = state.endAnswer()
            return
        }
        switch response.body {
        case .empty: try await write(head)
        case .bytes(let bytes):
            bytesOut += bytes.count
            try await writeTogether(head, bytes)
        case .file(let file, let offset, let length):
            try await write(head)
            try await send(file, from: offset, length: length)
        case .stream(let produce):
            try await write(head)
            try await produce(ResponseWriter { piece in try await self.onLoop { try await self.writePiece(piece) } })
        }
        let end = state.endAnswer()
        if !end.isEmpty { try await write(end) }
    }

    /// In one call where that costs less than a second one.
    private func writeTogether(_ head: [UInt8], _ body: [UInt8]) async throws {
        guard body.count <= Self.pieceSize else {
            try await write(head)
            return try await write(body)
        }
        var together = head
        together += body
        try await write(together)
    }

    private func writePiece(_ piece: [UInt8]) async throws {
        guard !piece.isEmpty else { return }
        bytesOut += piece.count
        let (before, after) = state.frame(piece.count)
        if before.isEmpty { return try await write(piece) }
        try await write(before + piece + after)
    }

    /// Each piece has the whole time-out: a slow client is not a stalled one.
    private func write(_ bytes: [UInt8]) async throws {
        guard bytes.count > Self.pieceSize else {
            socket.setWriteDeadline(.now + context.configuration.writeTimeout)
            return try await socket.write(bytes)
        }
        var offset = 0
        while offset < bytes.count {
            let end = min(offset + Self.pieceSize, bytes.count)
            socket.setWriteDeadline(.now + context.configuration.writeTimeout)
            try await socket.write(Array(bytes[offset..<end]))
            offset = end
        }
    }

    private func send(_ file: OwnedDescriptor, from offset: Int64, length: Int) async throws {
        var sent = 0
        while sent < length {
            socket.setWriteDeadline(.now + context.configuration.writeTimeout)
            let piece = min(length - sent, 4 * Self.pieceSize)
            let count = try await socket.sendFile(descriptor: file.number, offset: offset + Int64(sent), count: piece)
            sent += count
            bytesOut += count
            // The length is promised: a file that became shorter can only end the connection.
            guard count == piece else { throw SocketError(code: .sourceFailed, operation: "sendfile") }
        }
    }

    private func sendInterim(_ status: Int, _ headers: HTTPHeaders, _ exchange: Int) async throws {
        guard exchange == self.exchange else { return }
        try await writeTurn.acquire()
        defer { writeTurn.release() }
        guard exchange == self.exchange, let bytes = state.interim(status: status, headers: headers) else { return }
        try await write(bytes)
    }

    // MARK: - Bodies

    /// The next piece of the body of the request in hand. On the loop.
    fileprivate func nextBodyPiece(_ exchange: Int) async throws -> [UInt8]? {
        loop.preconditionOnLoop()
        while true {
            guard exchange == self.exchange, state.writing == .due else { throw RequestBodyError(.closed) }
            switch state.nextEvent() {
            case .body(let bytes):
                bytesIn += bytes.count
                return bytes
            case .endOfBody(let fields):
                trailers = fields
                return nil
            case .paused: return nil
            case .fault(let fault): throw RequestBodyError(.malformed, detail: fault.reason.rawValue)
            case .disconnected, .ended: throw RequestBodyError(.disconnected)
            case .request: throw RequestBodyError(.closed)
            case .needData:
                try await sendContinue()
                try await receiveBody()
            }
        }
    }

    private func sendContinue() async throws {
        guard state.owesContinue else { return }
        do {
            try await writeTurn.acquire()
            defer { writeTurn.release() }
            if let bytes = state.takeContinue() { try await write(bytes) }
        } catch {
            throw describe(error)
        }
    }

    private func receiveBody() async throws(RequestBodyError) {
        let start = LoopInstant.now
        socket.setReadDeadline(start + rate.patience)
        do throws(SocketError) {
            let bytes = try await socket.read(maximum: Self.bodyReadSize)
            rate.received(bytes.count, after: .now - start)
            if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
        } catch {
            if error.code == .timedOut { _ = state.fail(RequestFault(.timedOut)) }
            throw describe(error)
        }
    }

    fileprivate func trailers(_ exchange: Int) -> HTTPHeaders { exchange == self.exchange ? trailers : [:] }

    private func describe(_ error: any Error) -> RequestBodyError {
        switch error {
        case let error as RequestBodyError: error
        case let error as SocketError where error.code == .timedOut: RequestBodyError(.tooSlow, detail: error.detail)
        case let error as SocketError where error.code == .cancelled: RequestBodyError(.cancelled, detail: error.detail)
        case let error as SocketError: RequestBodyError(.disconnected, detail: error.detail)
        case is CancellationError: RequestBodyError(.cancelled)
        default: RequestBodyError(.disconnected, detail: String(describing: type(of: error)))
        }
    }

    // MARK: - After an answer

    /// Reads on, drains or closes, as the state says; whether the connection goes on.
    @discardableResult
    private func conclude() async throws -> Bool {
        let configuration = context.configuration
        if state.keepsAlive, state.reading == .body {
            try await readOn(until: .now + configuration.headTimeout)
        }
        switch state.disposition() {
        case .reuse: return true
        case .close: return false
        case .drainAndClose:
            socket.shutdownWrite()
            socket.setReadDeadline(.now + configuration.drainTimeout)
            await drain(configuration.drainLimit)
            return false
        }
    }

    /// Reads and forgets until the client has seen the answer and closes, or a limit is reached.
    private func drain(_ limit: Int) async {
        var drained = 0
        while drained < limit, let bytes = try? await socket.read(maximum: Self.pieceSize), !bytes.isEmpty {
            drained += bytes.count
        }
    }

    /// Discards the rest of a body that is cheaper to read than a new connection is to make.
    private func readOn(until deadline: LoopInstant) async throws {
        socket.setReadDeadline(deadline)
        while state.reading == .body {
            guard case .needData = state.nextEvent() else { continue }
            let bytes = try await socket.read(maximum: Self.readSize)
            if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
        }
    }

    /// Handlers are on the loop; what they start elsewhere comes back to it.
    fileprivate func onLoop<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        loop.isCurrent ? try await body() : try await loop.run(body)
    }
}

/// The body of one request of a connection.
private struct ConnectionBody: RequestBodySource {
    let connection: ServerConnection
    let exchange: Int
    private let trailerFields = TrailerBox()

    func next() async throws -> [UInt8]? {
        try await connection.onLoop {
            let piece = try await connection.nextBodyPiece(exchange)
            if piece == nil { trailerFields.set(connection.trailers(exchange)) }
            return piece
        }
    }

    var trailers: HTTPHeaders { trailerFields.get() }
}

/// Trailers are read by the handler, on whichever thread it is by then.
private final class TrailerBox: Sendable {
    private let fields = Mutex<HTTPHeaders>([:])
    func set(_ new: HTTPHeaders) { fields.withLock { $0 = new } }
    func get() -> HTTPHeaders { fields.withLock { $0 } }
}
