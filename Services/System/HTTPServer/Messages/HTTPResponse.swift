public import EventLoop

/// The body of a response.
public enum ResponseBody: Sendable {
    case empty
    case bytes([UInt8])
    /// A part of an open file, sent without copying it through the process.
    case file(OwnedDescriptor, offset: Int64, length: Int)
    /// Written in pieces, with an announced length. If the function throws, or writes another length, the connection is
    /// closed.
    case pieces(length: Int, @Sendable (ResponseWriter) async throws -> Void)
    /// Written in pieces, of unknown length: chunked, or up to the end of the connection for HTTP/1.0. If the function
    /// throws, the connection is closed without the end of the body, so that the client notices that a part is missing.
    case stream(@Sendable (ResponseWriter) async throws -> Void)
}

/// A response. The server sets Content-Length, Transfer-Encoding, Connection, Date and the request's id.
public struct HTTPResponse: Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    public var body: ResponseBody
    /// The type of the problem, for the log and the trace; nil if the response is none.
    public var problem: String?

    public init(status: Int, headers: HTTPHeaders = [:], body: ResponseBody = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func json(_ value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = headers["Content-Type"] ?? "application/json"
        return HTTPResponse(status: status, headers: headers, body: .bytes(JSON.bytes(of: value)))
    }

    public static func text(
        _ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8", headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        bytes(Array(text.utf8), status: status, contentType: contentType, headers: headers)
    }

    public static func bytes(
        _ bytes: [UInt8], status: Int = 200, contentType: String, headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = contentType
        return HTTPResponse(status: status, headers: headers, body: .bytes(bytes))
    }

    public static func stream(
        status: Int = 200, contentType: String, headers: HTTPHeaders = [:],
        _ write: @escaping @Sendable (ResponseWriter) async throws -> Void
    ) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = contentType
        return HTTPResponse(status: status, headers: headers, body: .stream(write))
    }

    /// 204.
    public static let noContent = HTTPResponse(status: 204)
}

/// Takes the pieces of a streamed body. A write returns when the kernel has taken the piece, so a slow client slows the
/// writer down. One task writes at a time.
public struct ResponseWriter: Sendable {
    private let sink: @Sendable ([UInt8]) async throws -> Void

    init(_ sink: @escaping @Sendable ([UInt8]) async throws -> Void) { self.sink = sink }

    /// - Throws: `SocketError` if the client has gone or accepts nothing for too long.
    public func write(_ bytes: [UInt8]) async throws { try await sink(bytes) }

    public func write(_ text: String) async throws { try await sink(Array(text.utf8)) }
}
