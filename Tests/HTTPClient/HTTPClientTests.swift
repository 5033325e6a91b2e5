import EventLoop
import HTTPClient
import Synchronization
import Telemetry
import Testing

@Suite(.timeLimit(.minutes(1))) struct HTTPClientTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// The error that a request ends with.
    private func failure(_ client: HTTPClient, _ request: ClientRequest) async -> HTTPClientError? {
        do throws(HTTPClientError) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func aRequestGetsItsAnswer() async throws {
        try await withLoop { loop in
            let server = try RawServer(
                on: loop,
                answering: "HTTP/1.1 201 Created\r\nX-Many: 1\r\nx-many:  2 \r\nEmpty:\r\nContent-Length: 5\r\n\r\nhello")
            let metrics = MetricsRegistry()
            let client = HTTPClient(loop: loop, metrics: metrics)
            let response = try await client.send(ClientRequest("GET", server.url + "/path?q=1", headers: ["X-One": "eins"]))
            #expect(response.status == 201 && response.isSuccess)
            #expect(response.text == "hello")
            #expect(response.headers.values("X-MANY") == ["1", "2"])
            #expect(response.headers["empty"] == "")
            #expect(response.remoteAddress == "127.0.0.1:\(server.port)")
            let request = try #require(server.requests.first)
            #expect(request.line == "GET /path?q=1 HTTP/1.1")
            #expect(request.header("X-One") == "eins")
            #expect(request.header("User-Agent") == "docket")
            #expect(request.header("Content-Length") == nil && request.header("Expect") == nil)
            #expect(metrics.renderPrometheus().contains(#"docket_http_client_requests_total{outcome="2xx"} 1"#))
        }
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func aBodyIsSent(method: String) async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: Self.ok)
            let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
            let headers: ClientHeaders = ["Content-Type": "application/json", "X-Empty": ""]
            _ = try await HTTPClient(loop: loop).send(ClientRequest(method, server.url, headers: headers, body: .bytes(body)))
            let request = try #require(server.requests.first)
            #expect(request.line == "\(method) / HTTP/1.1")
            #expect(request.body == body)
            #expect(request.header("Content-Type") == "application/json")
            #expect(request.head.contains("\r\nX-Empty:"))
        }
    }

    @Test func withoutABodyThereIsNone() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 204 No Content\r\n\r\n")
            let client = HTTPClient(loop: loop)
            for method in ["POST", "PATCH", "DELETE", "OPTIONS", "HEAD"] {
                #expect(try await client.send(ClientRequest(method, server.url)).status == 204)
            }
            #expect(server.requests.map { $0.header("Content-Length") } == ["0", "0", nil, nil, nil])
            #expect(server.requests.allSatisfy { $0.header("Content-Type") == nil })
            #expect(server.requests.map(\.line).last == "HEAD / HTTP/1.1")
        }
    }

    @Test func headIsNotWaitedForItsBody() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")
            let response = try await HTTPClient(loop: loop).send(ClientRequest("HEAD", server.url))
            #expect(response.headers["content-length"] == "99" && response.body.isEmpty)
        }
    }

    @Test func connectionsAreKept() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: Self.ok)
            let client = HTTPClient(loop: loop)
            for _ in 0..<20 { _ = try await client.send(ClientRequest("GET", server.url)) }
            #expect(server.connections == 1)
            #expect(server.requests.count == 20)
        }
    }

    @Test func manyRequestsAtATime() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop) { request, socket in
                try await socket.write(
                    Array("HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n".utf8) + request.body)
                return true
            }
            var configuration = HTTPClientConfiguration()
            configuration.maximumConnectionsPerHost = 8
            let client = HTTPClient(loop: loop, configuration: configuration)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let body = Array("number \(number)".utf8)
                        return try await client.send(ClientRequest("POST", server.url, body: .bytes(body))).body == body
                    }
                }
                for try await same in group { #expect(same) }
            }
            #expect(server.connections <= 8)
        }
    }

    @Test func interimAnswersAndChunksAndTrailersAreUnderstood() async throws {
        try await withLoop { loop in
            let server = try RawServer(
                on: loop,
                answering:
                    "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-Late: 1\r\nTransfer-Encoding: chunked\r\n"
                    + "\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n")
            let response = try await HTTPClient(loop: loop).send(ClientRequest("GET", server.url))
            #expect(response.text == "abcde")
            #expect(response.headers["X-Early"] == nil && response.headers["X-Late"] == "1")
            #expect(response.headers["X-Trailer"] == nil)
        }
    }

    @Test func redirectsAreAnswersLikeOthers() async throws {
        try await withLoop { loop in
            let server = try RawServer(
                on: loop, answering: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
            #expect(try await HTTPClient(loop: loop).send(ClientRequest("GET", server.url)).status == 302)
            #expect(server.requests.count == 1)
        }
    }

    @Test func theTraceIsHandedOn() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: Self.ok)
            var request = ClientRequest("GET", server.url)
            let trace = TraceContext.root()
            request.trace = trace
            _ = try await HTTPClient(loop: loop).send(request)
            #expect(server.requests.first?.header("traceparent") == trace.traceparent)
        }
    }

    @Test func requestsThatCannotBeSentAreRefused() async throws {
        try await withLoop { loop in
            let client = HTTPClient(loop: loop)
            let requests = [
                ClientRequest("GET", "ftp://127.0.0.1/"), ClientRequest("GET", "file:///etc/passwd"),
                ClientRequest("GET", "/relative"),
                ClientRequest("GET", "http://127.0.0.1/a b"), ClientRequest("GET", "http://127.0.0.1/\r\nX: y"),
                ClientRequest("GE T", "http://127.0.0.1/"), ClientRequest("", "http://127.0.0.1/"),
                ClientRequest("GET", "http://127.0.0.1/", headers: ["X": "a\r\nY: b"]),
                ClientRequest("GET", "http://127.0.0.1/", headers: ["X y": "a"]), ClientRequest("GET", "http://[::1/"),
                ClientRequest("GET", "http://127.0.0.1/", headers: ["X": "a\u{0}"]),
            ]
            for request in requests {
                let error = await failure(client, request)
                #expect(error?.code == .invalidRequest, "\(request.method) \(request.url)")
                #expect(error?.isRetriable == false)
            }
        }
    }

    @Test func aRefusedConnectionIsSaid() async throws {
        try await withLoop { loop in
            let listening = try ListeningSocket.bind(
                SocketAddress(ip: "127.0.0.1", port: 0), backlog: 1, reusePort: false, on: loop)
            let port = try #require(listening.localAddress.port)
            try await loop.run { listening.close() }
            let error = await failure(HTTPClient(loop: loop), ClientRequest("GET", "http://127.0.0.1:\(port)/secret"))
            #expect(error?.code == .connectionFailed && error?.isRetriable == true)
            #expect(error?.description.contains("secret") == false && error?.description.contains("127.0.0.1") == false)
            // libcurl's words, and the system's: for an operator.
            #expect(error?.words.contains("127.0.0.1") == true && error?.words.contains("Connection refused") == true)
            #expect(error?.words.contains("secret") == false)
        }
    }

    @Test func aNameThatDoesNotExistIsSaid() async throws {
        try await withLoop { loop in
            let error = await failure(HTTPClient(loop: loop), ClientRequest("GET", "http://does-not-exist.invalid/"))
            #expect(error?.code == .nameNotResolved && error?.isRetriable == true)
            #expect(error?.words.contains("does-not-exist.invalid") == true)
        }
    }

    @Test(arguments: [
        ("", HTTPClientError.Code.connectionLost), ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", .connectionLost),
        ("SSH-2.0-OpenSSH_9\r\n", .protocolViolation),
        ("HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\nshort", .protocolViolation),
    ])
    func brokenAnswersAreErrors(answer: String, code: HTTPClientError.Code) async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop) { _, socket in
                try await socket.write(Array(answer.utf8))
                return false
            }
            let error = await failure(HTTPClient(loop: loop), ClientRequest("GET", server.url))
            #expect(error?.code == code)
        }
    }

    @Test func aConnectionClosedWhileIdleIsReplaced() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop) { _, socket in
                try await socket.write(Array(Self.ok.utf8))
                return false
            }
            let client = HTTPClient(loop: loop)
            for _ in 0..<5 { #expect(try await client.send(ClientRequest("POST", server.url, body: .bytes([1]))).status == 200) }
            #expect(server.requests.count == 5)
        }
    }

    @Test func answersAreBounded() async throws {
        try await withLoop { loop in
            let announced = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n0123456789a")
            let chunked = try RawServer(
                on: loop, answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n0123456789a\r\n0\r\n\r\n")
            let wide = try RawServer(
                on: loop,
                answering: "HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(String(repeating: "y", count: 999))\r\n", count: 99))
            let many = try RawServer(
                on: loop, answering: "HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 300) + "\r\n")
            let client = HTTPClient(loop: loop)
            for server in [announced, chunked, wide, many] {
                var request = ClientRequest("GET", server.url)
                request.maximumResponseBytes = 10
                #expect(await failure(client, request)?.code == .responseTooLarge)
            }
            var request = ClientRequest("GET", announced.url)
            request.maximumResponseBytes = 11
            #expect(try await client.send(request).body.count == 11)
        }
    }

    @Test func timesAreBounded() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop) { _, _ in
                try await loop.sleep(for: .seconds(600))
                return false
            }
            var request = ClientRequest("GET", server.url)
            request.timeout = .milliseconds(50)
            let error = await failure(HTTPClient(loop: loop), request)
            #expect(error?.code == .timedOut && error?.isRetriable == true)
        }
    }

    @Test func cancellationTakesTheRequestOut() async throws {
        try await withLoop { loop in
            let arrived = AsyncSignal<Void>()
            let gone = AsyncSignal<Void>()
            let server = try RawServer(on: loop) { _, socket in
                arrived.send()
                // The end of the stream: the client has hung up.
                _ = try? await socket.read(maximum: 1)
                gone.send()
                return false
            }
            let client = HTTPClient(loop: loop)
            let url = server.url
            let task = Task { await failure(client, ClientRequest("GET", url)) }
            try await arrived.wait()
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            try await gone.wait()
            // Cancelled before it began.
            let second = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await failure(client, ClientRequest("GET", url))
            }
            #expect(await second.value?.code == .cancelled)
        }
    }

    @Test func closingEndsWhatIsUnderWay() async throws {
        try await withLoop { loop in
            let arrived = AsyncSignal<Void>()
            let server = try RawServer(on: loop) { _, socket in
                arrived.send()
                _ = try? await socket.read(maximum: 1)
                return false
            }
            let client = HTTPClient(loop: loop)
            let url = server.url
            let task = Task { await failure(client, ClientRequest("GET", url)) }
            try await arrived.wait()
            await client.close()
            #expect(await task.value?.code == .closed)
            #expect(await failure(client, ClientRequest("GET", url))?.code == .closed)
            await client.close()
        }
    }

    @Test func unixSocketsWork() async throws {
        try await withLoop { loop in
            let path = "/tmp/docket-http-\(UInt64.random(in: 0 ... .max)).sock"
            defer { unlinkQuietly(path) }
            let server = try RawServer(on: loop, address: .unix(path: path)) { _, socket in
                try await socket.write(Array(Self.ok.utf8))
                return true
            }
            var request = ClientRequest("GET", "http://localhost/x")
            request.unixSocketPath = path
            #expect(try await HTTPClient(loop: loop).send(request).text == "ok")
            #expect(server.requests.first?.header("Host") == "localhost")
            request.addressGuard = .publicOnly
            #expect(await failure(HTTPClient(loop: loop), request)?.code == .addressRefused)
        }
    }

    @Test func errorsDescribeThemselves() {
        for code in HTTPClientError.Code.allCases {
            let error = HTTPClientError(code: code, description: "x")
            #expect(error.description == "x" && error.detail.isEmpty)
        }
    }
}
