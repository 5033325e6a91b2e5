import EventLoop
import HTTPServer
import Shared
import Support
import Synchronization
import Telemetry

/// A collector of traces that takes OTLP over HTTP, in JSON, and shows what it was sent.
final class SpanCollector: Sendable {
    struct Span: Sendable {
        let trace: String
        let id: String
        let parent: String?
        let name: String
        let service: String
        /// All of it, as it came.
        let json: JSONValue

        /// The spans of other traces that it names, each as its trace and itself.
        var links: [String] {
            json.list("links").map { "\($0.text("traceId") ?? "")/\($0.text("spanId") ?? "")" }
        }
    }

    let url: String
    private let server: HTTPServer
    private let inbox: Inbox

    private final class Inbox: Sendable {
        let spans = Mutex<[Span]>([])
        let texts = Mutex<[String]>([])
    }

    init(_ group: EventLoopGroup) throws {
        let inbox = Inbox()
        var router = Router()
        router.on(.post, "/v1/traces") { request, _ in
            guard request.headers["content-type"] == "application/json" else { return HTTPResponse(status: 415) }
            let body = try await request.body.collect(limit: 1 << 24)
            let spans = Self.spans(in: try CanonicalJSON.decode(JSONValue.self, from: body))
            inbox.spans.withLock { $0 += spans }
            inbox.texts.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
            return .json(JSONValue.object([:]))
        }
        var configuration = HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0))
        configuration.logsAccess = false
        server = HTTPServer(
            configuration: configuration, router: router, group: group, logger: .silent, metrics: MetricsRegistry())
        url = "http://127.0.0.1:\(try server.start().port ?? 0)"
        self.inbox = inbox
    }

    var spans: [Span] { inbox.spans.withLock { $0 } }

    /// Every request, as it came.
    var text: String { inbox.texts.withLock { $0.joined(separator: "\n") } }

    func span(_ id: SpanID) async throws -> Span {
        try await eventually("the span \(id) is told") { spans.first { $0.id == id.description } }
    }

    /// From this span back to the first one that was told, that one last.
    func chain(from id: SpanID) async throws -> [Span] {
        var chain = [try await span(id)]
        while let parent = chain.last?.parent, chain.count < 20 {
            guard let id = UInt64(parent, radix: 16).flatMap({ SpanID($0) }), spans.contains(where: { $0.id == parent })
            else { return chain }
            chain.append(try await span(id))
        }
        return chain
    }

    func stop() async { await server.shutdown(gracePeriod: .zero) }

    private static func spans(in request: JSONValue) -> [Span] {
        request.list("resourceSpans").flatMap { resource in
            let service = resource["resource"]?.list("attributes").first { $0["key"] == .string("service.name") }
            return resource.list("scopeSpans").flatMap { $0.list("spans") }.map { span in
                Span(
                    trace: span.text("traceId") ?? "", id: span.text("spanId") ?? "", parent: span.text("parentSpanId"),
                    name: span.text("name") ?? "", service: service?["value"]?.text("stringValue") ?? "", json: span)
            }
        }
    }
}

extension JSONValue {
    fileprivate func list(_ name: String) -> [JSONValue] { if case .array(let values)? = self[name] { values } else { [] } }
    fileprivate func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }
}
