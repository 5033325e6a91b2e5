public import EventLoop

/// What a response carries.
public enum ResponseBody: Sendable {
    case empty
    case bytes([UInt8])
    /// Part of an open file, sent without copying it through the process.
    case file(OwnedDescriptor, offset: Int64, length: Int)
    /// Written piece by piece, of a length that is promised. If it throws, or writes less or more, the connection is cut.
    case pieces(length: Int, @Sendable (ResponseWriter) async throws -> Void)
    /// Written piece by piece, of unknown length: chunked, or to the end of the connection for HTTP/1.0. If it throws, the
    /// connection is cut, so that the client notices that something is missing.
    case stream(@Sendable (ResponseWriter) async throws -> Void)
}

/// A response. Content-Length, Transfer-Encoding, Connection, Date and the request's id are the server's to set.
public struct HTTPResponse: Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    public var body: ResponseBody
    /// What kind of problem it tells, for the log and the trace; nil where it tells none.
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

/// Takes the pieces of a streamed body. Each write returns when the kernel has taken the piece: a slow client holds the
/// writer back. One task writes at a time.
public struct ResponseWriter: Sendable {
    private let sink: @Sendable ([UInt8]) async throws -> Void

    init(_ sink: @escaping @Sendable ([UInt8]) async throws -> Void) { self.sink = sink }

    /// - Throws: `SocketError` when the client is gone or takes nothing for too long.
    public func write(_ bytes: [UInt8]) async throws { try await sink(bytes) }

    public func write(_ text: String) async throws { try await sink(Array(text.utf8)) }
}
