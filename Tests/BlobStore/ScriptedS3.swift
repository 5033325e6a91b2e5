import EventLoop
import Synchronization

/// A server that gives the answers of a script, one a connection, and keeps what it was asked.
final class ScriptedS3: Sendable {
    enum Answer: Sendable {
        case status(Int, code: String, headers: String = "")
        case ok(headers: String = "", body: String = "")
        /// Without a body, whatever its headers say.
        case head(String)
        /// Reads the request and closes the connection.
        case none
    }

    let endpoint: String
    private let listening: ListeningSocket
    private let script: Mutex<[Answer]>
    private let asked = Mutex<[String]>([])

    /// The first lines of the requests.
    var requests: [String] { asked.withLock { $0 } }

    /// The last answer is given from then on.
    init(on loop: EventLoop, _ script: [Answer]) throws {
        self.script = Mutex(script)
        listening = try ListeningSocket.bind(SocketAddress(ip: "127.0.0.1", port: 0), backlog: 16, reusePort: false, on: loop)
        endpoint = "http://127.0.0.1:\(listening.localAddress.port ?? 0)"
        loop.spawn { [listening] in
            while let socket = try? await listening.accept() {
                try? await self.serve(socket)
                socket.close()
            }
        }
    }

    private func serve(_ socket: StreamSocket) async throws {
        var buffer: [UInt8] = []
        while buffer.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
            let bytes = try await socket.read(maximum: 65_536)
            guard !bytes.isEmpty else { return }
            buffer += bytes
        }
        let head = String(decoding: buffer, as: UTF8.self)
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
            .flatMap { Int($0.dropFirst(16)) }
        if let length, let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
            if head.lowercased().contains("expect: 100-continue") {
                try await socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
            while buffer.count < end.upperBound + length {
                let bytes = try await socket.read(maximum: 65_536)
                guard !bytes.isEmpty else { return }
                buffer += bytes
            }
        }
        asked.withLock { $0.append(String(head.prefix { $0 != "\r\n" })) }
        let answer = script.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        switch answer {
        case .none: return
        case .head(let headers):
            try await socket.write(Array("HTTP/1.1 200 OK\r\n\(headers)Connection: close\r\n\r\n".utf8))
        case .status(let status, let code, let headers):
            try await write(socket, "\(status) No", headers, "<?xml version=\"1.0\"?><Error><Code>\(code)</Code></Error>")
        case .ok(let headers, let body): try await write(socket, "200 OK", headers, body)
        }
    }

    private func write(_ socket: StreamSocket, _ status: String, _ headers: String, _ body: String) async throws {
        let text = "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        try await socket.write(Array(text.utf8))
    }
}
