import EventLoop
import HTTPServer
import ServiceRuntime
import Synchronization

/// The public HTTP server as a component of the service.
final class GatewayServer: ServiceComponent {
    let name: String
    private let variable: String
    private let server: HTTPServer
    private let gracePeriod: Duration
    private let stopped = AsyncSignal<Void>()
    private let bound = Mutex<SocketAddress?>(nil)

    /// `variable` names the variable with its address.
    init(_ server: HTTPServer, gracePeriod: Duration, name: String = "http-server", at variable: String = "DOCKET_HTTP_ADDRESS") {
        self.name = name
        self.variable = variable
        self.server = server
        self.gracePeriod = gracePeriod
    }

    /// The bound address, after the start.
    var address: SocketAddress? { bound.withLock { $0 } }

    func start() async throws {
        do throws(SocketError) {
            let address = try server.start()
            bound.withLock { $0 = address }
        } catch {
            throw ListenFailure(variable: variable, error: error)
        }
    }

    func run() async throws { await stopped.waitUncancelled() }

    func stop() async {
        await server.shutdown(gracePeriod: gracePeriod)
        stopped.send()
    }
}
