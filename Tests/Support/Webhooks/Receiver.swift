public import EventLoop
public import HTTPServer
import Synchronization
import Telemetry

/// A back end that receives webhooks and answers what the test wants.
public final class Receiver: Sendable {
    public struct Arrival: Sendable {
        public let headers: HTTPHeaders
        public let body: [UInt8]
        public var id: String { headers["webhook-id"] ?? "" }
    }

    /// Answers the nth arrival, which counts from 1.
    public typealias Answer = @Sendable (Int) async throws -> HTTPResponse

    public let port: Int
    private let server: HTTPServer
    private let inbox: Inbox

    private final class Inbox: Sendable {
        let arrivals = Mutex<[Arrival]>([])
        let arrived = AsyncPulse()
    }

    public init(_ group: EventLoopGroup, port: Int = 0, answer: @escaping Answer = { _ in .noContent }) throws {
        let inbox = Inbox()
        var router = Router()
        router.on(.post, "/hook") { request, _ in
            let arrival = Arrival(headers: request.headers, body: try await request.body.collect(limit: 1 << 20))
            let number = inbox.arrivals.withLock { arrivals in
                arrivals.append(arrival)
                return arrivals.count
            }
            inbox.arrived.notify()
            return try await answer(number)
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: port))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: .silent, metrics: MetricsRegistry())
        self.port = try server.start().port ?? 0
        self.inbox = inbox
    }

    public var url: String { "http://127.0.0.1:\(port)/hook" }
    public var arrivals: [Arrival] { inbox.arrivals.withLock { $0 } }

    /// Waits until so many webhooks have come in.
    public func arrivals(_ count: Int) async throws -> [Arrival] {
        while arrivals.count < count { try await inbox.arrived.wait() }
        return arrivals
    }

    public func stop() async { await server.shutdown(gracePeriod: .zero) }
}
