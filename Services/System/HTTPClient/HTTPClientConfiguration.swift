/// Limits of a client.
public struct HTTPClientConfiguration: Sendable {
    /// The most connections at the same time. Further requests wait, and the wait counts in their time-out.
    public var maximumConnections = 64
    public var maximumConnectionsPerHost = 16
    /// The most idle connections. An unused one is closed after `idleConnectionLifetime`.
    public var maximumIdleConnections = 32
    public var idleConnectionLifetime: Duration = .seconds(60)
    /// A file of trusted certificates in PEM instead of the system's.
    public var certificateAuthorities: String?
    public var userAgent = "docket"
    /// Resolves `host:port` before each request; nil leaves that to the system. The addresses are checked as usual. Must
    /// not block.
    public var addresses: (@Sendable (_ authority: String) -> [String]?)?

    public init() {}
}
