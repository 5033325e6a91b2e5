/// Limits of a client.
public struct HTTPClientConfiguration: Sendable {
    /// Connections at a time; further requests wait, and their time-out runs.
    public var maximumConnections = 64
    public var maximumConnectionsPerHost = 16
    /// Connections kept for later; unused ones are closed after `idleConnectionLifetime`.
    public var maximumIdleConnections = 32
    public var idleConnectionLifetime: Duration = .seconds(60)
    /// A file of trusted certificates in PEM instead of the system's.
    public var certificateAuthorities: String?
    public var userAgent = "docket"
    /// Says what addresses `host:port` stands for, before each request, instead of the system; nil leaves it to that one. They are
    /// checked as any other. Must not block.
    public var addresses: (@Sendable (_ authority: String) -> [String]?)?

    public init() {}
}
