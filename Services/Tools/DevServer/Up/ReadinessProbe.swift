import EventLoop
import HTTPClient

/// Asks processes of this machine whether they are ready.
struct ReadinessProbe: Sendable {
    private let client: HTTPClient
    private let loop: EventLoop

    private static let limit = Duration.seconds(2)

    init(loop: EventLoop) {
        self.loop = loop
        client = HTTPClient(loop: loop)
    }

    /// Whether somebody listens.
    func accepts(port: Int) async -> Bool {
        do throws(SocketError) {
            try await StreamSocket.connect(to: try SocketAddress(ip: "127.0.0.1", port: port), on: loop).close()
            return true
        } catch {
            return false
        }
    }

    /// Whether a service says so itself, on its admin address.
    func isHealthy(adminPort: Int) async -> Bool {
        var request = ClientRequest("GET", "http://127.0.0.1:\(adminPort)/health/ready")
        request.timeout = Self.limit
        do throws(HTTPClientError) {
            return try await client.send(request).status == 200
        } catch {
            return false
        }
    }

    func close() async { await client.close() }
}
