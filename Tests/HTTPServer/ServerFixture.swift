import EventLoop
import FoundationEssentials
import HTTPServer
import Synchronization
import Telemetry
import Testing

/// A server on a port of its own, stopped whatever the test does.
struct ServerFixture: Sendable {
    let group: EventLoopGroup
    let server: HTTPServer
    let address: SocketAddress
    let log: LogCollector
    let metrics: MetricsRegistry

    static func run(
        configure: (inout HTTPServerConfiguration) -> Void = { _ in }, routes: (inout Router) -> Void,
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 2, blockingThreads: 1, name: "http")
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.drainTimeout = .seconds(2)
        configure(&configuration)
        var router = Router()
        routes(&router)
        let log = LogCollector()
        let metrics = MetricsRegistry()
        let server = HTTPServer(
            configuration: configuration, router: router, group: group,
            logger: Logger(label: "http", level: .debug, sink: log), metrics: metrics)
        let result: Result<Void, any Error>
        do {
            let address = try server.start()
            try await body(ServerFixture(group: group, server: server, address: address, log: log, metrics: metrics))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await server.shutdown(gracePeriod: .seconds(5))
        await group.shutdown()
        try result.get()
    }

    /// Runs `body` with a connection to the server, on a loop.
    func connected<T: Sendable>(_ body: @escaping @Sendable (RawClient) async throws -> T) async throws -> T {
        let loop = group.next()
        let address = address
        return try await loop.run {
            let client = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
            defer { client.close() }
            return try await body(client)
        }
    }

    /// Sends bytes and returns everything until the server closes.
    func exchange(_ text: String) async throws -> String {
        try await connected { client in
            try await client.send(text)
            return try await client.readToEnd()
        }
    }
}

/// Speaks HTTP byte by byte, so that a test sees exactly what goes over the wire.
///
/// `@unchecked Sendable`: used by one task on the socket's loop.
final class RawClient: @unchecked Sendable {
    let socket: StreamSocket
    private var received: [UInt8] = []

    init(socket: StreamSocket) { self.socket = socket }

    func close() { socket.close() }

    func send(_ text: String) async throws { try await socket.write(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await socket.write(bytes) }

    func readToEnd() async throws -> String {
        while true {
            let bytes = try await socket.read(maximum: 65_536)
            if bytes.isEmpty { break }
            received += bytes
        }
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads up to and including `mark`, and returns that much.
    func read(through mark: String) async throws -> String {
        let mark = Array(mark.utf8)
        while true {
            if let end = Self.end(of: mark, in: received) {
                defer { received.removeFirst(end) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            let bytes = try await socket.read(maximum: 65_536)
            guard !bytes.isEmpty else {
                throw SocketError(code: .closed, operation: "read after “\(String(decoding: received, as: UTF8.self))”")
            }
            received += bytes
        }
    }

    func read(count: Int) async throws -> String { String(decoding: try await readBytes(count), as: UTF8.self) }

    func readBytes(_ count: Int) async throws -> [UInt8] {
        while received.count < count {
            let bytes = try await socket.read(maximum: 65_536)
            guard !bytes.isEmpty else { throw SocketError(code: .closed, operation: "read") }
            received += bytes
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    private static func end(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= mark.count else { return nil }
        for index in 0...(bytes.count - mark.count) where bytes[index..<index + mark.count].elementsEqual(mark) {
            return index + mark.count
        }
        return nil
    }

    /// One response with Content-Length: its head and body.
    func readResponse() async throws -> (head: String, body: String) {
        let head = try await read(through: "\r\n\r\n")
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingPrefix(" ")) }
        return (head, try await read(count: length ?? 0))
    }
}

/// Keeps log records for a test to look at.
final class LogCollector: LogSink {
    private let collected = Mutex<[LogRecord]>([])
    private let arrived = AsyncPulse()

    func receive(_ record: LogRecord) {
        collected.withLock { $0.append(record) }
        arrived.notify()
    }

    var records: [LogRecord] { collected.withLock { $0 } }

    func first(_ message: String) -> LogRecord? { records.first { $0.message == message } }

    /// Waits for a line: the server writes it after the client has its answer.
    func waitForFirst(_ message: String) async throws -> LogRecord {
        while true {
            if let record = first(message) { return record }
            try await arrived.wait()
        }
    }

    /// The lines of this message, when there are so many.
    func wait(for count: Int, _ message: String) async throws -> [LogRecord] {
        while true {
            let found = records.filter { $0.message == message }
            if found.count >= count { return found }
            try await arrived.wait()
        }
    }

    /// Everything, as it would be written.
    var text: String { records.map { String(decoding: $0.jsonLine, as: UTF8.self) }.joined(separator: "\n") }
}
