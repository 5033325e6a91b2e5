import EventLoop

/// From a response to bytes on the socket, and what comes after them.
extension ServerConnection {
    func send(_ response: HTTPResponse, extra: HTTPHeaders) async throws {
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
    func writeTogether(_ head: [UInt8], _ body: [UInt8]) async throws {
        guard body.count <= Self.pieceSize else {
            try await write(head)
            return try await write(body)
        }
        var together = head
        together += body
        try await write(together)
    }

    func writePiece(_ piece: [UInt8]) async throws {
        guard !piece.isEmpty else { return }
        bytesOut += piece.count
        let (before, after) = state.frame(piece.count)
        if before.isEmpty { return try await write(piece) }
        try await write(before + piece + after)
    }

    /// Each piece has the whole time-out: a slow client is not a stalled one.
    func write(_ bytes: [UInt8]) async throws {
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

    func send(_ file: OwnedDescriptor, from offset: Int64, length: Int) async throws {
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

    func sendInterim(_ status: Int, _ headers: HTTPHeaders, _ exchange: Int) async throws {
        guard exchange == self.exchange else { return }
        try await writeTurn.acquire()
        defer { writeTurn.release() }
        guard exchange == self.exchange, let bytes = state.interim(status: status, headers: headers) else { return }
        try await write(bytes)
    }

    // MARK: - After an answer

    /// Reads on, drains or closes, as the state says; whether the connection goes on.
    @discardableResult
    func conclude() async throws -> Bool {
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
    func drain(_ limit: Int) async {
        var drained = 0
        while drained < limit, let bytes = try? await socket.read(maximum: Self.pieceSize), !bytes.isEmpty {
            drained += bytes.count
        }
    }

    /// Discards the rest of a body that is cheaper to read than a new connection is to make.
    func readOn(until deadline: LoopInstant) async throws {
        socket.setReadDeadline(deadline)
        while state.reading == .body {
            guard case .needData = state.nextEvent() else { continue }
            let bytes = try await socket.read(maximum: Self.readSize)
            if bytes.isEmpty { state.receiveEnd() } else { state.receive(bytes) }
        }
    }
}
