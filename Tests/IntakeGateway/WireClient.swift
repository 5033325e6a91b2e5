import EventLoop
import FoundationEssentials
import HTTPServer
import Shared

/// What came back, with its body.
struct WireResponse: Sendable {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> TestJSON { try JSONDecoder().decode(TestJSON.self, from: Data(body)) }

    /// The last part of the problem's type; nil if the answer is none.
    var problem: String? {
        guard headers["content-type"] == "application/problem+json" else { return nil }
        return (try? json())?["type"]?.string?.split(separator: "/").last.map(String.init)
    }
}

/// An HTTP/1.1 client that shows everything and helps with nothing: one request a connection.
struct WireClient: Sendable {
    let address: SocketAddress
    let loop: EventLoop
    var token: String?
    /// What it says whom it addresses.
    var host = "gateway.test"

    /// The same client with another token.
    func with(token: String?) -> WireClient { WireClient(address: address, loop: loop, token: token, host: host) }

    /// The same client, without a token, addressing another host.
    func addressing(_ host: String) -> WireClient { WireClient(address: address, loop: loop, token: nil, host: host) }

    func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> WireResponse {
        try await exchange { connection in
            try await connection.write(head(method, target, headers, length: body?.count))
            if let body { try? await connection.write(body) }
        }
    }

    func send(_ method: String, _ target: String, json: String, headers: [(String, String)] = []) async throws -> WireResponse {
        try await send(method, target, headers: [("Content-Type", "application/json")] + headers, body: Array(json.utf8))
    }

    /// Announces `length` bytes and sends `part` of them again and again until the server answers or all are sent.
    ///
    /// Returns the answer and how many bytes of the body had been written when it was there.
    func trickle(
        _ method: String, _ target: String, headers: [(String, String)] = [], length: Int, part: [UInt8]
    ) async throws -> (response: WireResponse, sent: Int) {
        let (address, head) = (self.address, head(method, target, headers, length: length))
        let loop = self.loop
        return try await loop.run {
            let connection = try await StreamSocket.connect(to: address, on: loop)
            try await connection.write(head)
            let sent = Counter()
            let writer = loop.spawn {
                while await sent.value < length {
                    do { try await connection.write(part) } catch { return }
                    await sent.add(part.count)
                }
            }
            let response = try await Self.readResponse(connection)
            let written = await sent.value
            writer.cancel()
            connection.close()
            await writer.value
            return (response, written)
        }
    }

    /// Sends a head and the first bytes of a longer body, and hangs up.
    func abandon(_ method: String, _ target: String, headers: [(String, String)] = [], length: Int, part: [UInt8]) async throws {
        let (address, head, loop) = (self.address, head(method, target, headers, length: length), self.loop)
        try await loop.run {
            let connection = try await StreamSocket.connect(to: address, on: loop)
            try await connection.write(head)
            try await connection.write(part)
            connection.close()
        }
    }

    private func exchange(_ write: @escaping @Sendable (StreamSocket) async throws -> Void) async throws -> WireResponse {
        let (address, loop) = (self.address, self.loop)
        return try await loop.run {
            let connection = try await StreamSocket.connect(to: address, on: loop)
            try await write(connection)
            let response = try await Self.readResponse(connection)
            connection.close()
            return response
        }
    }

    private func head(_ method: String, _ target: String, _ headers: [(String, String)], length: Int?) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)", "Connection: close"]
        if let token { lines.append("Authorization: Bearer \(token)") }
        if let length, !headers.contains(where: { $0.0.lowercased() == "transfer-encoding" }) {
            lines.append("Content-Length: \(length)")
        }
        lines += headers.map { "\($0.0): \($0.1)" }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Reads until the server closes; interim answers (1xx) are passed over.
    private static func readResponse(_ connection: StreamSocket) async throws -> WireResponse {
        var bytes: [UInt8] = []
        while true {
            let more = try await connection.read(maximum: 64 * 1024)
            if more.isEmpty { break }
            bytes += more
            guard let response = parse(bytes) else { continue }
            // A stream of events has no end to wait for.
            if response.isWhole || response.value.headers["content-type"] == "text/event-stream" { return response.value }
        }
        guard let response = parse(bytes) else { throw WireError(received: String(decoding: bytes.prefix(500), as: UTF8.self)) }
        return response.value
    }

    private static func parse(_ bytes: [UInt8]) -> (value: WireResponse, isWhole: Bool)? {
        let separator = Array("\r\n\r\n".utf8)
        guard let end = bytes.firstRange(of: separator) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, let status = Int(first.split(separator: " ").dropFirst().first ?? "") else { return nil }
        var body = Array(bytes[end.upperBound...])
        if status < 200 { return parse(body) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let (name, value) = (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        var isWhole = false
        if let length = headers["content-length"].flatMap({ Int($0) }) {
            isWhole = body.count >= length
        } else if headers["transfer-encoding"] == "chunked" {
            guard let whole = dechunked(body) else { return (WireResponse(status: status, headers: headers, body: body), false) }
            (body, isWhole) = (whole, true)
        }
        return (WireResponse(status: status, headers: headers, body: body), isWhole)
    }

    /// Nil while the last chunk is missing.
    private static func dechunked(_ bytes: [UInt8]) -> [UInt8]? {
        var (rest, body): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
        while let end = rest.firstRange(of: [13, 10]) {
            guard let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16) else { return nil }
            if count == 0 { return body }
            guard rest.endIndex >= end.upperBound + count + 2 else { return nil }
            body += rest[end.upperBound..<end.upperBound + count]
            rest = rest[(end.upperBound + count + 2)...]
        }
        return nil
    }

    struct WireError: Error { let received: String }

    private actor Counter {
        var value = 0
        func add(_ count: Int) { value += count }
    }
}

/// JSON of an answer, walked by name and index.
enum TestJSON: Decodable, Equatable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([TestJSON])
    case object([String: TestJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([TestJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: TestJSON].self))
        }
    }

    subscript(name: String) -> TestJSON? { if case .object(let members) = self { members[name] } else { nil } }
    subscript(index: Int) -> TestJSON? {
        if case .array(let items) = self, items.indices.contains(index) { items[index] } else { nil }
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }
    var integer: Int? { if case .number(let value) = self { Int(exactly: value) } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var array: [TestJSON] { if case .array(let items) = self { items } else { [] } }
}
