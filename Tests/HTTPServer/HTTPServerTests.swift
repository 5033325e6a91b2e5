import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Telemetry
import Testing

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
private let getAndClose = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
    @Test func keepAliveThenClose() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in .text("hello") }
        } _: { fixture in
            try await fixture.connected { client in
                for _ in 0..<3 {
                    try await client.send(get)
                    let (head, body) = try await client.readResponse()
                    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
                    #expect(head.contains("Date: "))
                    #expect(!head.contains("Connection:"))
                    #expect(body == "hello")
                }
                try await client.send(getAndClose)
                #expect(try await client.readToEnd().contains("Connection: close\r\n"))
            }
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/{number}") { _, parameters in .text(parameters["number"] ?? "") }
            $0.on(.post, "/") { request, _ in .text(String(decoding: try await request.body.collect(limit: 10), as: UTF8.self)) }
        } _: { fixture in
            let text =
                "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\ntwo"
                + "GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            let answers = try await fixture.exchange(text)
            let bodies = answers.components(separatedBy: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
            #expect(bodies == ["1", "two", "3"])
        }
    }

    @Test func aRequestBeforeTheClientsHalfCloseIsAnswered() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in .text("hello") }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send(get)
                client.socket.shutdownWrite()
                #expect(try await client.readToEnd().hasSuffix("hello"))
            }
        }
    }

    @Test func headHasTheHeadersOfGETAndNoBodyHTTP10IsClosedUnlessItAsks() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in .text("hello") }
        } _: { fixture in
            let head = try await fixture.exchange("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(head.contains("Content-Length: 5\r\n"))
            #expect(head.hasSuffix("\r\n\r\n"))
            #expect(try await fixture.exchange("OPTIONS / HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
            #expect(try await fixture.exchange("GET / HTTP/1.0\r\n\r\n").hasSuffix("hello"))
            try await fixture.connected { client in
                try await client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try await client.readResponse().head.contains("Connection: keep-alive\r\n"))
                try await client.send("GET / HTTP/1.0\r\n\r\n")
                #expect(try await client.readToEnd().contains("Connection: close\r\n"))
            }
        }
    }

    @Test func whatIsNoRequestIsRefusedInTheProblemsFormAndTheConnectionClosed() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in .text("hello") }
        } _: { fixture in
            let answer = try await fixture.exchange("GET / HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n" + get)
            #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(answer.contains("Content-Type: application/problem+json\r\n"))
            #expect(answer.contains("Connection: close\r\n"))
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(
                fixture.metrics.renderPrometheus().contains("http_server_refused_requests_total{reason=\"malformedHeader\"} 1"))
        }
    }

    @Test func theLastRequestThatAConnectionMayMakeSaysSo() async throws {
        try await ServerFixture.run(configure: { $0.maximumRequestsPerConnection = 2 }) {
            $0.on(.get, "/") { _, _ in .noContent }
        } _: { fixture in
            let answers = try await fixture.exchange(get + get + get)
            #expect(answers.components(separatedBy: "HTTP/1.1 204").count == 3)
            #expect(answers.components(separatedBy: "Connection: close").count == 2)
        }
    }

    @Test func connectionsOverTheLimitWaitForOthersToEnd() async throws {
        try await ServerFixture.run(configure: { $0.maximumConnections = 1 }) {
            $0.on(.get, "/") { _, _ in .text("hello") }
        } _: { fixture in
            let loop = fixture.group.next()
            let address = fixture.address
            try await loop.run {
                let first = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                try await first.send(get)
                _ = try await first.readResponse()
                let second = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                try await second.send(getAndClose)
                second.socket.setReadDeadline(.now + .milliseconds(30))
                await #expect(throws: SocketError.self) { try await second.readToEnd() }
                second.socket.setReadDeadline(nil)
                first.close()
                #expect(try await second.readToEnd().hasSuffix("hello"))
            }
        }
    }

    // MARK: - Time-outs

    @Test func aSilentConnectionIsClosedWithoutAWordASlowHeadGetsA408() async throws {
        try await ServerFixture.run(configure: {
            $0.idleTimeout = .milliseconds(50)
            $0.headTimeout = .milliseconds(50)
        }) {
            $0.on(.get, "/") { _, _ in .text("hello") }
        } _: { fixture in
            #expect(try await fixture.exchange("") == "")
            let answer = try await fixture.exchange("GET / HT")
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test func aBodyThatDripsIsCutWithA408() async throws {
        try await ServerFixture.run(configure: { $0.bodyAllowance = .milliseconds(50) }) {
            $0.on(.post, "/") { request, _ in .text("\(try await request.body.collect(limit: 1000).count)") }
        } _: { fixture in
            let answer = try await fixture.exchange("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains("body-too-slow"))
        }
    }

    // MARK: - Shutdown

    @Test func aGracefulStopFinishesWhatIsInFlightAndClosesWhatIsIdle() async throws {
        let isHandling = AsyncSignal<Void>()
        let mayAnswer = AsyncSignal<Void>()
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in
                isHandling.send()
                try await mayAnswer.wait()
                return .text("hello")
            }
            $0.on(.get, "/quick") { _, _ in .noContent }
        } _: { fixture in
            let loop = fixture.group.next()
            let address = fixture.address
            try await loop.run {
                let idle = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                try await idle.send("GET /quick HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try await idle.readResponse()
                let busy = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                try await busy.send(get)
                try await isHandling.wait()
                async let stopped: Void = fixture.server.shutdown(gracePeriod: .seconds(3600))
                #expect(try await idle.readToEnd() == "")
                mayAnswer.send()
                let answer = try await busy.readToEnd()
                #expect(answer.contains("Connection: close\r\n"))
                #expect(answer.hasSuffix("hello"))
                await stopped
            }
            #expect(fixture.server.connectionCount == 0)
        }
    }

    @Test func afterTheGracePeriodHandlersAreCancelled() async throws {
        let isHandling = AsyncSignal<Void>()
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in
                isHandling.send()
                try await Task.sleep(for: .seconds(3600))
                return .noContent
            }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send(get)
                try await isHandling.wait()
                await fixture.server.shutdown(gracePeriod: .milliseconds(10))
                #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 503 "))
            }
        }
    }

    // MARK: - What is remembered of a request

    @Test func answersCarryTheRequestsIDAndTheLogHasNothingOfTheRequest() async throws {
        try await ServerFixture.run {
            $0.on(.post, "/things/{thing}") { request, _ in .text("\(request.id) \(request.trace.traceID)") }
        } _: { fixture in
            let trace = "0af7651916cd43dd8448eb211c80319c"
            let answer = try await fixture.exchange(
                "POST /things/secret?token=secret HTTP/1.1\r\nHost: a\r\nX-Request-Id: my-id.1\r\nContent-Length: 6\r\n"
                    + "traceparent: 00-\(trace)-b7ad6b7169203331-01\r\nConnection: close\r\n\r\nsecret")
            #expect(answer.hasSuffix("my-id.1 \(trace)"))
            #expect(answer.contains("Docket-Request-Id: my-id.1\r\n"))
            #expect(answer.contains("X-Request-Id: my-id.1\r\n"))
            #expect(answer.contains("traceparent: 00-\(trace)-"))
            #expect(!answer.contains("b7ad6b7169203331"))
            let line = try await fixture.log.waitForFirst("request")
            #expect(line.fields["route"] == "/things/{thing}")
            #expect(line.fields["status"] == 200)
            #expect(line.fields["request_id"] == "my-id.1")
            #expect(!fixture.log.text.contains("secret"))
            let metrics = fixture.metrics.renderPrometheus()
            #expect(
                metrics.contains(
                    "http_server_request_duration_seconds_count{method=\"POST\",route=\"/things/{thing}\",status=\"200\"} 1"))
        }
    }

    @Test func aRequestIsASpanTheChildOfItsCallers() async throws {
        SpanRecorder.shared.start(sampler: .alwaysOn, capacity: 1_000_000)
        try await ServerFixture.run {
            $0.on(.get, "/spans/{thing}") { request, _ in .text(request.trace.spanID.description) }
        } _: { fixture in
            let trace = "1af7651916cd43dd8448eb211c80319c"
            let head = "Host: a\r\ntraceparent: 00-\(trace)-b7ad6b7169203331-01\r\nConnection: close\r\n\r\n"
            let answer = try await fixture.exchange("GET /spans/secret HTTP/1.1\r\n" + head)
            _ = try await fixture.log.waitForFirst("request")
            let spans = SpanRecorder.shared.recorded.filter { $0.context.traceID.description == trace }
            let span = try #require(spans.first)
            #expect(spans.count == 1 && span.name == "GET /spans/{thing}" && span.kind == .server)
            #expect(span.parent?.description == "b7ad6b7169203331" && answer.hasSuffix(span.context.spanID.description))
            #expect(span.attributes["http.response.status_code"] == 200)
            #expect(!"\(span)".contains("secret"))
        }
    }

    @Test func aSpanNamesTheOneOfAnotherTraceThatItBelongsTo() async throws {
        SpanRecorder.shared.start(sampler: .alwaysOn, capacity: 1_000_000)
        let other = TraceContext.root(sampled: true)
        try await ServerFixture.run {
            $0.on(.get, "/linked") { request, _ in
                request.link(to: other)
                return .text(request.trace.traceID.description)
            }
            $0.on(.get, "/alone") { request, _ in
                // In its own trace there is nothing to link.
                request.link(to: request.trace.child())
                return .text(request.trace.traceID.description)
            }
        } _: { fixture in
            // On one connection: what a request is linked to is not the next one's.
            let answers = try await fixture.exchange(
                "GET /linked HTTP/1.1\r\nHost: a\r\n\r\nGET /alone HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            _ = try await fixture.log.wait(for: 2, "request")
            let spans = SpanRecorder.shared.recorded.filter { answers.contains($0.context.traceID.description) }
            let links = Dictionary(uniqueKeysWithValues: spans.map { ($0.name, $0.links) })
            #expect(links["GET /linked"] == [other] && links["GET /alone"] == [])
        }
    }

    @Test func theLineOfARefusedRequestNamesTheProblem() async throws {
        SpanRecorder.shared.start(sampler: .alwaysOn, capacity: 1_000_000)
        try await ServerFixture.run {
            $0.on(.post, "/refused") { _, _ in throw Problem(status: 415, type: "unsupported-media-type", detail: "secret") }
            $0.on(.get, "/page") { _, _ in
                var page = HTTPResponse.text("<p>secret</p>", status: 410, contentType: "text/html")
                page.problem = "link-ended"
                return page
            }
            $0.on(.get, "/fine") { _, _ in .noContent }
        } _: { fixture in
            var head = "Host: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            _ = try await fixture.exchange("POST /refused HTTP/1.1\r\n" + head)
            head = "Host: a\r\nConnection: close\r\n\r\n"
            for path in ["page", "fine", "nowhere"] { _ = try await fixture.exchange("GET /\(path) HTTP/1.1\r\n" + head) }
            let lines = try await fixture.log.wait(for: 4, "request")
            let problems = Dictionary(uniqueKeysWithValues: lines.map { ($0.fields["route"], $0.fields["problem"]) })
            #expect(problems["/refused"] == "unsupported-media-type" && problems["/page"] == "link-ended")
            #expect(problems["none"] == "not-found" && problems["/fine"] == .some(nil))
            #expect(!fixture.log.text.contains("secret"))
            let span = try #require(SpanRecorder.shared.recorded.last { $0.name == "POST /refused" })
            #expect(span.attributes["error.type"] == "unsupported-media-type" && !span.isError)
        }
    }

    @Test func aLineOfTheLogHasTheParametersThatAreWantedThereWhereTheyAreIds() async throws {
        try await ServerFixture.run(configure: { $0.loggedParameters = ["thing"] }) {
            $0.on(.get, "/things/{thing}/{other}") { _, _ in .noContent }
        } _: { fixture in
            let id = "0198a2f4-5b1c-7d3e-8f90-000000000001"
            for thing in [id, "person@example.org", "0198A2F4-5b1c-7d3e-8f90-00000000000x"] {
                _ = try await fixture.exchange("GET /things/\(thing)/\(id) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            }
            let lines = try await fixture.log.wait(for: 3, "request")
            #expect(lines.map { $0.fields["thing"] } == [.string(id), nil, nil])
            #expect(lines.allSatisfy { $0.fields["other"] == nil })
        }
    }

    @Test func twoCallersSpansAreNoneANewTraceBegins() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { request, _ in .text(request.trace.traceparent) }
        } _: { fixture in
            let trace = "2af7651916cd43dd8448eb211c80319c"
            let line = "traceparent: 00-\(trace)-b7ad6b7169203331-00\r\n"
            let answer = try await fixture.exchange(
                "GET / HTTP/1.1\r\nHost: a\r\n\(line)\(line)tracestate: a=1\r\nConnection: close\r\n\r\n")
            #expect(!answer.contains(trace))
        }
    }

    @Test func theVendorsPartMayBeSpreadOverLinesAndGoesOn() async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { request, _ in .text(request.trace.tracestate ?? "none") }
        } _: {
            fixture in
            let parent = "traceparent: 00-3af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00\r\n"
            let answer = try await fixture.exchange(
                "GET / HTTP/1.1\r\nHost: a\r\n\(parent)tracestate: a=1\r\ntracestate: b=2\r\nConnection: close\r\n\r\n")
            #expect(answer.hasSuffix("a=1,b=2"))
        }
    }

    @Test(
        arguments: ["a b", "x\"y", String(repeating: "a", count: 65), ""])
    func aClientsIdThatCouldDisturbALogIsReplaced(id: String) async throws {
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in .noContent }
        } _: { fixture in
            let answer = try await fixture.exchange(
                "GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: \(id)\r\nConnection: close\r\n\r\n")
            #expect(!answer.contains("X-Request-Id"))
            #expect(answer.contains("Docket-Request-Id: "))
        }
    }

    @Test func anUnknownErrorBecomesA500ThatGivesNothingAwayAndIsInTheLog() async throws {
        struct Leak: Error, CustomStringConvertible { var description: String { "internal detail" } }
        try await ServerFixture.run {
            $0.on(.get, "/") { _, _ in throw Leak() }
        } _: { fixture in
            let answer = try await fixture.exchange(getAndClose)
            #expect(answer.hasPrefix("HTTP/1.1 500 "))
            #expect(!answer.contains("internal detail"))
            #expect(!answer.contains("Leak"))
            let line = try await fixture.log.waitForFirst("handler failed")
            #expect(line.fields["detail"] == "internal detail")
            guard case .string(let id)? = line.fields["request_id"] else { return #expect(Bool(false)) }
            #expect(answer.contains("/requests/\(id)"))
        }
    }
}
