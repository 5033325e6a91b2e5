import EventLoop

/// The body of the current request, read on its handler's demand.
extension ServerConnection {
    /// The next piece of the body of the current request. On the loop.
    func nextBodyPiece(_ exchange: Int) async throws -> [UInt8]? {
        loop.preconditionOnLoop()
        while true {
            guard exchange == self.exchange, state.writing == .due else { throw RequestBodyError(.closed) }
            switch state.nextEvent() {
            case .body(let bytes):
                bytesIn += bytes.count
                return bytes
            case .endOfBody, .paused: return nil
            case .fault: throw RequestBodyError(.malformed)
            case .disconnected, .ended: throw RequestBodyError(.disconnected)
            case .request: throw RequestBodyError(.closed)
            case .needData:
                try await sendContinue()
                try await receiveBody()
            }
        }
    }

    func sendContinue() async throws {
        guard state.owesContinue else { return }
        do {
            try await writeTurn.acquire()
            defer { writeTurn.release() }
            if let bytes = state.takeContinue() { try await write(bytes) }
        } catch {
            throw describe(error)
        }
    }

    func receiveBody() async throws(RequestBodyError) {
        if !isReader {
            isReader = true
            context.readBudget.begin()
        }
        let start = LoopInstant.now
        socket.setReadDeadline(start + rate.patience)
        do throws(SocketError) {
            let bytes = try await socket.read(maximum: context.readBudget.piece)
            let now = LoopInstant.now
            rate.received(bytes.count, after: now - start)
            if let place { context.configuration.notes?.goesOn(place, at: now) }
            if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
        } catch {
            if error.code == .timedOut { _ = state.fail(RequestFault(.timedOut)) }
            throw describe(error)
        }
    }

    func describe(_ error: any Error) -> RequestBodyError {
        switch error {
        case let error as RequestBodyError: error
        case let error as SocketError where error.code == .timedOut: RequestBodyError(.tooSlow)
        case let error as SocketError where error.code == .cancelled: RequestBodyError(.cancelled)
        case is CancellationError: RequestBodyError(.cancelled)
        default: RequestBodyError(.disconnected)
        }
    }
}

/// The body of one request of a connection.
struct ConnectionBody: RequestBodySource {
    let connection: ServerConnection
    let exchange: Int

    func next() async throws -> [UInt8]? {
        try await connection.onLoop { try await connection.nextBodyPiece(exchange) }
    }
}
