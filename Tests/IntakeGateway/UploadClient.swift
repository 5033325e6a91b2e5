import Crypto
import EventLoop
import FoundationEssentials
import HTTPServer
import Postgres
import Shared
import Support

@testable import IntakeGateway

/// An answer with the interim ones before it.
struct InterimAnswer: Sendable {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
}

/// A connection on which a request is sent piece by piece and its answers are read as they come.
final class UploadConnection: Sendable {
    private let socket: StreamSocket
    private let loop: EventLoop
    private let buffer = Buffer()

    private actor Buffer {
        var bytes: [UInt8] = []
        func append(_ more: [UInt8]) { bytes += more }
        func take(_ count: Int) -> [UInt8] {
            defer { bytes.removeFirst(count) }
            return Array(bytes[..<count])
        }
    }

    init(_ client: WireClient) async throws {
        loop = client.loop
        let (address, loop) = (client.address, client.loop)
        socket = try await loop.run { try await StreamSocket.connect(to: address, on: loop) }
    }

    func write(_ bytes: [UInt8]) async throws {
        let socket = socket
        try await loop.run { try await socket.write(bytes) }
    }

    func close() async {
        let socket = socket
        try? await loop.run { socket.close() }
    }

    /// Nobody sends anything more, and the other side may answer.
    func endWriting() async {
        let socket = socket
        try? await loop.run { socket.shutdownWrite() }
    }

    /// The next head, interim or final.
    func nextHead() async throws -> InterimAnswer {
        let separator = Array("\r\n\r\n".utf8)
        while true {
            if let end = await buffer.bytes.firstRange(of: separator) {
                let head = String(decoding: await buffer.take(end.upperBound), as: UTF8.self)
                let lines = head.split(separator: "\r\n")
                let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { continue }
                    headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
                }
                return InterimAnswer(status: status, headers: headers)
            }
            let socket = socket
            let more = try await loop.run { try await socket.read(maximum: 64 * 1024) }
            guard !more.isEmpty else { throw Ended() }
            await buffer.append(more)
        }
    }

    /// The final answer's head; interim ones are collected.
    func finalHead() async throws -> (interim: [InterimAnswer], final: InterimAnswer) {
        var interim: [InterimAnswer] = []
        while true {
            let head = try await nextHead()
            if head.status >= 200 { return (interim, head) }
            interim.append(head)
        }
    }

    struct Ended: Error {}
}

extension WireClient {
    /// The head of a request with a body to come.
    func requestHead(_ method: String, _ target: String, _ headers: [(String, String)], length: Int?) -> [UInt8] {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: gateway.test", "Connection: close"]
        if let token { lines.append("Authorization: Bearer \(token)") }
        if let length { lines.append("Content-Length: \(length)") }
        lines += headers.map { "\($0.0): \($0.1)" }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }
}

/// A client of tus, in the steps that its protocol has.
struct TusClient: Sendable {
    let wire: WireClient

    static let version = ("Tus-Resumable", "1.0.0")
    static let bytes = ("Content-Type", "application/offset+octet-stream")

    func create(
        _ document: String, length: Int?, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) async throws -> WireResponse {
        let id = document.split(separator: "/").last.map(String.init) ?? ""
        let size = length.map { ("Upload-Length", String($0)) } ?? ("Upload-Defer-Length", "1")
        return try await wire.send(
            "POST", "/v1/uploads?document=\(id)", headers: [Self.version, size] + (body == nil ? [] : [Self.bytes]) + headers,
            body: body ?? [])
    }

    /// Creates an upload and returns its path.
    func begin(_ document: String, length: Int?, headers: [(String, String)] = []) async throws -> String {
        let created = try await create(document, length: length, headers: headers)
        guard created.status == 201, let location = created.headers["location"] else { throw UnexpectedAnswer(created) }
        return location
    }

    func head(_ upload: String) async throws -> WireResponse { try await wire.send("HEAD", upload, headers: [Self.version]) }

    func offset(_ upload: String) async throws -> Int {
        let answer = try await head(upload)
        guard let offset = answer.headers["upload-offset"].flatMap({ Int($0) }) else { throw UnexpectedAnswer(answer) }
        return offset
    }

    func patch(
        _ upload: String, at offset: Int, _ bytes: [UInt8], headers: [(String, String)] = []
    ) async throws -> WireResponse {
        try await wire.send(
            "PATCH", upload, headers: [Self.version, Self.bytes, ("Upload-Offset", String(offset))] + headers, body: bytes)
    }

    static func checksum(_ algorithm: DigestAlgorithm, _ bytes: [UInt8]) -> (String, String) {
        ("Upload-Checksum", "\(algorithm.rawValue) \(Base64.encode(Digest.hash(bytes, algorithm)))")
    }
}

extension GatewayUnderTest {
    var tus: TusClient { TusClient(wire: client) }

    /// The types of a submission's events, in order.
    func eventTypes(_ draft: String) async throws -> [String] {
        try await pool.query("select type from events where submission_id = \(UUID(uuidString: draft)) order by sequence").map {
            try $0.decode("type")
        }
    }

    /// Files of uploads that are not whole.
    var partialFiles: [String] { entries(of: "\(blobFolder)/.partial") }
}
