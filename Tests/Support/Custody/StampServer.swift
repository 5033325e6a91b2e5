public import EventLoop
import HTTPServer
import Synchronization
import Telemetry

/// An authority for time stamps over HTTP, which answers as it is told to.
public final class StampServer: Sendable {
    public enum Manner: Sendable {
        case stamps(StampSigner)
        /// A stamp of what another question was about.
        case another(StampSigner, question: [UInt8])
        case bytes([UInt8])
        case fails(status: Int)
        /// Until the server is shut down.
        case hangs
    }

    private let server: HTTPServer
    private let behaviour: Behaviour
    public let url: String

    private final class Behaviour: Sendable {
        let manner: Mutex<Manner>
        let asked = Mutex(0)
        let never = AsyncSignal<Void>()
        init(_ manner: Manner) { self.manner = Mutex(manner) }
    }

    public init(_ group: EventLoopGroup, _ manner: Manner) throws {
        let behaviour = Behaviour(manner)
        var router = Router()
        router.on(.post, "/tsr") { request, _ in
            let question = try await request.body.collect(limit: 1 << 16)
            behaviour.asked.withLock { $0 += 1 }
            let body: [UInt8]
            switch behaviour.manner.withLock({ $0 }) {
            case .stamps(let signer): body = try await signer.answer(question)
            case .another(let signer, let other): body = try await signer.answer(other)
            case .bytes(let bytes): body = bytes
            case .fails(let status): return HTTPResponse(status: status)
            case .hangs:
                try await behaviour.never.wait()
                return HTTPResponse(status: 503)
            }
            return HTTPResponse(status: 200, headers: ["content-type": "application/timestamp-reply"], body: .bytes(body))
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: Logger(label: "stamps", level: .critical),
            metrics: MetricsRegistry())
        url = "http://127.0.0.1:\(try server.start().port ?? 0)/tsr"
        self.behaviour = behaviour
    }

    /// How often it was asked.
    public var questions: Int { behaviour.asked.withLock { $0 } }

    public func turn(_ manner: Manner) { behaviour.manner.withLock { $0 = manner } }

    public func stop() async {
        behaviour.never.send()
        await server.shutdown(gracePeriod: .zero)
    }
}
