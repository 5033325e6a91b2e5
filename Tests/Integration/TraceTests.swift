import EventLoop
import HTTPClient
import IntakeClient
import Shared
import Support
import Telemetry
import Testing

extension OwnRuns {
    /// One trace through real processes: from a caller's own span to what the tenant's back end is told.
    @Suite struct TraceTests {
        @Test func aTraceGoesFromThePOSTToTheWebhook() async throws {
            let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "collector")
            let collector = try SpanCollector(group)
            let result: Result<Void, any Error>
            do {
                var options = RunningDocket.Options()
                options.environment = [
                    "OTEL_EXPORTER_OTLP_ENDPOINT": collector.url,
                    "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20s3cr3tKey",
                    "OTEL_TRACES_SAMPLER": "parentbased_always_off",
                ]
                try await RunningDocket.run(options) { try await Self.follow($0, collector) }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await collector.stop()
            await group.shutdown()
            try result.get()
        }

        private static func follow(_ docket: RunningDocket, _ collector: SpanCollector) async throws {
            // Nobody asked for this one: with this sampler it is not told.
            let silent = try await docket.outcome("identity", [PlannedDocument("passport", [.pdf(pages: 1)])])

            let upload = TraceContext.root(sampled: true)
            let submit = upload.child()
            // Each request begins a trace of its own, as clients do that keep none for a whole submission.
            let (opened, added) = (TraceContext.root(sampled: true), TraceContext.root(sampled: true))
            let draft = try await created(
                "/v1/submissions",
                #"{"journey":"identity","subject":"marker-subject-41","reference":"marker-reference-41","contact":{"email":"marker-41@example.org"}}"#,
                opened, docket)
            let document = try await created(
                "/v1/submissions/\(draft)/documents", #"{"type":"passport","expiryDate":"2999-01-31"}"#, added, docket)
            let page = "/v1/submissions/\(draft)/documents/\(document)/pages"
            var sent = ClientRequest(
                "POST", docket.url + page, headers: ["content-type": "image/jpeg"],
                body: .bytes(try await SampleFile.turnedPhoto().bytes))
            sent.trace = upload
            #expect(try await docket.http.send(sent).status == 201)
            // What is asked every second tells nothing, whoever traces it.
            let scrapes = TraceContext.root(sampled: true)
            let admin = try docket.variable("GATEWAY_ADMIN_URL")
            for address in ["metrics", "health/live", "health/ready"].map({ "\(admin)/\($0)" })
                + ["\(docket.url)/health/live", "\(docket.url)/health/ready"]
            {
                var scrape = ClientRequest("GET", address)
                scrape.trace = scrapes
                #expect(try await docket.http.send(scrape).status == 200, "\(address)")
            }
            sent = ClientRequest("POST", "\(docket.url)/v1/submissions/\(draft)/submit")
            sent.trace = submit
            #expect(try await docket.http.send(sent).status == 202)

            let webhook = try await docket.receiver.arrival(.submissionAccepted, of: SubmissionID(draft) ?? .random())
            let told = try #require(webhook.trace)
            #expect(told.traceID == upload.traceID && told.flags.contains(.sampled))
            try await checkWayToWebhook(docket, collector, draft, told, submit)
            try await checkUpload(collector, upload)
            try await checkLinks(collector, from: [added, upload, submit], to: opened)
            try await checkSilence(docket, collector, silent.id)
            #expect(!collector.spans.contains { $0.trace == scrapes.traceID.description })
        }

        /// What was made, by its id.
        private static func created(
            _ path: String, _ json: String, _ trace: TraceContext, _ docket: RunningDocket
        ) async throws -> String {
            var request = ClientRequest(
                "POST", docket.url + path, headers: ["content-type": "application/json"], body: .bytes(Array(json.utf8)))
            request.trace = trace
            let answer = try await docket.http.send(request)
            guard case .string(let id)? = try CanonicalJSON.decode(JSONValue.self, from: answer.body)["id"] else {
                throw UnexpectedAnswer(description: "\(answer.status)")
            }
            return id
        }

        private struct UnexpectedAnswer: Error { let description: String }

        /// A collector shows the way from each request to the one that opened the submission.
        private static func checkLinks(
            _ collector: SpanCollector, from traces: [TraceContext], to opened: TraceContext
        ) async throws {
            func server(_ trace: TraceContext) async throws -> SpanCollector.Span {
                try await eventually("a request is told") {
                    collector.spans.first { $0.parent == trace.spanID.description }
                }
            }
            let creation = try await server(opened)
            #expect(creation.name == "POST /v1/submissions" && creation.links.isEmpty)
            for trace in traces {
                let span = try await server(trace)
                #expect(span.trace == trace.traceID.description)
                #expect(span.links == ["\(opened.traceID)/\(creation.id)"], "\(span.name)")
            }
        }

        private static func checkWayToWebhook(
            _ docket: RunningDocket, _ collector: SpanCollector, _ submission: String, _ told: TraceContext,
            _ submit: TraceContext
        ) async throws {
            // Batches of several processes: the last to come may be the first of the trace.
            let chain = try await eventually("the whole trace is told") {
                let chain = try await collector.chain(from: told.spanID)
                return chain.last?.parent == submit.spanID.description ? chain : nil
            }
            #expect(
                chain.map(\.name) == [
                    "POST webhook", "process normalization", "process validation", "POST /v1/submissions/{submission}/submit",
                ])
            #expect(
                chain.map(\.service) == [
                    "docket-notification-service", "docket-normalization-worker", "docket-validation-worker",
                    "docket-intake-gateway",
                ])
            #expect(Set(chain.map(\.trace)) == [submit.traceID.description])
            // Between processes it goes in the records' headers.
            for (topic, number) in [(Topic.submitted, 3), (.validated, 2), (.outcomes, 1)] {
                let record = try #require(try await docket.records(topic, of: SubmissionID(submission) ?? .random()).first)
                let header = try #require(record.header("traceparent").flatMap { TraceContext(traceparent: $0) })
                #expect(header.spanID.description == chain[number].id && header.traceID == submit.traceID, "\(topic)")
            }
            // Planning what to tell is work, too.
            _ = try await eventually("the notification's stage is told") {
                collector.spans.first { $0.name == "process notification" && $0.parent == chain[1].id }
            }
            // Who looks at one of them finds the other.
            let log = try #require(ProcFile.text("\(docket.home)/logs/gateway.log"))
            let lines = log.split(separator: "\n").filter { $0.contains(#""trace_id":"\#(submit.traceID)""#) }
            #expect(lines.contains { $0.contains(#""submission":"\#(submission)""#) })
        }

        private static func checkUpload(_ collector: SpanCollector, _ upload: TraceContext) async throws {
            let post = try await eventually("the upload is told") {
                collector.spans.first { $0.parent == upload.spanID.description }
            }
            #expect(post.name == "POST /v1/submissions/{submission}/documents/{document}/pages")
            _ = try await eventually("the preview is told") {
                collector.spans.first { $0.name == "process preview" && $0.parent == post.id }
            }
        }

        /// What nobody wants to know, what nobody should know.
        private static func checkSilence(_ docket: RunningDocket, _ collector: SpanCollector, _ silent: SubmissionID) async throws
        {
            #expect(!collector.text.contains(silent.description))
            #expect(!collector.text.contains("marker-") && !collector.text.contains("photo.jpg"))
            for name in ["gateway", "validation", "normalization", "notification"] {
                let log = try #require(ProcFile.text("\(docket.home)/logs/\(name).log"))
                #expect(!log.contains("s3cr3tKey") && !log.contains("spans are lost"))
            }
        }
    }
}
