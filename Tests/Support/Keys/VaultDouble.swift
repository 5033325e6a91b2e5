import Crypto
public import EventLoop
import FoundationEssentials
import HTTPServer
import Synchronization
import Telemetry

/// The transit engine of a Vault, as its documentation has it: one mount, keys with versions, tokens, and a namespace.
public final class VaultDouble: Sendable {
    private struct State {
        var keys: [String: [SecretBytes]] = [:]
        var token = "token-of-before"
        var namespace: String?
        /// Versions below this are not opened any more.
        var oldest = 1
        var readsAssociatedData = true
        var isSealed = false
        /// Answers before it works again.
        var refusals: [(status: Int, error: String)] = []
        var actions: [String] = []
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Question: Decodable {
        var plaintext: String?
        var ciphertext: String?
        var associated_data: String?
    }

    private let server: HTTPServer
    private let state: Behaviour
    public let address: String

    private final class Behaviour: Sendable {
        let state = Mutex(State())
    }

    /// `key` is there from the beginning.
    public init(_ group: EventLoopGroup, key: String = "docket") throws {
        let behaviour = Behaviour()
        behaviour.state.withLock { $0.keys[key] = [SecretBytes.random(32)] }
        var router = Router()
        for action in ["encrypt", "decrypt"] {
            router.on(.post, "/v1/transit/\(action)/{key}") { request, parameters in
                let question = try JSONDecoder().decode(
                    Question.self, from: Data(try await request.body.collect(limit: 1 << 20)))
                let (token, namespace) = (request.headers["X-Vault-Token"], request.headers["X-Vault-Namespace"])
                let (status, body) = behaviour.state.withLock { state in
                    Self.answer(&state, action, parameters["key"] ?? "", question, token, namespace)
                }
                return HTTPResponse(status: status, headers: ["content-type": "application/json"], body: .bytes(Array(body.utf8)))
            }
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: Logger(label: "vault", level: .critical),
            metrics: MetricsRegistry())
        address = "http://127.0.0.1:\(try server.start().port ?? 0)"
        state = behaviour
    }

    // MARK: - What is done to it

    /// A new version of a key.
    public func rotate(_ key: String = "docket") { change { $0.keys[key, default: []].append(.random(32)) } }

    public func expect(token: String, namespace: String? = nil) {
        change { state in (state.token, state.namespace) = (token, namespace) }
    }

    public func open(fromVersion oldest: Int) { change { $0.oldest = oldest } }

    /// As versions are that do not know the parameter.
    public func passOverAssociatedData() { change { $0.readsAssociatedData = false } }

    /// Whether it is sealed: it answers nothing else then.
    public func seal(_ isSealed: Bool) { change { $0.isSealed = isSealed } }

    /// The next answers.
    public func refuse(_ statuses: [Int], _ error: String = "") {
        change { $0.refusals = statuses.map { (status: $0, error: error) } }
    }

    /// What it was asked for, in order.
    public var actions: [String] { state.state.withLock { $0.actions } }

    public func stop() async { await server.shutdown(gracePeriod: .zero) }

    private func change(_ body: (inout sending State) -> Void) { state.state.withLock { body(&$0) } }

    // MARK: - What it answers

    private static func answer(
        _ state: inout State, _ action: String, _ key: String, _ question: Question, _ token: String?, _ namespace: String?
    ) -> (Int, String) {
        state.actions.append(action)
        if !state.refusals.isEmpty {
            let refusal = state.refusals.removeFirst()
            return (refusal.status, errors(refusal.error))
        }
        if state.isSealed { return (503, errors("Vault is sealed")) }
        guard token == state.token, namespace == state.namespace else { return (403, errors("permission denied")) }
        guard let versions = state.keys[key] else { return (400, errors("encryption key not found")) }
        let data = state.readsAssociatedData ? question.associated_data.flatMap { Base64.decode($0) } ?? [] : []
        if action == "encrypt" {
            guard let plain = question.plaintext.flatMap({ Base64.decode($0) }),
                let sealed = try? AES256GCM.seal(plain, key: versions[versions.count - 1], context: data)
            else { return (400, errors("missing plaintext to encrypt")) }
            let version = versions.count
            let text = "vault:v\(version):\(Base64.encode(sealed))"
            return (200, #"{"request_id":"1","data":{"ciphertext":"\#(text)","key_version":\#(version)},"warnings":null}"#)
        }
        let parts = (question.ciphertext ?? "").split(separator: ":")
        guard parts.count == 3, parts[0] == "vault", let version = Int(parts[1].dropFirst()), version > 0,
            version <= versions.count
        else { return (400, errors("invalid ciphertext: no prefix")) }
        guard version >= state.oldest else {
            return (400, errors("ciphertext or signature version is disallowed by policy (too old)"))
        }
        guard let plain = Base64.decode(parts[2]).flatMap({ AES256GCM.open($0, key: versions[version - 1], context: data) })
        else {
            return (400, errors("cipher: message authentication failed"))
        }
        return (200, #"{"request_id":"2","data":{"plaintext":"\#(Base64.encode(plain))"}}"#)
    }

    private static func errors(_ text: String) -> String { text.isEmpty ? #"{"errors":[]}"# : #"{"errors":["\#(text)"]}"# }
}
