import Crypto
import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Support
import Synchronization
import Telemetry

/// The back end of a tenant: takes webhooks, and checks their signatures by Standard Webhooks.
final class WebhookReceiver: Sendable {
    struct Arrival: Sendable {
        /// `webhook-id`.
        let id: String
        let header: EventHeader?
        let contentType: String?
        let trace: TraceContext?
        let body: [UInt8]
        /// The secret that one of its signatures is of, where its timestamp is of this time.
        let signer: String?

        var isSigned: Bool { signer != nil }
    }

    let url: String
    let secret: String
    private let server: HTTPServer
    private let inbox: Inbox

    private final class Inbox: Sendable {
        let arrivals = Mutex<[Arrival]>([])
        let secrets: Mutex<[String]>

        init(secret: String) { secrets = Mutex([secret]) }

        /// Keeps it, and returns its number, which counts from 1.
        func keep(_ arrival: Arrival) -> Int {
            arrivals.withLock { arrivals in
                arrivals.append(arrival)
                return arrivals.count
            }
        }
    }

    /// Answers 503 to the arrivals whose number `refuses`, which makes the sender try again.
    init(_ group: EventLoopGroup, refuses: @escaping @Sendable (Int) -> Bool = { _ in false }) throws {
        secret = "whsec_\(Base64.encode(SecureRandom.bytes(32)))"
        let inbox = Inbox(secret: secret)
        var router = Router()
        router.on(.post, "/hook") { request, _ in
            let body = try await request.body.collect(limit: 1 << 20)
            let arrival = Arrival(
                id: request.headers["webhook-id"] ?? "", header: try? EventReader.header(of: body),
                contentType: request.headers["content-type"],
                trace: request.headers["traceparent"].flatMap { TraceContext(traceparent: $0) }, body: body,
                signer: inbox.secrets.withLock { $0 }.first { Self.isSigned(request.headers, body, by: $0) })
            let number = inbox.keep(arrival)
            return HTTPResponse(status: !arrival.isSigned ? 401 : refuses(number) ? 503 : 204)
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: Logger(label: "receiver", level: .critical),
            metrics: MetricsRegistry())
        url = "http://127.0.0.1:\(try server.start().port ?? 0)/hook"
        self.inbox = inbox
    }

    /// Everything that has come in, repeats included.
    var arrivals: [Arrival] { inbox.arrivals.withLock { $0 } }

    func arrivals(of submission: SubmissionID) -> [Arrival] { arrivals.filter { $0.header?.submission == submission } }

    /// Waits for the webhook that tells of an outcome.
    func arrival(_ type: EventType, of submission: SubmissionID) async throws -> Arrival {
        try await eventually("a webhook of \(type.rawValue)") {
            arrivals(of: submission).first { $0.header?.type == type }
        }
    }

    /// Believes another endpoint's messages, too.
    func expect(_ secret: String) { inbox.secrets.withLock { $0.append(secret) } }

    func stop() async { await server.shutdown(gracePeriod: .zero) }

    /// “Signature scheme” of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, one of several signatures.
    private static func isSigned(_ headers: HTTPHeaders, _ body: [UInt8], by secret: String) -> Bool {
        guard let key = Base64.decode(String(secret.dropFirst("whsec_".utf8.count))), let id = headers["webhook-id"],
            let time = headers["webhook-timestamp"], let seconds = Double(time),
            abs(Date().timeIntervalSince1970 - seconds) < 300
        else { return false }
        let code = HMACSHA256.authenticate(Array("\(id).\(time).".utf8) + body, key: key)
        return (headers["webhook-signature"] ?? "").split(separator: " ").contains { $0 == "v1,\(Base64.encode(code))" }
    }
}
