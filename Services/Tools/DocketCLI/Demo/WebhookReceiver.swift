import CommandSupport
import DevServer
import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Synchronization
import Telemetry

/// The demo's back end: it receives webhooks on 127.0.0.1 and verifies their signatures.
final class WebhookReceiver: Sendable {
    /// A received webhook.
    struct Delivery: Sendable {
        /// `webhook-id`, the id of the event.
        let id: String
        let submission: SubmissionID?
        let type: String
        /// `webhook-signature`.
        let signature: String
        let body: [UInt8]
        /// Nil if the signature is valid.
        let fault: String?
    }

    let target: RunSettings.WebhookTarget
    private let server: HTTPServer
    private let inbox: Inbox

    private static let path = "/webhooks"
    private static let largestBody = 256 * 1024
    private static let mostKept = 1000

    /// The received deliveries, and the tasks that wait for more.
    private final class Inbox: Sendable {
        let signature: WebhookSignature
        let deliveries = Mutex<[Delivery]>([])
        let arrival = AsyncPulse()

        init(signature: WebhookSignature) { self.signature = signature }

        func receive(_ request: HTTPRequest) async throws -> HTTPResponse {
            let body = try await request.body.collect(limit: WebhookReceiver.largestBody)
            let fault = signature.fault(
                id: request.headers["webhook-id"], timestamp: request.headers["webhook-timestamp"],
                signature: request.headers["webhook-signature"], body: body, now: Int(Date().timeIntervalSince1970))
            let header = try? EventReader.header(of: body)
            let delivery = Delivery(
                id: request.headers["webhook-id"] ?? "", submission: header?.submission, type: header?.type.rawValue ?? "",
                signature: request.headers["webhook-signature"] ?? "", body: body, fault: fault)
            deliveries.withLock { if $0.count < WebhookReceiver.mostKept { $0.append(delivery) } }
            arrival.notify()
            return HTTPResponse(status: fault == nil ? 204 : 401)
        }
    }

    private init(target: RunSettings.WebhookTarget, server: HTTPServer, inbox: Inbox) {
        self.target = target
        self.server = server
        self.inbox = inbox
    }

    /// Listens on a free port, with a new secret.
    static func start(_ context: CommandContext) throws -> WebhookReceiver {
        let secret = WebhookSignature.newSecret()
        guard let signature = WebhookSignature(secret: secret) else {
            throw CommandFailure(.failure, "the webhook's secret cannot be read back")
        }
        let inbox = Inbox(signature: signature)
        var router = Router()
        router.on(.post, path) { request, _ in try await inbox.receive(request) }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        let server = HTTPServer(
            configuration: configuration, router: router, group: context.group,
            logger: Logger(label: "webhook-receiver", level: .critical), metrics: MetricsRegistry())
        let address = try server.start()
        return WebhookReceiver(
            target: .init(url: "http://\(address)\(path)", secret: secret), server: server, inbox: inbox)
    }

    /// The first delivery of this type for a submission; waits for it if necessary.
    func delivery(of type: EventType, for submission: SubmissionID) async throws -> Delivery {
        while true {
            let found = inbox.deliveries.withLock { deliveries in
                deliveries.first { $0.submission == submission && $0.type == type.rawValue }
            }
            if let found { return found }
            try await inbox.arrival.wait()
        }
    }

    func stop() async { await server.shutdown(gracePeriod: .seconds(1)) }
}
