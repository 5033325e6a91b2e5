public import EventLoop

/// Limits and time-outs of a server. The defaults suit a service behind a proxy whose clients are phones.
public struct HTTPServerConfiguration: Sendable {
    /// The address to listen at; with port 0 the system chooses one.
    public var address: SocketAddress
    /// The most connections that the kernel keeps until they are accepted.
    public var backlog = 1024
    /// The most connections at the same time; further ones wait in the backlog.
    public var maximumConnections = 10_000
    /// The most connections at the same time from one address (IPv6: one 64-bit network); further ones are closed. Many
    /// phones share an address. Connections of trusted proxies do not count.
    public var maximumConnectionsPerAddress = 1000
    /// The most requests on one connection. It is then closed, so that long-lived connections are distributed again.
    public var maximumRequestsPerConnection = 10_000

    /// The most bytes of a request target (414).
    public var maximumTarget = 8 * 1024
    /// The most bytes of a head (431).
    public var maximumHead = 32 * 1024
    /// The most header fields (431).
    public var maximumHeaderFields = 100

    /// The bytes of request bodies to hold at the same time. The more bodies are read, the smaller are their pieces, down
    /// to 4 KiB.
    public var maximumBufferedBytes = 64 * 1024 * 1024

    /// The longest silence of a connection between requests.
    public var idleTimeout: Duration = .seconds(75)
    /// The longest time of a head from its first byte on (408).
    public var headTimeout: Duration = .seconds(10)
    /// The average rate of a body in bytes a second, once its allowance is used up (408).
    public var bodyBytesPerSecond = 1024
    /// The longest silence of a body.
    public var bodyAllowance: Duration = .seconds(30)
    /// How long a client may accept no byte of an answer.
    public var writeTimeout: Duration = .seconds(30)

    /// How long a request without a body is handled after its client has ended its side; a client that waits for the
    /// answer gets it in that time. Then the handler is cancelled; it is cancelled at once if the connection is gone.
    public var departureGrace: Duration = .seconds(5)

    /// The most bytes of an unread body that are read to keep the connection.
    public var readOnLimit = 64 * 1024
    /// How long, and for how many bytes, the rest of a body is read after an early answer, so that the client receives
    /// the answer.
    public var drainTimeout: Duration = .seconds(10)
    public var drainLimit = 32 * 1024 * 1024

    /// Fields of every answer, including refusals, unless a handler sets one of the same name.
    public var answerHeaders: HTTPHeaders = [:]
    /// The title of a problem by its type, if it differs from the status text.
    public var problemTitle: @Sendable (_ type: String) -> String? = { _ in nil }
    /// The web pages that may call the server; nil: none.
    public var cors: CORSPolicy?
    /// The proxies that are believed about the client's address.
    public var proxies = TrustedProxies()
    /// Records which requests are being read.
    public var notes: (any RequestNotes)?

    /// Whether each request is written to the access log.
    public var logsAccess = true

    /// Route parameters that go into the access log if they are UUIDs. Any other text in a path may be personal.
    public var loggedParameters: [String] = []

    public init(address: SocketAddress) { self.address = address }

    var headLimits: RequestHeadParser.Limits {
        RequestHeadParser.Limits(target: maximumTarget, head: maximumHead, fields: maximumHeaderFields)
    }
}
