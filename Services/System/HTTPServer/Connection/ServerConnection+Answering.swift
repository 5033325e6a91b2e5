import EventLoop

/// Sends a response on the socket, and decides how the connection goes on.
extension ServerConnection {
    nonisolated(nonsending) func send(
        _ response: HTTPResponse, to request: RequestHead?, _ identity: RequestIdentity?
    ) async throws {
        if !writeTurn.tryAcquire() { try await writeTurn.acquire() }
        defer { writeTurn.release() }
        var bytes = beginAnswer(response, to: request, identity)
        guard state.sendsBody else {
            try await write(bytes)
            _ = state.endAnswer()
            return
        }
        switch response.body {
        case .empty: try await write(bytes)
        case .bytes(let body):
            bytesOut += body.count
            // In one call where that costs less than a second one.
            if body.count <= Self.pieceSize {
                bytes += body
                try await write(bytes)
            } else {
                try await write(bytes)
                try await write(body)
            }
        case .file(let file, let offset, let length):
            try await write(bytes)
            try await send(file, from: offset, length: length)
        case .pieces(let length, let produce):
            try await write(bytes)
            let end = bytesOut + length
            try await produce(
                ResponseWriter { piece in
                    try await self.onLoop {
                        guard self.bytesOut + piece.count <= end else { throw Self.brokenPromise }
                        try await self.writePiece(piece)
                    }
                })
            guard bytesOut == end else { throw Self.brokenPromise }
        case .stream(let produce):
            try await write(bytes)
            // It may last for hours, and nothing that was needed to begin it is needed any more.
            (bytes, recentAnswer, recentDestination) = ([], nil, nil)
            try await produce(ResponseWriter { piece in try await self.onLoop { try await self.writePiece(piece) } })
        }
        let end = state.endAnswer()
        if !end.isEmpty { try await write(end) }
    }

    private static var brokenPromise: SocketError { SocketError(code: .sourceFailed, operation: "write pieces") }

    private func beginAnswer(_ response: HTTPResponse, to request: RequestHead?, _ identity: RequestIdentity?) -> [UInt8] {
        let length: ConnectionState.AnswerLength =
            switch response.body {
            case .empty: .known(0)
            case .bytes(let bytes): .known(bytes.count)
            case .file(_, _, let length), .pieces(let length, _): .known(length)
            case .stream: .unknown
            }
        let (always, cors) = (context.answerHeaders, context.configuration.cors)
        return state.beginAnswer(
            status: response.status, headers: response.headers, written: written(response, always),
            more: { bytes in
                // Unless it says itself who may read it.
                if let cors, let request, !response.headers.contains("access-control-allow-origin") {
                    ResponseEncoder.append(HTTPHeaders(cors.fields(for: request.headers)), to: &bytes)
                }
                identity?.append(to: &bytes)
            }, length: length, date: HTTPDate.now(), mayReadOn: context.configuration.readOnLimit)
    }

    /// The status line, the fields of the answer and those of every answer. The encoding is kept for repeated answers.
    private func written(_ response: HTTPResponse, _ always: AnswerHeaders) -> [UInt8] {
        if let recent = recentAnswer, recent.status == response.status, recent.headers == response.headers { return recent.bytes }
        var bytes = ResponseEncoder.start(status: response.status, headers: response.headers)
        always.append(unlessIn: response.headers, to: &bytes)
        // Without the room that it was written in.
        recentAnswer = (response.status, response.headers, [] + bytes)
        return bytes
    }

    func writePiece(_ piece: [UInt8]) async throws {
        guard !piece.isEmpty else { return }
        bytesOut += piece.count
        let (before, after) = state.frame(piece.count)
        if before.isEmpty { return try await write(piece) }
        try await write(before + piece + after)
    }

    /// The time-out holds for each piece: a slow client is not a stalled one.
    nonisolated(nonsending) func write(_ bytes: [UInt8]) async throws {
        var offset = try socket.writeNow(bytes)
        while offset < bytes.count {
            socket.setWriteDeadline(.now + context.configuration.writeTimeout)
            let end = min(offset + Self.pieceSize, bytes.count)
            try await socket.write(end == bytes.count ? bytes : Array(bytes[offset..<end]), from: end == bytes.count ? offset : 0)
            offset = end
        }
    }

    nonisolated(nonsending) func send(_ file: OwnedDescriptor, from offset: Int64, length: Int) async throws {
        var sent = 0
        while sent < length {
            // As long as its pieces would have one by one.
            socket.setWriteDeadline(.now + context.configuration.writeTimeout * 4)
            let piece = min(length - sent, 4 * Self.pieceSize)
            let count = try await socket.sendFile(
                descriptor: file.number, offset: offset + Int64(sent), count: piece, pool: context.pool)
            sent += count
            bytesOut += count
            // The length is promised: a file that became shorter can only end the connection.
            guard count == piece else { throw SocketError(code: .sourceFailed, operation: "sendfile") }
        }
    }

    func sendInterim(_ status: Int, _ headers: HTTPHeaders, _ exchange: Int) async throws {
        guard exchange == self.exchange else { return }
        try await writeTurn.acquire()
        defer { writeTurn.release() }
        guard exchange == self.exchange, let bytes = state.interim(status: status, headers: headers) else { return }
        try await write(bytes)
    }

    // MARK: - After an answer

    /// Reads on, drains or closes, as the state says; returns whether the connection goes on.
    @discardableResult
    nonisolated(nonsending) func conclude() async throws -> Bool {
        if state.keepsAlive, state.reading == .complete { return true }
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

    /// Reads and discards until the client has read the answer and closes, or a limit is reached.
    func drain(_ limit: Int) async {
        var drained = 0
        while drained < limit, let bytes = try? await socket.read(maximum: Self.pieceSize), !bytes.isEmpty {
            drained += bytes.count
        }
    }

    /// Discards the rest of a body, if reading it is cheaper than a new connection.
    func readOn(until deadline: LoopInstant) async throws {
        socket.setReadDeadline(deadline)
        while state.reading == .body {
            guard case .needData = state.nextEvent() else { continue }
            let bytes = try await socket.read(maximum: Self.readSize)
            if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
        }
    }
}
