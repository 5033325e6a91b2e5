import Crypto
import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Support
import Synchronization
import Telemetry

/// A webhook as it came in.
struct Webhook: Sendable, Codable {
    let at: Double
    /// `webhook-id`.
    let id: String
    let submission: String
    let type: String
    let sequence: Int
    /// SHA-256 of the body.
    let digest: String
    /// Whether the signature is the secret's.
    let isSigned: Bool
    /// Whether the answer said that it was taken.
    let wasAnswered: Bool
}

/// The back end of a tenant. Writes down every webhook, and now and then keeps from its sender that it has it.
final class Receiver: Sendable {
    let url: String
    let secret: String
    private let port: Int
    private let group: EventLoopGroup
    private let router: Router
    /// Nil while it is down.
    private let server: Mutex<HTTPServer?>
    private let inbox: Inbox

    /// Of so many webhooks one is refused before it is written down, and one after it was: the sender has to try again.
    private static let webhooksPerRefusals = 40

    private final class Inbox: Sendable {
        let log: HistoryFile<Webhook>
        let onWebhook: @Sendable (Webhook) -> Void
        private let received = Atomic(0)

        init(_ log: HistoryFile<Webhook>, _ onWebhook: @escaping @Sendable (Webhook) -> Void) {
            self.log = log
            self.onWebhook = onWebhook
        }

        /// How many have come in before.
        func number() -> Int { received.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    init(
        _ group: EventLoopGroup, clock: RunClock, log: HistoryFile<Webhook>, onWebhook: @escaping @Sendable (Webhook) -> Void
    ) throws {
        let key = SecureRandom.bytes(32)
        let inbox = Inbox(log, onWebhook)
        var router = Router()
        router.on(.post, "/hook") { request, _ in
            let body = try await request.body.collect(limit: 1 << 20)
            let number = inbox.number() % Self.webhooksPerRefusals
            if number == Self.webhooksPerRefusals / 2 { return HTTPResponse(status: 503) }
            let header = try? EventReader.header(of: body)
            let webhook = Webhook(
                at: clock.seconds, id: request.headers["webhook-id"] ?? "", submission: header?.submission.description ?? "",
                type: header?.type.rawValue ?? "", sequence: header?.sequence ?? 0, digest: ContentDigest(of: body).hex,
                isSigned: Self.isSigned(request.headers, body, key: key),
                wasAnswered: number != Self.webhooksPerRefusals - 1)
            inbox.log.append(webhook)
            inbox.onWebhook(webhook)
            return HTTPResponse(status: webhook.wasAnswered ? 204 : 503)
        }
        let (server, port) = try Self.start(router, group, port: 0)
        self.server = Mutex(server)
        (self.port, self.group, self.router) = (port, group, router)
        url = "http://127.0.0.1:\(port)/hook"
        secret = "whsec_\(Base64.encode(key))"
        self.inbox = inbox
    }

    private static func start(_ router: Router, _ group: EventLoopGroup, port: Int) throws -> (HTTPServer, port: Int) {
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: port))
        configuration.logsAccess = false
        let server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: Logger(label: "receiver", level: .critical),
            metrics: MetricsRegistry())
        return (server, try server.start().port ?? port)
    }

    /// As a killed one: its connections end in the middle of what they carry, and new ones are refused.
    func takeDown() async { await server.withLock { $0.take() }?.shutdown(gracePeriod: .zero) }

    /// Back where it was.
    func bringUp() throws {
        let (made, _) = try Self.start(router, group, port: port)
        server.withLock { $0 = made }
    }

    var webhooks: [Webhook] { inbox.log.entries }
    var count: Int { inbox.log.count }

    func stop() async { await takeDown() }

    /// “Signature scheme” of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, one of several signatures.
    private static func isSigned(_ headers: HTTPHeaders, _ body: [UInt8], key: [UInt8]) -> Bool {
        guard let id = headers["webhook-id"], let time = headers["webhook-timestamp"] else { return false }
        let code = HMACSHA256.authenticate(Array("\(id).\(time).".utf8) + body, key: key)
        return (headers["webhook-signature"] ?? "").split(separator: " ").contains { $0 == "v1,\(Base64.encode(code))" }
    }
}
