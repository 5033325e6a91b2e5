/// A part of a service that runs as long as the service does: a server, a consume loop, a relay.
public protocol ServiceComponent: Sendable {
    /// For logs, such as `outbox-relay`.
    var name: String { get }

    /// Does what must have succeeded before the parts after it start. Called once.
    func start() async throws

    /// Works until `stop()` has been called. To return or to throw before that is a failure of the whole service.
    func run() async throws

    /// Begins nothing new from here on, if that is something that the part can do while the others still work. Called once, for all
    /// parts before any of them is stopped; does not wait.
    func stopTaking()

    /// Asks `run()` to finish what it has begun and to return. Called once, and waits until the work in flight has ended as far
    /// as it will.
    func stop() async
}

extension ServiceComponent {
    public func start() async throws {}
    public func stopTaking() {}
}
