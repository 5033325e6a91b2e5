public import EventLoop
public import HTTPServer
import Synchronization

/// A listener as a component of a service.
public final class ListenerComponent: ServiceComponent {
    public let name: String
    private let variable: String
    private let listen: @Sendable () throws(SocketError) -> SocketAddress
    private let close: @Sendable () async -> Void
    private let stopped = AsyncSignal<Void>()
    private let bound = Mutex<SocketAddress?>(nil)

    /// `variable` names the variable with its address.
    public init(
        _ name: String, at variable: String, listen: @escaping @Sendable () throws(SocketError) -> SocketAddress,
        close: @escaping @Sendable () async -> Void
    ) {
        (self.name, self.variable, self.listen, self.close) = (name, variable, listen, close)
    }

    public convenience init(_ name: String, at variable: String, _ server: HTTPServer, gracePeriod: Duration) {
        self.init(name, at: variable, listen: server.start) { await server.shutdown(gracePeriod: gracePeriod) }
    }

    /// The bound address, after the start.
    public var address: SocketAddress? { bound.withLock { $0 } }

    public func start() async throws {
        do throws(SocketError) {
            let address = try listen()
            bound.withLock { $0 = address }
        } catch {
            throw ListenFailure(variable: variable, error: error)
        }
    }

    public func run() async throws { await stopped.waitUncancelled() }

    public func stop() async {
        await close()
        stopped.send()
    }
}
