import EventLoop

/// Carries out on a socket what a session asks for.
///
/// `@unchecked Sendable`: its state is touched only on the socket's loop, which every method checks.
final class LMTPConnection: @unchecked Sendable {
    let loop: EventLoop
    private let socket: StreamSocket
    private let handler: any LMTPHandler
    private let silence: Duration
    private var session: LMTPSession
    private var isStopping = false
    private var isReading = false

    private static let pieceBytes = 64 * 1024

    init(_ socket: StreamSocket, _ session: LMTPSession, handler: any LMTPHandler, silence: Duration) {
        (self.socket, self.session, self.handler, self.silence) = (socket, session, handler, silence)
        loop = socket.loop
    }

    /// Serves until either side has enough.
    func serve() async {
        loop.preconditionOnLoop()
        defer { socket.close() }
        do throws(SocketError) {
            while try await carryOutAll() {
                socket.setReadDeadline(.now + silence)
                isReading = true
                let bytes = try await read()
                isReading = false
                guard let bytes else { continue }
                // Gone without a word: what was not answered was not delivered.
                guard !bytes.isEmpty else { return }
                session.take(bytes)
            }
        } catch {
            // The peer has left, or the service ends.
        }
    }

    /// The next bytes. Nil where the session is to end instead: the client was silent for too long, or the service stops.
    private func read() async throws(SocketError) -> [UInt8]? {
        do throws(SocketError) {
            return try await socket.read(maximum: Self.pieceBytes)
        } catch {
            switch error.code {
            case .timedOut: session.end(.tooSlow)
            case .cancelled where isStopping: session.end(.stopping)
            default: throw error
            }
            return nil
        }
    }

    /// Does all that the session asks for now; false once the connection is to end.
    private func carryOutAll() async throws(SocketError) -> Bool {
        var replies: [UInt8] = []
        while let action = session.next() {
            switch action {
            case .reply(let bytes): replies += bytes
            case .refusal(let reply):
                handler.note(reply)
                replies += reply.bytes
            case .recipient(let path, let sender):
                session.answer([await handler.refusal(of: path, from: sender) ?? .recipientTaken])
            case .message(let message):
                session.answer(await handler.deliver(message))
            case .close:
                try await write(replies)
                return false
            }
        }
        try await write(replies)
        guard isStopping, session.isIdle else { return true }
        session.end(.stopping)
        return try await carryOutAll()
    }

    private func write(_ replies: [UInt8]) async throws(SocketError) {
        guard !replies.isEmpty else { return }
        socket.setWriteDeadline(.now + silence)
        try await socket.write(replies)
    }

    /// Sends the client away as soon as no message of its is there. On the loop.
    func stop() {
        loop.preconditionOnLoop()
        isStopping = true
        if isReading, session.isIdle { socket.interruptReading() }
    }
}
