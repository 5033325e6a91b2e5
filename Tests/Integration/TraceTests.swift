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
            let draft = try await docket.client.createSubmission(
                NewSubmission(
                    journey: "identity", subject: "marker-subject-41", reference: "marker-reference-41",
                    contact: Contact(email: "marker-41@example.org")))
            let document = try await docket.client.addDocument(
                NewDocument(type: "passport", expiryDate: .today.adding(days: 365)), to: draft.id)
            let page = "/v1/submissions/\(draft.id)/documents/\(document.id)/pages"
            var sent = ClientRequest(
                "POST", docket.url + page, headers: ["content-type": "image/jpeg"],
                body: .bytes(try await SampleFile.turnedPhoto().bytes))
            sent.trace = upload
            #expect(try await docket.http.send(sent).status == 201)
            // What is asked every second tells nothing, whoever traces it.
            let scrapes = TraceContext.root(sampled: true)
            for path in ["metrics", "health/live", "health/ready"] {
                var scrape = ClientRequest("GET", "\(try docket.variable("GATEWAY_ADMIN_URL"))/\(path)")
                scrape.trace = scrapes
                #expect(try await docket.http.send(scrape).status == 200, "\(path)")
            }
            sent = ClientRequest("POST", "\(docket.url)/v1/submissions/\(draft.id)/submit")
            sent.trace = submit
            #expect(try await docket.http.send(sent).status == 202)

            let webhook = try await docket.receiver.arrival(.submissionAccepted, of: draft.id)
            let told = try #require(webhook.trace)
            #expect(told.traceID == upload.traceID && told.flags.contains(.sampled))
            try await checkWayToWebhook(docket, collector, draft.id, told, submit)
            try await checkUpload(collector, upload)
            try await checkSilence(docket, collector, silent.id)
            #expect(!collector.spans.contains { $0.trace == scrapes.traceID.description })
        }

        private static func checkWayToWebhook(
            _ docket: RunningDocket, _ collector: SpanCollector, _ submission: SubmissionID, _ told: TraceContext,
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
                let record = try #require(try await docket.records(topic, of: submission).first)
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
