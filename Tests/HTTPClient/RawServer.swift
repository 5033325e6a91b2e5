import EventLoop
import Synchronization

/// A server that answers whatever a test wants, byte by byte, and counts its connections.
final class RawServer: Sendable {
    struct Request: Sendable {
        var head: String
        var body: [UInt8]
        /// The connection's number, from 1.
        var connection: Int

        var line: String { head.split(separator: "\r\n").first.map(String.init) ?? "" }

        func header(_ name: String) -> String? {
            let prefix = name.lowercased() + ": "
            return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(prefix) }.map {
                String($0.dropFirst(prefix.count))
            }
        }
    }

    /// Writes the answer; returns whether the connection goes on.
    typealias Handler = @Sendable (Request, StreamSocket) async throws -> Bool

    let port: Int
    private let listening: ListeningSocket
    private let accepted = Mutex(0)
    private let handled = Mutex<[Request]>([])

    var connections: Int { accepted.withLock { $0 } }
    var requests: [Request] { handled.withLock { $0 } }
    var url: String { "http://127.0.0.1:\(port)" }

    init(on loop: EventLoop, address: SocketAddress? = nil, handler: @escaping Handler) throws {
        let address = try address ?? SocketAddress(ip: "127.0.0.1", port: 0)
        listening = try ListeningSocket.bind(address, backlog: 128, reusePort: false, on: loop)
        port = listening.localAddress.port ?? 0
        loop.spawn { [listening] in
            while let socket = try? await listening.accept() {
                let number = self.accepted.withLock {
                    $0 += 1
                    return $0
                }
                loop.spawn {
                    await self.serve(socket, number, handler)
                    socket.close()
                }
            }
        }
    }

    /// A server that sends the same bytes to everybody.
    convenience init(on loop: EventLoop, answering text: String) throws {
        try self.init(on: loop) { _, socket in
            try await socket.write(Array(text.utf8))
            return true
        }
    }

    private func serve(_ socket: StreamSocket, _ number: Int, _ handler: Handler) async {
        var buffer: [UInt8] = []
        while let request = try? await Self.read(socket, &buffer, number) {
            handled.withLock { $0.append(request) }
            guard (try? await handler(request, socket)) == true else { return }
        }
    }

    private static func read(_ socket: StreamSocket, _ buffer: inout [UInt8], _ number: Int) async throws -> Request? {
        func more() async throws -> Bool {
            let bytes = try await socket.read(maximum: 65_536)
            buffer += bytes
            return !bytes.isEmpty
        }
        let end = Array("\r\n\r\n".utf8)
        var split = buffer.firstRange(of: end)
        while split == nil {
            guard try await more() else { return nil }
            split = buffer.firstRange(of: end)
        }
        guard let split else { return nil }
        var request = Request(head: String(decoding: buffer[..<split.lowerBound], as: UTF8.self), body: [], connection: number)
        buffer.removeSubrange(..<split.upperBound)
        if request.header("Expect") == "100-continue" { try await socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        let length = request.header("Content-Length").flatMap { Int($0) } ?? 0
        while buffer.count < length { guard try await more() else { return nil } }
        request.body = Array(buffer[..<length])
        buffer.removeSubrange(..<length)
        return request
    }
}

/// Runs a test body with a loop group of its own, which is shut down whatever happens.
func withLoop<T>(_ body: (EventLoop) async throws -> T) async throws -> T {
    let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "test")
    do {
        let result = try await body(group.loops[0])
        await group.shutdown()
        return result
    } catch {
        await group.shutdown()
        throw error
    }
}
