import Configuration
import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import ServiceRuntime

/// Traces, as a collector gets them.
@Suite(.timeLimit(.minutes(1)))
struct TraceExportTests {
    /// A collector that keeps what it is sent, and answers so.
    private final class Collector: Sendable {
        struct Arrival: Sendable {
            let headers: HTTPHeaders
            let body: JSONValue
        }

        private let inbox = Mutex<[Arrival]>([])
        private let arrived = AsyncPulse()
        private let answers: Mutex<[Answer]>
        /// Holds back the answers that wait.
        let release = AsyncSignal<Void>()

        enum Answer: Sendable {
            case response(HTTPResponse)
            case silence
        }

        /// The first answers; then 200.
        init(_ answers: [Answer]) { self.answers = Mutex(answers) }

        func routes() -> Router {
            var router = Router()
            router.on(.post, "/v1/traces") { [self] request, _ in
                let body = try await request.body.collect(limit: 1 << 20)
                let arrival = Arrival(headers: request.headers, body: try CanonicalJSON.decode(JSONValue.self, from: body))
                inbox.withLock { $0.append(arrival) }
                arrived.notify()
                switch answers.withLock({ $0.isEmpty ? Answer.response(HTTPResponse(status: 200)) : $0.removeFirst() }) {
                case .response(let response): return response
                case .silence:
                    try await release.wait()
                    return HTTPResponse(status: 200)
                }
            }
            return router
        }

        func arrivals(_ count: Int) async throws -> [Arrival] {
            while inbox.withLock({ $0.count }) < count { try await arrived.wait() }
            return inbox.withLock { $0 }
        }
    }

    private func configuration(_ variables: [String: String]) throws -> TraceConfiguration {
        var reader = ConfigurationReader(environment: variables)
        let configuration = TraceConfiguration(reading: &reader, service: "test")
        try reader.finish()
        return configuration
    }

    /// The system's clock, but that long pauses are as good as none, or go on for ever. Remembers what was waited for.
    private final class BentTime: TimeSource {
        private let asked = Mutex<[Duration]>([])
        private let longest: Duration
        private let bent: Duration

        init(longest: Duration, lasting bent: Duration = .milliseconds(1)) { (self.longest, self.bent) = (longest, bent) }

        var now: Date { SystemTime().now }
        var pauses: [Duration] { asked.withLock { $0 } }

        func sleep(for duration: Duration) async throws {
            asked.withLock { $0.append(duration) }
            try await SystemTime().sleep(for: duration < longest ? duration : bent)
        }
    }

    /// Runs an exporter beside a collector, and stops it; then the metrics are shown.
    @discardableResult
    private func run(
        answering answers: [Collector.Answer] = [], time: any TimeSource = SystemTime(),
        _ body: (SpanRecorder, Collector, MetricsRegistry) async throws -> Void
    ) async throws -> String {
        let group = try EventLoopGroup(threads: 2, blockingThreads: 1, name: "traces")
        let collector = Collector(answers)
        let metrics = MetricsRegistry()
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0)),
            router: collector.routes(), group: group, logger: .silent, metrics: MetricsRegistry())
        let port = try server.start().port ?? 0
        let result: Result<Void, any Error>
        do {
            let traces = try configuration([
                "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:\(port)/", "OTEL_EXPORTER_OTLP_HEADERS": "x-key=a%20b,other=1",
                "OTEL_SERVICE_NAME": "tested",
            ])
            var reader = ConfigurationReader(environment: [
                "DATABASE_URL": "postgresql://127.0.0.1:1/none", "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1",
            ])
            let service = ServiceConfiguration(reading: &reader, service: "test", adminPort: 9_999)
            let context = ServiceContext(
                configuration: service, group: group, logger: .silent, metrics: metrics, health: HealthRegistry())
            let recorder = SpanRecorder()
            let exporter = try #require(TraceExporter(traces, context, recorder: recorder, time: time))
            async let running: Void = group.loops[0].run { try await exporter.run() }
            do {
                try await body(recorder, collector, metrics)
            } catch {
                await exporter.stop()
                throw error
            }
            await exporter.stop()
            result = .success(try await running)
        } catch {
            result = .failure(error)
        }
        collector.release.send()
        await server.shutdown(gracePeriod: .seconds(1))
        await group.shutdown()
        try result.get()
        return metrics.renderPrometheus()
    }

    private func span(_ name: String, parent: TraceContext? = nil) -> TraceSpan {
        let context = parent?.child() ?? .root(sampled: true)
        return TraceSpan(
            context, parent: parent?.spanID, name: name, kind: .server, start: 1_700_000_000_000_000_000,
            end: 1_700_000_000_500_000_000, attributes: ["a": 1, "b": "text", "c": true], isError: parent != nil)
    }

    @Test func `spans arrive as OTLP says`() async throws {
        try await run { recorder, collector, _ in
            let first = span("first")
            let second = span("second", parent: first.context)
            recorder.record(first.context, first)
            recorder.record(second.context, second)
            var spans: [JSONValue] = []
            var count = 0
            while spans.count < 2 {
                count += 1
                let arrival = try #require(try await collector.arrivals(count).last)
                #expect(arrival.headers["content-type"] == "application/json")
                #expect(arrival.headers["x-key"] == "a b" && arrival.headers["other"] == "1")
                let resource = try #require(arrival.body.member("resourceSpans").first)
                #expect(resource.member("resource").first?.member("attributes").first?.member("key") == [.string("service.name")])
                spans += resource.member("scopeSpans").flatMap { $0.member("spans") }
            }
            let sent = try #require(spans.first { $0.member("name") == [.string("second")] })
            #expect(sent.member("traceId") == [.string(first.context.traceID.description)])
            #expect(sent.member("spanId") == [.string(second.context.spanID.description)])
            #expect(sent.member("parentSpanId") == [.string(first.context.spanID.description)])
            #expect(sent.member("startTimeUnixNano") == [.string("1700000000000000000")])
            #expect(sent.member("status").first?.member("code") == [.number(2)])
            let root = try #require(spans.first { $0.member("name") == [.string("first")] })
            #expect(root.member("parentSpanId").isEmpty && root.member("status").first?.member("code") == [.number(0)])
        }
    }

    @Test func `a collector that is busy is asked again, as late as it wants`() async throws {
        let time = BentTime(longest: .seconds(5))
        let busy = HTTPResponse(status: 503, headers: ["Retry-After": "7"])
        let metrics = try await run(answering: [.response(busy)], time: time) { recorder, collector, _ in
            let one = span("one")
            recorder.record(one.context, one)
            let arrivals = try await collector.arrivals(2)
            #expect(arrivals[0].body == arrivals[1].body)
        }
        #expect(time.pauses.contains(.seconds(7)))
        #expect(metrics.contains("docket_spans_exported_total 1\n"))
    }

    @Test func `what a collector refuses is dropped and counted`() async throws {
        let partly = HTTPResponse(status: 200, body: .bytes(Array(#"{"partialSuccess":{"rejectedSpans":"1"}}"#.utf8)))
        let metrics = try await run(answering: [.response(HTTPResponse(status: 400)), .response(partly)]) {
            recorder, collector, _ in
            for count in 1...3 {
                let one = span("one")
                recorder.record(one.context, one)
                _ = try await collector.arrivals(count)
            }
        }
        #expect(metrics.contains(#"docket_spans_dropped_total{reason="refused"} 2"#))
        #expect(metrics.contains("docket_spans_exported_total 1\n"))
    }

    @Test func `a collector that never answers holds up neither work nor stop`() async throws {
        let time = BentTime(longest: TraceExporter.flushLimit)
        let metrics = try await run(answering: [.silence], time: time) { recorder, collector, _ in
            let one = span("one")
            recorder.record(one.context, one)
            _ = try await collector.arrivals(1)
            // More than there is room for: whoever records them does not wait.
            for _ in 0..<5_000 { recorder.record(one.context, one) }
        }
        #expect(time.pauses.contains(TraceExporter.flushLimit))
        #expect(metrics.contains(#"docket_spans_dropped_total{reason="undelivered"} 4097"#))
        #expect(metrics.contains(#"docket_spans_dropped_total{reason="overflow"} 904"#))
    }

    @Test func `what was done last is sent before the end`() async throws {
        let kept = Mutex<Collector?>(nil)
        let count = 600
        // However slow the machine is.
        try await run(time: BentTime(longest: TraceExporter.flushLimit, lasting: .seconds(600))) { recorder, collector, _ in
            kept.withLock { $0 = collector }
            for _ in 0..<count {
                let one = span("last")
                recorder.record(one.context, one)
            }
        }
        let collector = try #require(kept.withLock { $0 })
        let spans = try await collector.arrivals(0).flatMap {
            $0.body.member("resourceSpans").flatMap { $0.member("scopeSpans").flatMap { $0.member("spans") } }
        }
        #expect(spans.count == count)
    }

    @Test func `answers are read as OTLP has them`() {
        func answer(_ status: Int, _ retryAfter: String? = nil, _ body: String = "") -> TraceAnswer {
            TraceAnswer(status: status, retryAfter: retryAfter, body: Array(body.utf8), now: Timestamp(millisecondsSinceEpoch: 0))
        }
        #expect(answer(200) == .taken(rejected: 0) && answer(200, nil, "{}") == .taken(rejected: 0))
        #expect(answer(200, nil, #"{"partialSuccess":{"rejectedSpans":3,"errorMessage":"x"}}"#) == .taken(rejected: 3))
        #expect(answer(202, nil, "<html>") == .taken(rejected: 0))
        for status in [429, 502, 503, 504] {
            #expect(answer(status) == .busy(after: nil) && answer(status, "5") == .busy(after: .seconds(5)))
        }
        #expect(answer(503, "99999999") == .busy(after: TraceAnswer.longestPause))
        for status in [301, 400, 401, 404, 413, 500, 501] { #expect(answer(status) == .refused(status: status)) }
        #expect(TraceAnswer.pause(afterTry: 1, asked: nil, random: 0) == .seconds(1))
        #expect(TraceAnswer.pause(afterTry: 2, asked: nil, random: 1) == .seconds(1))
        #expect(TraceAnswer.pause(afterTry: 1, asked: .seconds(9), random: 0) == .seconds(9))
        #expect(TraceAnswer.pause(afterTry: 1_000, asked: nil, random: 0) == TraceAnswer.longestPause)
    }

    @Test func `headers are a secret`() throws {
        let configuration = try configuration(["OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20s3cr3t,x-a=b"])
        #expect(configuration.headers["authorization"]?.reveal == "Bearer s3cr3t" && configuration.headers.count == 2)
        var text = "\(configuration)"
        dump(configuration, to: &text)
        #expect(!text.contains("s3cr3t"))
    }

    @Test(arguments: [
        ["OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"], ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://u:p@c:4318"],
        ["OTEL_EXPORTER_OTLP_ENDPOINT": "http:///v1"], ["OTEL_EXPORTER_OTLP_HEADERS": "novalue"],
        ["OTEL_EXPORTER_OTLP_HEADERS": "a b=1"], ["OTEL_EXPORTER_OTLP_HEADERS": "a=%+1"],
        ["OTEL_EXPORTER_OTLP_HEADERS": "a=%zz"], ["OTEL_EXPORTER_OTLP_HEADERS": "a=b%0d%0ac"], ["OTEL_TRACES_SAMPLER": "some"],
        ["OTEL_TRACES_SAMPLER_ARG": "2"],
    ])
    func `what is wrong is named`(variables: [String: String]) throws {
        do {
            _ = try configuration(variables)
            Issue.record("it is taken as it is")
        } catch let faults as ConfigurationFaults {
            let name = try #require(variables.keys.first)
            #expect(faults.description.contains(name) && !faults.description.contains("u:p"))
        }
    }

    @Test func `variables are read as the specification has them`() throws {
        #expect(try configuration([:]).url == nil)
        let whole = try configuration([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "https://c/x", "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
            "OTEL_TRACES_SAMPLER_ARG": "0.5",
        ])
        #expect(whole.url == "https://c/x/v1/traces" && whole.sampler == .parentBased(share: 0.5))
        #expect(whole.service == "docket-test")
    }

    /// What a stage commits names the span of its attempt as the cause, and that one the span of what it worked on.
    @Test func `a stage's span lies between its event and the event that it makes`() async throws {
        SpanRecorder.shared.start(sampler: .alwaysOn, capacity: 1_000_000)
        let world = MemoryWorld()
        let submission = try #require(try await world.submissions(1).first)
        let handler = TestHandler.accepting(world.store)
        try await world.withLoop(handler) { _ in
            try await world.broker.waitForCommit(group: "docket.validation", MemoryWorld.submitted, offset: 1)
        }
        let spans = SpanRecorder.shared.recorded.filter {
            $0.attributes["docket.submission"] == .string(submission.id.description)
        }
        let span = try #require(spans.first)
        #expect(span.name == "process validation" && span.kind == .consumer && !span.isError && spans.count == 1)
        let made = try #require(
            try await world.store.events(of: submission.id, afterSequence: submission.version, limit: 1).first)
        #expect(try EventReader.header(of: made.payload).traceparent == span.context.traceparent)
    }
}

extension JSONValue {
    /// What is under a name; of a list, its members.
    fileprivate func member(_ name: String) -> [JSONValue] {
        guard case .object(let members) = self, let value = members[name] else { return [] }
        if case .array(let values) = value { return values }
        return [value]
    }
}
