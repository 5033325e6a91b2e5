public import Crypto
public import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Synchronization
import Telemetry

/// AWS KMS, as its API reference has it: keys by ARN, an alias, encryption contexts, and requests that are signed.
public final class KMSDouble: Sendable {
    public static let region = "eu-central-1"
    public static let credentials = SignatureV4.Credentials(accessKey: "AKIDEXAMPLE", secretKey: "kms-secret")

    private struct State {
        /// By ARN.
        var keys: [String: SecretBytes] = [:]
        var alias = ""
        var refusals: [(status: Int, type: String)] = []
        var actions: [String] = []
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    private struct Question: Decodable {
        var KeyId: String?
        var Plaintext: String?
        var CiphertextBlob: String?
        var EncryptionContext: [String: String]?
        var SourceKeyId: String?
        var SourceEncryptionContext: [String: String]?
        var DestinationKeyId: String?
        var DestinationEncryptionContext: [String: String]?
    }

    private struct Fault: Error {
        let type: String
    }

    private final class Behaviour: Sendable {
        let state = Mutex(State())
    }

    private let server: HTTPServer
    private let behaviour: Behaviour
    public let endpoint: String
    /// What names the current key.
    public static let alias = "alias/docket"

    public init(_ group: EventLoopGroup) throws {
        let behaviour = Behaviour()
        var router = Router()
        router.on(.post, "/") { request, _ in
            let body = try await request.body.collect(limit: 1 << 16)
            let action = String((request.headers["x-amz-target"] ?? "").split(separator: ".").last ?? "")
            let isSigned = Self.isSigned(request, body)
            let (status, text) = behaviour.state.withLock { state in
                state.actions.append(action)
                do {
                    if !state.refusals.isEmpty {
                        let refusal = state.refusals.removeFirst()
                        return (refusal.status, Self.fault(refusal.type))
                    }
                    guard isSigned else { throw Fault(type: "InvalidSignatureException") }
                    let question = try JSONDecoder().decode(Question.self, from: Data(body))
                    return (200, try Self.answer(state, action, question))
                } catch {
                    return (400, Self.fault((error as? Fault)?.type ?? "SerializationException"))
                }
            }
            return HTTPResponse(
                status: status, headers: ["content-type": "application/x-amz-json-1.1"], body: .bytes(Array(text.utf8)))
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: Logger(label: "kms", level: .critical),
            metrics: MetricsRegistry())
        endpoint = "http://127.0.0.1:\(try server.start().port ?? 0)"
        self.behaviour = behaviour
        rotate()
    }

    /// The alias names a new key from now on; the old one stays.
    public func rotate() {
        behaviour.state.withLock { state in
            state.alias = "arn:aws:kms:\(Self.region):111122223333:key/\(state.keys.count + 1)"
            state.keys[state.alias] = .random(32)
        }
    }

    /// The next answers.
    public func refuse(_ refusals: [(status: Int, type: String)]) { behaviour.state.withLock { $0.refusals = refusals } }

    /// What it was asked for, in order.
    public var actions: [String] { behaviour.state.withLock { $0.actions } }

    public func stop() async { await server.shutdown(gracePeriod: .zero) }

    // MARK: - What it answers

    private static func answer(_ state: State, _ action: String, _ question: Question) throws -> String {
        switch action {
        case "Encrypt":
            let arn = try arn(question.KeyId, state)
            let blob = try seal(try bytes(question.Plaintext), arn, question.EncryptionContext, state)
            return #"{"CiphertextBlob":"\#(blob)","EncryptionAlgorithm":"SYMMETRIC_DEFAULT","KeyId":"\#(arn)"}"#
        case "Decrypt":
            let (plain, arn) = try open(question.CiphertextBlob, question.KeyId, question.EncryptionContext, state)
            return #"{"EncryptionAlgorithm":"SYMMETRIC_DEFAULT","KeyId":"\#(arn)","Plaintext":"\#(Base64.encode(plain))"}"#
        case "ReEncrypt":
            let (plain, source) = try open(
                question.CiphertextBlob, question.SourceKeyId, question.SourceEncryptionContext, state)
            let arn = try arn(question.DestinationKeyId, state)
            let blob = try seal(plain, arn, question.DestinationEncryptionContext, state)
            return #"{"CiphertextBlob":"\#(blob)","KeyId":"\#(arn)","SourceKeyId":"\#(source)"}"#
        default: throw Fault(type: "UnknownOperationException")
        }
    }

    private static func arn(_ name: String?, _ state: State) throws -> String {
        let arn = name == alias ? state.alias : name ?? ""
        guard state.keys[arn] != nil else { throw Fault(type: "NotFoundException") }
        return arn
    }

    private static func bytes(_ text: String?) throws -> [UInt8] {
        guard let bytes = text.flatMap({ Base64.decode($0) }) else { throw Fault(type: "SerializationException") }
        return bytes
    }

    /// A blob begins with the name of its key, as that of KMS does in its way.
    private static func seal(
        _ plain: [UInt8], _ arn: String, _ context: [String: String]?, _ state: State
    ) throws -> String {
        guard let key = state.keys[arn] else { throw Fault(type: "NotFoundException") }
        return Base64.encode(Array(arn.utf8) + [0] + (try AES256GCM.seal(plain, key: key, context: Self.context(context))))
    }

    private static func open(
        _ blob: String?, _ name: String?, _ context: [String: String]?, _ state: State
    ) throws -> ([UInt8], String) {
        let bytes = try bytes(blob)
        guard let end = bytes.firstIndex(of: 0) else { throw Fault(type: "InvalidCiphertextException") }
        let arn = String(decoding: bytes[..<end], as: UTF8.self)
        if let name, try self.arn(name, state) != arn { throw Fault(type: "IncorrectKeyException") }
        guard let key = state.keys[arn],
            let plain = AES256GCM.open(Array(bytes[(end + 1)...]), key: key, context: Self.context(context))
        else { throw Fault(type: "InvalidCiphertextException") }
        return (plain, arn)
    }

    private static func context(_ context: [String: String]?) -> [UInt8] {
        (context ?? [:]).sorted { $0.key < $1.key }.flatMap { Array("\($0.key)\n\($0.value)\n".utf8) }
    }

    private static func fault(_ type: String) -> String {
        #"{"__type":"com.amazonaws.kms#\#(type)","message":"told by a double"}"#
    }

    /// Whether it carries this very signature for its own headers, made at its own time.
    private static func isSigned(_ request: HTTPRequest, _ body: [UInt8]) -> Bool {
        guard let time = request.headers["x-amz-date"], let moment = seconds(time), let said = request.headers["Authorization"]
        else { return false }
        let headers = ["content-type", "x-amz-target", "host"].map { (name: $0, value: request.headers[$0] ?? "") }
        let made = SignatureV4(credentials: credentials, region: region, service: "kms").headers(
            for: .init(method: "POST", path: "/", headers: headers, payloadDigest: Hex.encode(SHA256.hash(body))), at: moment)
        return made.contains { $0.name == "Authorization" && $0.value == said }
    }

    /// Seconds since 1970 of `20130524T000000Z`.
    private static func seconds(_ text: String) -> Int? {
        let digits = Array(text)
        guard digits.count == 16 else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let iso = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z"
        return (try? Date(iso, strategy: .iso8601)).map { Int($0.timeIntervalSince1970) }
    }
}
