public import EventLoop
public import Telemetry

/// A validated request; its body may still be arriving.
public struct HTTPRequest: Sendable {
    /// The unchanging parts behind one reference, because requests are passed on often.
    private let content: Content
    public private(set) var body: RequestBody

    public var method: HTTPMethod { content.head.method }
    /// The path as sent, still percent-encoded, without the query; `*` for `OPTIONS *`.
    public var path: String { content.place.path }
    /// The segments of the path, decoded. None holds a slash, a backslash or a NUL, or is `.` or `..`.
    public var segments: [String] { content.place.segments }
    public var query: QueryParameters { content.place.query }
    public var headers: HTTPHeaders { content.head.headers }
    /// The host that the client addressed, with its port if it named one.
    public var host: String? { content.head.host }
    /// The client's address: the other end of the connection, or the address that a trusted proxy there names. Nil
    /// without an IP address.
    public var client: IPAddress? { content.origin.client }
    /// The scheme and host that the client addressed, such as `https://docket.example`; nil unless a trusted proxy tells
    /// them.
    public var forwardedSite: String? { content.origin.site }
    /// This server's span in the caller's trace, or a new trace.
    public var trace: TraceContext { content.identity.trace }
    /// The id of the request in the log and the answer: the client's `X-Request-Id` if it is valid.
    public var id: String { content.identity.id }
    /// Sends 1xx responses while the request is handled.
    public var interim: InterimResponses { content.interim }

    private final class Content: Sendable {
        let head: RequestHead
        let place: RequestPlace
        let origin: Origin
        let identity: RequestIdentity
        let interim: InterimResponses

        init(head: RequestHead, place: RequestPlace, origin: Origin, identity: RequestIdentity, interim: InterimResponses) {
            self.head = head
            self.place = place
            self.origin = origin
            self.identity = identity
            self.interim = interim
        }
    }

    /// The origin of a request.
    struct Origin: Sendable {
        var peer: SocketAddress?
        var client: IPAddress?
        var site: String?
    }

    /// For tests, and for calls without a socket.
    ///
    /// - Throws: ``Problem`` 400 for a path or query that cannot be decoded.
    public init(
        method: HTTPMethod, path: String, query: String? = nil, headers: HTTPHeaders = [:], body: [UInt8] = [],
        peer: SocketAddress? = nil, trace: TraceContext = .root()
    ) throws(Problem) {
        let target: RequestHead.Target = path == "*" ? .asterisk : .origin(path: path, query: query)
        self.init(
            RequestHead(
                method: method, target: target, version: .oneDotOne, headers: headers, host: headers["host"],
                framing: .length(body.count), expectsContinue: false, keepsAlive: true),
            try RequestPlace(target),
            body: RequestBody(pieces: body.isEmpty ? [] : [body]),
            origin: Origin(peer: peer, client: peer.flatMap(IPAddress.init)), identity: RequestIdentity(trace: trace),
            interim: .none)
    }

    init(
        _ head: RequestHead, _ place: RequestPlace, body: RequestBody, origin: Origin, identity: RequestIdentity,
        interim: InterimResponses
    ) {
        content = Content(head: head, place: place, origin: origin, identity: identity, interim: interim)
        self.body = body
    }

    /// The same request with a body that was read, so that it can be read again.
    public func carrying(_ body: [UInt8]) -> HTTPRequest {
        var copy = self
        copy.body = RequestBody(pieces: body.isEmpty ? [] : [body])
        return copy
    }

    /// The same request with another body and the fields that describe it, for the request that a form stands for.
    public func carrying(_ body: [UInt8], headers: HTTPHeaders) -> HTTPRequest {
        let head = content.head
        var merged = head.headers
        for field in headers.fields { merged[field.name] = field.value }
        let said = RequestHead(
            method: head.method, target: head.target, version: head.version, headers: merged, host: head.host,
            framing: .length(body.count), expectsContinue: head.expectsContinue, keepsAlive: head.keepsAlive)
        return HTTPRequest(
            said, content.place, body: RequestBody(pieces: body.isEmpty ? [] : [body]), origin: content.origin,
            identity: content.identity, interim: content.interim)
    }

    func carrying(_ body: RequestBody) -> HTTPRequest {
        var copy = self
        copy.body = body
        return copy
    }

    /// The same request with a body that throws beyond `limit` bytes.
    ///
    /// - Throws: ``RequestBodyError`` `tooLarge` at once if the declared length exceeds the limit.
    public func limitingBody(to limit: Int) throws(RequestBodyError) -> HTTPRequest {
        if let declared = body.declaredLength, declared > limit { throw RequestBodyError(.tooLarge, limit: limit) }
        var copy = self
        copy.body = RequestBody(declaredLength: body.declaredLength, source: LimitedBody(body, limit: limit))
        return copy
    }
}

/// Sends interim (1xx) responses of a request before its final one, in the order of the calls.
public struct InterimResponses: Sendable {
    private let connection: ServerConnection?
    private let exchange: Int

    /// The interim responses of the request with this number on a connection.
    init(_ connection: ServerConnection, exchange: Int) {
        self.connection = connection
        self.exchange = exchange
    }

    private init() {
        connection = nil
        exchange = 0
    }

    /// For a request without a connection.
    static let none = InterimResponses()

    func note(_ actor: String) { connection?.note(actor, exchange) }
    func link(_ context: TraceContext) { connection?.link(context, exchange) }

    /// Sends one. It is dropped for an HTTP/1.0 client, which does not know them, and after the final response has begun.
    ///
    /// The status is from 102 to 199: the server itself sends 100, and 101 is not supported.
    ///
    /// - Throws: `SocketError` if the client has gone.
    public func send(status: Int, headers: HTTPHeaders = [:]) async throws {
        precondition((102...199).contains(status), "not an interim status that a handler sends")
        guard let connection else { return }
        try await connection.onLoop { [exchange] in try await connection.sendInterim(status, headers, exchange) }
    }
}
