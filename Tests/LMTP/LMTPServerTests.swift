import EventLoop
import Glibc
import LMTP
import Synchronization
import Telemetry
import Testing

/// The server over a socket.
@Suite(.timeLimit(.minutes(1)))
struct LMTPServerTests {
    private final class Recorder: LMTPHandler {
        let messages = Mutex<[LMTPSession.Message]>([])
        let refusals = Mutex<[LMTPReply]>([])
        /// Sent to, before a message is answered.
        let arrived = AsyncSignal<Void>()
        let mayAnswer = AsyncSignal<Void>()

        func refusal(of recipient: MailPath, from sender: MailPath?) async -> LMTPReply? {
            recipient.local == "known" ? nil : LMTPReply(550, "5.1.1", "Unknown")
        }

        func note(_ refusal: LMTPReply) { refusals.withLock { $0.append(refusal) } }

        func deliver(_ message: LMTPSession.Message) async -> [LMTPReply] {
            messages.withLock { $0.append(message) }
            arrived.send()
            await mayAnswer.waitUncancelled()
            return message.recipients.map { _ in LMTPReply(250, "2.0.0", "Kept") }
        }
    }

    private func run(
        _ change: (inout LMTPServer.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (LMTPServer, Recorder, SocketAddress, EventLoop) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 1)
        let recorder = Recorder()
        var configuration = LMTPServer.Configuration(address: try SocketAddress(ip: "127.0.0.1", port: 0), host: "docket.example")
        change(&configuration)
        let server = LMTPServer(configuration, handler: recorder, group: group, logger: Logger(label: "lmtp", level: .critical))
        let address = try server.start()
        let loop = group.next()
        do {
            try await loop.run { try await body(server, recorder, address, loop) }
        } catch {
            await server.shutdown(gracePeriod: .zero)
            await group.shutdown()
            throw error
        }
        await server.shutdown(gracePeriod: .zero)
        await group.shutdown()
    }

    private static func read(_ socket: StreamSocket, until end: String) async throws -> String {
        var text = ""
        while !text.hasSuffix(end) {
            let bytes = try await socket.read(maximum: 4096)
            guard !bytes.isEmpty else { return text }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    private static let envelope = "LHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<known@c.example>\r\nDATA\r\n"

    @Test func `a message is delivered and answered`() async throws {
        try await run { _, recorder, address, loop in
            recorder.mayAnswer.send()
            let socket = try await StreamSocket.connect(to: address, on: loop)
            try await socket.write(Array("\(Self.envelope)hello\r\n.\r\nQUIT\r\n".utf8))
            let text = try await Self.read(socket, until: "Goodbye\r\n")
            #expect(text.hasPrefix("220 docket.example LMTP\r\n"))
            #expect(text.hasSuffix("354 End with <CR><LF>.<CR><LF>\r\n250 2.0.0 Kept\r\n221 2.0.0 Goodbye\r\n"))
            #expect(recorder.messages.withLock { $0.map(\.bytes) } == [Array("hello\r\n".utf8)])
            #expect(try await socket.read(maximum: 1).isEmpty)
        }
    }

    @Test func `a socket of the file system is for whoever may enter its folder`() async throws {
        let path = "/tmp/docket-lmtp-\(getpid())"
        defer { unlink(path) }
        try await run({ $0.address = .unix(path: path) }) { _, recorder, address, loop in
            recorder.mayAnswer.send()
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o666)
            let socket = try await StreamSocket.connect(to: address, on: loop)
            try await socket.write(Array("\(Self.envelope)hello\r\n.\r\nQUIT\r\n".utf8))
            #expect(try await Self.read(socket, until: "Goodbye\r\n").contains("250 2.0.0 Kept"))
        }
    }

    @Test func `whoever is at nothing is sent away when the server stops, and a message that is there is answered first`()
        async throws
    {
        try await run { server, recorder, address, loop in
            let idle = try await StreamSocket.connect(to: address, on: loop)
            _ = try await Self.read(idle, until: "LMTP\r\n")
            let busy = try await StreamSocket.connect(to: address, on: loop)
            try await busy.write(Array("\(Self.envelope)hello\r\n.\r\n".utf8))
            try await recorder.arrived.wait()
            let stopping = Task { await server.shutdown(gracePeriod: .seconds(30)) }
            #expect(try await Self.read(idle, until: "Stopping\r\n") == "421 4.3.2 Stopping\r\n")
            recorder.mayAnswer.send()
            let rest = try await Self.read(busy, until: "Stopping\r\n")
            #expect(rest.hasSuffix("250 2.0.0 Kept\r\n421 4.3.2 Stopping\r\n"), "\(rest)")
            await stopping.value
        }
    }

    @Test func `whoever says nothing for too long is sent away`() async throws {
        try await run({ $0.silence = .milliseconds(50) }) { _, _, address, loop in
            let socket = try await StreamSocket.connect(to: address, on: loop)
            #expect(try await Self.read(socket, until: "long\r\n").hasSuffix("421 4.4.2 Waited too long\r\n"))
        }
    }

    @Test func `no more are let in at once than may be`() async throws {
        try await run({ $0.connections = 1 }) { _, recorder, address, loop in
            recorder.mayAnswer.send()
            let first = try await StreamSocket.connect(to: address, on: loop)
            _ = try await Self.read(first, until: "LMTP\r\n")
            let second = try await StreamSocket.connect(to: address, on: loop)
            #expect(try second.readNow(maximum: 1) == nil)
            first.close()
            #expect(try await Self.read(second, until: "LMTP\r\n") == "220 docket.example LMTP\r\n")
        }
    }
}
