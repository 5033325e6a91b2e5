import EventLoop
import LMTP
import ServiceRuntime
import Synchronization

/// The listener for mail as a part of the service.
final class MailServer: ServiceComponent {
    let name = "lmtp-server"
    private let server: LMTPServer
    private let gracePeriod: Duration
    private let stopped = AsyncSignal<Void>()
    private let bound = Mutex<SocketAddress?>(nil)

    init(_ server: LMTPServer, gracePeriod: Duration) {
        (self.server, self.gracePeriod) = (server, gracePeriod)
    }

    /// Where it listens, once it has started.
    var address: SocketAddress? { bound.withLock { $0 } }

    func start() async throws {
        do throws(SocketError) {
            let address = try server.start()
            bound.withLock { $0 = address }
        } catch {
            throw ListenFailure(variable: "DOCKET_LMTP_ADDRESS", error: error)
        }
    }

    func run() async throws { await stopped.waitUncancelled() }

    func stop() async {
        await server.shutdown(gracePeriod: gracePeriod)
        stopped.send()
    }
}
