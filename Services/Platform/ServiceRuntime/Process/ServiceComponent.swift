/// A part of a service that runs as long as the service does: a server, a consume loop, a relay.
public protocol ServiceComponent: Sendable {
    /// For logs, such as `outbox-relay`.
    var name: String { get }

    /// Does what must have succeeded before the parts after it start. Called once.
    func start() async throws

    /// Works until `stop()` has been called. To return or to throw before that is a failure of the whole service.
    func run() async throws

    /// Asks `run()` to finish what it has begun and to return. Called once, and waits until the work in flight has ended as far
    /// as it will.
    func stop() async
}

extension ServiceComponent {
    public func start() async throws {}
}
