public import EventLoop
public import Telemetry

/// A request, checked, with its body still on its way.
public struct HTTPRequest: Sendable {
    public let method: HTTPMethod
    /// The path as sent, still percent-encoded, without the query; `*` for `OPTIONS *`.
    public let path: String
    /// The segments of the path, decoded. None holds a slash, a backslash or a NUL, or is `.` or `..`.
    public let segments: [String]
    public let query: QueryParameters
    public let version: HTTPVersion
    public let headers: HTTPHeaders
    /// The host that the client addressed, with its port if it named one.
    public let host: String?
    public private(set) var body: RequestBody
    /// Who is at the other end of the connection; a proxy in front hides the client.
    public let peer: SocketAddress?
    /// This server's span in the caller's trace, or a new trace.
    public let trace: TraceContext
    /// The id under which this request is logged and answered: the client's `X-Request-Id` where it sent a sane one.
    public let id: String
    /// Sends 1xx responses while the request is handled.
    public let interim: InterimResponses

    /// For tests and for calls that do not come over a socket.
    ///
    /// - Throws: ``Problem`` 400 for a path or query that cannot be decoded.
    public init(
        method: HTTPMethod, path: String, query: String? = nil, headers: HTTPHeaders = [:], body: [UInt8] = [],
        peer: SocketAddress? = nil, trace: TraceContext = .root()
    ) throws(Problem) {
        try self.init(
            method: method, path: path, query: query, version: .oneDotOne, headers: headers, host: headers["host"],
            body: RequestBody(pieces: body.isEmpty ? [] : [body]), peer: peer, trace: trace,
            id: trace.spanID.description, interim: InterimResponses { _, _ in })
    }

    init(
        method: HTTPMethod, path: String, query: String?, version: HTTPVersion, headers: HTTPHeaders, host: String?,
        body: RequestBody, peer: SocketAddress?, trace: TraceContext, id: String, interim: InterimResponses
    ) throws(Problem) {
        guard let segments = path == "*" ? [] : PercentEncoding.segments(ofPath: path) else {
            throw Problem(
                status: 400, type: "malformed-path",
                detail: "The path is not percent-encoded UTF-8, or has an encoded slash, `.` or `..` as a segment.")
        }
        self.method = method
        self.path = path
        self.segments = segments
        self.query = try QueryParameters(query)
        self.version = version
        self.headers = headers
        self.host = host
        self.body = body
        self.peer = peer
        self.trace = trace
        self.id = id
        self.interim = interim
    }

    /// The same request with a body that has been read, for whoever wants to read it again.
    public func carrying(_ body: [UInt8]) -> HTTPRequest {
        var copy = self
        copy.body = RequestBody(pieces: body.isEmpty ? [] : [body])
        return copy
    }

    // MARK: - JSON bodies

    /// Reads and decodes a JSON body.
    ///
    /// - Throws: ``Problem``: 415 for another media type, 413 over the limit, 400 and 422 as ``JSON/decode(_:from:)`` says.
    public func decodeJSON<T: Decodable>(_ type: T.Type, limit: Int = 1 << 20) async throws -> T {
        let mediaType = headers["content-type"].map(MediaTypeHeader.init)
        guard let mediaType, mediaType.essence == "application/json" || mediaType.essence.hasSuffix("+json") else {
            throw Problem(
                status: 415, type: "unsupported-media-type",
                detail: "Send the body as JSON, with Content-Type: application/json.",
                headers: ["Accept": "application/json"])
        }
        return try JSON.decode(type, from: try await body.collect(limit: limit))
    }
}

/// Sends interim (1xx) responses of one request, in the order of the calls, before its final one.
public struct InterimResponses: Sendable {
    private let write: @Sendable (Int, HTTPHeaders) async throws -> Void

    init(_ write: @escaping @Sendable (Int, HTTPHeaders) async throws -> Void) { self.write = write }

    /// Sends one. Nothing is sent to an HTTP/1.0 client, which knows none, or after the final response has begun.
    ///
    /// The status is from 102 to 199: 100 is sent by the server itself, 101 is not supported.
    ///
    /// - Throws: `SocketError` when the client is gone.
    public func send(status: Int, headers: HTTPHeaders = [:]) async throws {
        precondition((102...199).contains(status), "not an interim status that a handler sends")
        try await write(status, headers)
    }
}
