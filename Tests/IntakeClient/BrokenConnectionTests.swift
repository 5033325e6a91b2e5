import EventLoop
import FoundationEssentials
import HTTPClient
import IntakeClient
import IntakeTransport
import Synchronization
import Testing
import URLSessionTransport

/// A connection that was used before and breaks while a body is sent.
@Suite(.timeLimit(.minutes(1))) struct BrokenConnectionTests {
    /// Answers what has no body, and breaks a connection within a body.
    private final class Server: Sendable {
        private let state = Mutex<[[UInt8]]>([])
        /// What came of each request with a body, its head included.
        var requests: [[UInt8]] { state.withLock { $0 } }

        func serve(_ listener: ListeningSocket) async {
            await withTaskGroup(of: Void.self) { group in
                while !Task.isCancelled, let socket = try? await listener.accept() {
                    group.addTask { await self.converse(socket) }
                }
                group.cancelAll()
            }
            listener.close()
        }

        private func converse(_ socket: StreamSocket) async {
            defer { socket.close() }
            var request: [UInt8] = []
            defer { if !request.isEmpty { state.withLock { $0.append(request) } } }
            while request.count < 150_000, let bytes = try? await socket.read(maximum: 64 << 10), !bytes.isEmpty {
                if !request.isEmpty || bytes.starts(with: Array("PATCH ".utf8)) {
                    request += bytes
                } else {
                    _ = try? await socket.write(Array("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".utf8))
                }
            }
        }
    }

    /// Each number tells its place.
    private static let body = (0..<65_536).flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    /// A transport may try again by itself, if it sends what it was given.
    @Test(arguments: OverHTTPTests.Wire.allCases) func noBodyGoesOnWhereAnotherBroke(_ wire: OverHTTPTests.Wire) async throws {
        let group = try EventLoopGroup(threads: 2, blockingThreads: 1, name: "test")
        // How the pieces of a body fall decides what is tried again.
        for _ in 0..<20 {
            let server = Server()
            let loop = group.loops[1]
            let (port, serving) = try await loop.run {
                let listener = try ListeningSocket.bind(
                    SocketAddress(ip: "127.0.0.1", port: 0), backlog: 8, reusePort: false, on: loop)
                return (listener.localAddress.port ?? 0, loop.spawn { await server.serve(listener) })
            }
            let transport = wire.transport(on: group.loops[0])
            let address = "http://127.0.0.1:\(port)/"
            let before = try await transport.send(GatewayRequest(method: "GET", url: address))
            #expect(before.status == 200)
            let broken = await #expect(throws: IntakeClientError.self) {
                try await transport.send(GatewayRequest(method: "PATCH", url: address, body: .bytes(Self.body)))
            }
            #expect(broken?.code == .unreachable && broken?.isRetriable == true)
            serving.cancel()
            await serving.value
            #expect(!server.requests.isEmpty)
            for request in server.requests {
                let head = request.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? request.endIndex
                let isTheBody = Self.body.starts(with: request[head...])
                #expect(isTheBody, "\(request.count) bytes of a request begin at another place")
            }
        }
        await group.shutdown()
    }
}
