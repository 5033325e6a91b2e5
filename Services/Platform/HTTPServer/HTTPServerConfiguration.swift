public import EventLoop

/// Limits and time-outs of a server. The defaults suit a service behind a proxy that answers phones.
public struct HTTPServerConfiguration: Sendable {
    /// Where to listen; port 0 lets the system choose.
    public var address: SocketAddress
    /// Connections that the kernel keeps until they are accepted.
    public var backlog = 1024
    /// Connections at once; more wait in the backlog.
    public var maximumConnections = 10_000
    /// Requests on one connection; then it is closed, so that long-lived ones spread again.
    public var maximumRequestsPerConnection = 10_000

    /// Bytes of a request target (414).
    public var maximumTarget = 8 * 1024
    /// Bytes of a head (431).
    public var maximumHead = 32 * 1024
    /// Header fields (431).
    public var maximumHeaderFields = 100

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

    /// Bytes of an unread body that are read to keep the connection.
    public var readOnLimit = 64 * 1024
    /// After an answer in mid-body: for how long, and how many bytes, the rest is read so that the client sees the answer.
    public var drainTimeout: Duration = .seconds(10)
    public var drainLimit = 32 * 1024 * 1024

    /// Whether each request leaves a line in the log.
    public var logsAccess = true

    public init(address: SocketAddress) { self.address = address }

    var headLimits: RequestHeadParser.Limits {
        RequestHeadParser.Limits(target: maximumTarget, head: maximumHead, fields: maximumHeaderFields)
    }
}
