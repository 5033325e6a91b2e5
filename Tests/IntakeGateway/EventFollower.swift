import EventLoop
import Support

@testable import IntakeGateway

/// A client that follows, is cut off somewhere, and comes back with the last id that it has seen whole.
actor EventFollower {
    struct Event: Equatable {
        var id = ""
        var type = ""
        var data = ""
    }

    private let gateway: GatewayUnderTest
    private let path: String
    private let token: String?
    private var lastID: String?
    private var seen: [Event] = []
    private var random = SystemRandomNumberGenerator()

    init(_ gateway: GatewayUnderTest, _ path: String, after id: String? = nil, token: String? = GatewayUnderTest.token) {
        self.gateway = gateway
        self.path = path
        self.token = token
        lastID = id
    }

    /// Comes and goes once, so that a stream has its beginning.
    func open() async throws { try await read(bytes: 0) { _ in self.lastID != nil } }

    /// Reads until so many events are there, and is cut off so many times on the way, in the middle of anything.
    func collect(_ count: Int, cuts: Int) async throws -> [Event] {
        for _ in 0..<cuts where seen.count < count {
            let bytes = Int.random(in: 1...2500, using: &random)
            try await read(bytes: bytes) { $0 >= bytes || self.seen.count >= count }
        }
        try await read(bytes: .max) { _ in self.seen.count >= count }
        return seen
    }

    /// Reads over one connection, and asks after all that comes whether it was enough.
    func follow(until isEnough: ([Event]) async throws -> Bool) async throws {
        try await read(bytes: .max) { _ in try await isEnough(self.seen) }
    }

    private func read(bytes limit: Int, until isEnough: (Int) async throws -> Bool) async throws {
        if limit > 0, try await isEnough(0) { return }
        var head = "GET \(path) HTTP/1.1\r\nHost: gateway.test\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let lastID { head += "Last-Event-ID: \(lastID)\r\n" }
        let connection = try await Connection(gateway.address, gateway.client.loop)
        try await connection.write(Array("\(head)\r\n".utf8))
        var (received, count) = ([UInt8](), 0)
        var parser = StreamParser()
        while try await !isEnough(count) {
            let more = try await connection.read(min(4096, max(1, limit - count)))
            guard !more.isEmpty else { break }
            count += more.count
            received += more
            for event in try parser.take(more) {
                if !event.id.isEmpty { lastID = event.id }
                if !event.type.isEmpty { seen.append(event) }
            }
        }
        await connection.close()
    }

    /// A socket on its loop.
    struct Connection {
        let socket: StreamSocket
        let loop: EventLoop

        init(_ address: SocketAddress, _ loop: EventLoop) async throws {
            self.loop = loop
            socket = try await loop.run { try await StreamSocket.connect(to: address, on: loop) }
        }

        func write(_ bytes: [UInt8]) async throws { try await loop.run { [socket] in try await socket.write(bytes) } }
        func read(_ maximum: Int) async throws -> [UInt8] {
            try await loop.run { [socket] in try await socket.read(maximum: maximum) }
        }
        func close() async { await loop.spawn { [socket] in socket.close() }.value }
    }
}

/// From chunks to whole events; what was not ended by an empty line has not been seen.
struct StreamParser {
    private var bytes: [UInt8] = []
    private var text: [UInt8] = []
    private var hasHead = false

    struct Refused: Error { let answer: String }

    mutating func take(_ more: [UInt8]) throws -> [EventFollower.Event] {
        bytes += more
        if !hasHead {
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return [] }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            guard head.hasPrefix("HTTP/1.1 200"), head.contains("text/event-stream") else { throw Refused(answer: head) }
            bytes.removeSubrange(..<end.upperBound)
            hasHead = true
        }
        while let end = bytes.firstRange(of: [13, 10]),
            let count = Int(String(decoding: bytes[..<end.lowerBound], as: UTF8.self), radix: 16),
            bytes.count >= end.upperBound + count + 2
        {
            text += bytes[end.upperBound..<end.upperBound + count]
            bytes.removeSubrange(..<(end.upperBound + count + 2))
        }
        var events: [EventFollower.Event] = []
        while let end = text.firstRange(of: [10, 10]) {
            var event = EventFollower.Event()
            for line in String(decoding: text[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
                if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                if line.hasPrefix("event: ") { event.type = String(line.dropFirst(7)) }
                if line.hasPrefix("data: ") { event.data += line.dropFirst(6) }
            }
            text.removeSubrange(..<end.upperBound)
            if event != EventFollower.Event() { events.append(event) }
        }
        return events
    }
}
