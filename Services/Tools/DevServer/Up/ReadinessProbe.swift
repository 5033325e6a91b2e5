import EventLoop
import HTTPClient

/// Checks whether processes of this machine are ready.
struct ReadinessProbe: Sendable {
    private let client: HTTPClient
    private let loop: EventLoop

    private static let limit = Duration.seconds(2)

    init(loop: EventLoop) {
        self.loop = loop
        client = HTTPClient(loop: loop)
    }

    /// Whether the port has a listener.
    func accepts(port: Int) async -> Bool {
        do throws(SocketError) {
            try await StreamSocket.connect(to: try SocketAddress(ip: "127.0.0.1", port: port), on: loop).close()
            return true
        } catch {
            return false
        }
    }

    /// Whether a service reports on its admin address that it is ready.
    func isHealthy(adminPort: Int) async -> Bool {
        var request = ClientRequest("GET", "http://127.0.0.1:\(adminPort)/health/ready")
        request.timeout = Self.limit
        do throws(HTTPClientError) {
            return try await client.send(request).status == 200
        } catch {
            return false
        }
    }
}
