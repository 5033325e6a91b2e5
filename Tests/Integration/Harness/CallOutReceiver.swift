import Crypto
import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Support
import Synchronization
import Telemetry

/// Whom journeys ask: checks who asks, and answers what the submission's metadata wants, or hangs until it is told to go on.
final class CallOutReceiver: Sendable {
    struct Question: Sendable {
        /// `webhook-id`.
        let id: String
        let submission: String
        let body: [UInt8]
        let isSigned: Bool
    }

    private let server: HTTPServer
    private let port: Int
    private let state: State

    private final class State: Sendable {
        let questions = Mutex<[Question]>([])
        /// What questions are signed with, once the test knows it.
        let master = Mutex<[UInt8]>([])
        let goOn = AsyncSignal<Void>()
    }

    init(_ group: EventLoopGroup) throws {
        let state = State()
        var router = Router()
        let ports = PortBox()
        @Sendable func question(_ request: HTTPRequest) async throws -> JSONValue {
            let body = try await request.body.collect(limit: 1 << 20)
            let value = try CanonicalJSON.decode(JSONValue.self, from: body)
            guard case .string(let submission)? = value["submission"] else { throw CancellationError() }
            let url = "http://127.0.0.1:\(ports.port)\(request.path)"
            let master = state.master.withLock { $0 }
            state.questions.withLock {
                $0.append(
                    Question(
                        id: request.headers["webhook-id"] ?? "", submission: submission, body: body,
                        isSigned: Self.isSigned(request.headers, body, master: master, url: url)))
            }
            return value
        }
        @Sendable func json(_ text: String) -> HTTPResponse {
            HTTPResponse(status: 200, headers: ["content-type": "application/json"], body: .bytes(Array(text.utf8)))
        }
        router.on(.post, "/hang") { request, _ in
            _ = try await question(request)
            try await state.goOn.wait()
            return json(#"{"verdict":"allow"}"#)
        }
        router.on(.post, "/answer") { request, _ in
            let value = try await question(request)
            guard case .string(let answer)? = value["metadata"]?["answer"] else { return HTTPResponse(status: 500) }
            return json(answer)
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: Logger(label: "asked", level: .critical),
            metrics: MetricsRegistry())
        port = try server.start().port ?? 0
        ports.set(port)
        self.state = state
    }

    private final class PortBox: Sendable {
        private let value = Mutex(0)
        var port: Int { value.withLock { $0 } }
        func set(_ port: Int) { value.withLock { $0 = port } }
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// Every question that has come, repeats included.
    var questions: [Question] { state.questions.withLock { $0 } }

    /// `whsec_` and base64.
    func expectSignatures(of secret: String) {
        state.master.withLock { $0 = Base64.decode(secret.dropFirst("whsec_".count)) ?? [] }
    }

    /// Those that hang are answered, and no later one hangs.
    func goOn() { state.goOn.send() }

    func stop() async { await server.shutdown(gracePeriod: .zero) }

    private static func isSigned(_ headers: HTTPHeaders, _ body: [UInt8], master: [UInt8], url: String) -> Bool {
        guard let id = headers["webhook-id"], let time = headers["webhook-timestamp"], let seconds = Double(time),
            abs(Date().timeIntervalSince1970 - seconds) < 300
        else { return false }
        let key = HMACSHA256.authenticate(Array("docket-callout\n\(url)".utf8), key: master)
        let code = HMACSHA256.authenticate(Array("\(id).\(time).".utf8) + body, key: key)
        return headers["webhook-signature"] == "v1,\(Base64.encode(code))"
    }
}
