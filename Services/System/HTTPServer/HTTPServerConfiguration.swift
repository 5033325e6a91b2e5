public import EventLoop

/// Limits and time-outs of a server. The defaults suit a service behind a proxy that answers phones.
public struct HTTPServerConfiguration: Sendable {
    /// Where to listen; port 0 lets the system choose.
    public var address: SocketAddress
    /// Connections that the kernel keeps until they are accepted.
    public var backlog = 1024
    /// Connections at once; more wait in the backlog.
    public var maximumConnections = 10_000
    /// Connections at once from one address (IPv6: one network of 64 bits); more are closed. Many phones share an address. Does
    /// not count trusted proxies.
    public var maximumConnectionsPerAddress = 1000
    /// Requests on one connection; then it is closed, so that long-lived ones spread again.
    public var maximumRequestsPerConnection = 10_000

    /// Bytes of a request target (414).
    public var maximumTarget = 8 * 1024
    /// Bytes of a head (431).
    public var maximumHead = 32 * 1024
    /// Header fields (431).
    public var maximumHeaderFields = 100

    /// Bytes of bodies that are held at once, shared by all that are being read: with many of them, each is read in smaller
    /// pieces, of 4 KiB at least.
    public var maximumBufferedBytes = 64 * 1024 * 1024

    /// How long a connection may be silent between requests.
    public var idleTimeout: Duration = .seconds(75)
    /// How long a head may take from its first byte (408).
    public var headTimeout: Duration = .seconds(10)
    /// What a body must keep up on average, once its allowance is used up (408).
    public var bodyBytesPerSecond = 1024
    /// How long a body may send nothing.
    public var bodyAllowance: Duration = .seconds(30)
    /// How long the client may take none of an answer.
    public var writeTimeout: Duration = .seconds(30)

    /// How long a request without a body is still handled when its client has ended its side: one that waits for the answer has
    /// it by then. The handler is cancelled after that, and at once when the connection is gone.
    public var departureGrace: Duration = .seconds(5)

    /// Bytes of an unread body that are read to keep the connection.
    public var readOnLimit = 64 * 1024
    /// After an answer in mid-body: for how long, and how many bytes, the rest is read so that the client sees the answer.
    public var drainTimeout: Duration = .seconds(10)
    public var drainLimit = 32 * 1024 * 1024

    /// Fields of every answer, of refusals too, unless a handler sets one of the same name.
    public var answerHeaders: HTTPHeaders = [:]
    /// The title of a problem by its type, where it has another than the words of its status.
    public var problemTitle: @Sendable (_ type: String) -> String? = { _ in nil }
    /// Which web pages may call; nil: none.
    public var cors: CORSPolicy?
    /// Who is believed about whose request it is.
    public var proxies = TrustedProxies()
    /// Where it is noted which requests are being read.
    public var notes: (any RequestNotes)?

    /// Whether each request leaves a line in the log.
    public var logsAccess = true

    /// Parameters of routes that go into that line, where they are UUIDs: whatever else stands in a path may be a person's.
    public var loggedParameters: [String] = []

    public init(address: SocketAddress) { self.address = address }

    var headLimits: RequestHeadParser.Limits {
        RequestHeadParser.Limits(target: maximumTarget, head: maximumHead, fields: maximumHeaderFields)
    }
}
