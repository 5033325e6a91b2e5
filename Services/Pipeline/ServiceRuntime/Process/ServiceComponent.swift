/// A component that runs as long as its service: a server, a consume loop, a relay.
public protocol ServiceComponent: Sendable {
    /// The name in logs, such as `outbox-relay`.
    var name: String { get }

    /// Does what must succeed before later components start. Called once.
    func start() async throws

    /// Runs until `stop()` is called. Returning or throwing earlier is a failure of the whole service.
    func run() async throws

    /// Begins nothing new from now on, if the component can do so while others still work. Called once, on all components
    /// before any is stopped. Does not wait.
    func stopTaking()

    /// Asks `run()` to finish its work and return. Called once. Waits until the work in flight has ended as far as it
    /// can.
    func stop() async
}

extension ServiceComponent {
    public func start() async throws {}
    public func stopTaking() {}
}
