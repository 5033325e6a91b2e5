import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Telemetry
import Testing

private let getAndClose = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

@Suite(.timeLimit(.minutes(2)))
struct EdgeServerTests {
    private static let loopback = AddressBlock(parsing: "127.0.0.0/8").map { [$0] } ?? []

    /// A server that answers with the client's address.
    private func run(
        _ configure: @escaping (inout HTTPServerConfiguration) -> Void, _ body: (ServerFixture) async throws -> Void
    ) async throws {
        try await ServerFixture.run(configure: configure) {
            $0.on(.get, "/") { request, _ in .text(request.client?.masked ?? "none") }
        } _: { fixture in
            try await body(fixture)
        }
    }

    // MARK: - Proxies

    @Test func forwardedAddressesCountFromATrustedProxyOnly() async throws {
        let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n"
        try await run({ $0.proxies = TrustedProxies(Self.loopback) }) { fixture in
            #expect(try await fixture.exchange(request).hasSuffix("203.0.113.0/24"))
            _ = try await fixture.log.waitForFirst("request")
            #expect(fixture.log.text.contains("203.0.113.0/24"))
            #expect(!fixture.log.text.contains("203.0.113.7"))
        }
        try await run({ _ in }) { fixture in
            let answer = try await fixture.exchange(request)
            #expect(answer.hasSuffix("127.0.0.0/24"))
        }
    }

    @Test(
        arguments: [
            ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: docket.example:8443\r\n", "https://docket.example:8443"),
            ("X-Forwarded-Host: docket.example\r\n", "nobody says"), ("X-Forwarded-Proto: https\r\n", "nobody says"),
            ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: a, b\r\n", "nobody says"),
            ("X-Forwarded-Proto: javascript\r\nX-Forwarded-Host: a\r\n", "nobody says"),
            ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: a/b\r\n", "nobody says"),
            ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: a\r\nX-Forwarded-Host: b\r\n", "nobody says"),
        ])
    func theAddressThatAClientCameToIsToldByATrustedProxyAlone(headers: String, site: String) async throws {
        let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(headers)\r\n"
        for (proxies, expected) in [(TrustedProxies(Self.loopback), site), (TrustedProxies(), "nobody says")] {
            try await ServerFixture.run(configure: { $0.proxies = proxies }) {
                $0.on(.get, "/") { request, _ in .text(request.forwardedSite ?? "nobody says") }
            } _: { fixture in
                let answer = try await fixture.exchange(request)
                #expect(answer.hasSuffix("\r\n\r\n\(expected)"))
            }
        }
    }

    @Test func aTrustedProxyBeginsAConnectionWithItsHeader() async throws {
        try await run({ $0.proxies = TrustedProxies(Self.loopback, sendProxyHeader: true) }) { fixture in
            let header = "PROXY TCP4 203.0.113.7 127.0.0.1 4711 80\r\n"
            #expect(try await fixture.exchange(header + getAndClose).hasSuffix("203.0.113.0/24"))
            try await fixture.connected { client in
                for byte in header.utf8 { try await client.send([byte]) }
                try await client.send(getAndClose)
                #expect(try await client.readToEnd().hasSuffix("203.0.113.0/24"))
            }
            // The address in the header is not a proxy of ours: what it claims counts for nothing.
            let claim = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n"
            #expect(try await fixture.exchange(header + claim).hasSuffix("203.0.113.0/24"))
            #expect(try await fixture.exchange(getAndClose) == "")
        }
    }

    @Test func whoeverIsNotTrustedCannotSendTheHeader() async throws {
        try await run({ $0.proxies = TrustedProxies([], sendProxyHeader: true) }) { fixture in
            let answer = try await fixture.exchange("PROXY TCP4 203.0.113.7 127.0.0.1 4711 80\r\n" + getAndClose)
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
        }
    }

    // MARK: - Limits

    @Test func anAddressHasSoManyConnectionsAndTheNextIsClosed() async throws {
        try await run({ $0.maximumConnectionsPerAddress = 1 }) { fixture in
            let loop = fixture.group.next()
            let address = fixture.address
            try await loop.run {
                let first = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try await first.readResponse()
                let second = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                #expect(try await second.readToEnd() == "")
                #expect(fixture.metrics.renderPrometheus().contains("http_server_refused_connections_total 1"))
                try await first.send(getAndClose)
                _ = try await first.readToEnd()
                while fixture.server.connectionCount > 0 { await Task.yield() }
                let third = RawClient(socket: try await StreamSocket.connect(to: address, on: loop))
                try await third.send(getAndClose)
                #expect(try await third.readToEnd().hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test func aTrustedProxyHasAsManyConnectionsAsItNeeds() async throws {
        try await run({
            $0.maximumConnectionsPerAddress = 1
            $0.proxies = TrustedProxies(Self.loopback)
        }) { fixture in
            try await fixture.connected { _ in
                try await fixture.connected { client in
                    try await client.send(getAndClose)
                    #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 200 "))
                }
            }
        }
    }

    // MARK: - Clients that leave

    @Test(
        arguments: [true, false])
    func aHandlerIsCancelledWhenItsClientIsGone(isReset: Bool) async throws {
        let isHandling = AsyncSignal<Void>()
        let wasCancelled = AsyncSignal<Void>()
        try await ServerFixture.run(configure: { $0.departureGrace = .milliseconds(isReset ? 3_600_000 : 1) }) {
            $0.on(.get, "/") { _, _ in
                isHandling.send()
                do { try await Task.sleep(for: .seconds(3600)) } catch {
                    wasCancelled.send()
                    throw error
                }
                return .noContent
            }
        } _: { fixture in
            let descriptor = try connect(to: fixture.address)
            try Self.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n", to: descriptor)
            try await isHandling.wait()
            if isReset {
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            }
            close(descriptor)
            try await wasCancelled.wait()
        }
    }

    @Test func whatAClientHasSentIsHandledToTheEndWhetherItWaitsOrNot() async throws {
        let isHandling = AsyncSignal<Void>()
        let mayEnd = AsyncSignal<Void>()
        let ended = AsyncSignal<Bool>()
        try await ServerFixture.run(configure: { $0.departureGrace = .milliseconds(1) }) {
            $0.on(.post, "/") { request, _ in
                _ = try await request.body.collect(limit: 10)
                isHandling.send()
                try await mayEnd.wait()
                ended.send(Task.isCancelled)
                return .noContent
            }
            $0.on(.get, "/") { _, _ in .noContent }
        } _: { fixture in
            let descriptor = try connect(to: fixture.address)
            try Self.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", to: descriptor)
            try await isHandling.wait()
            close(descriptor)
            // The loops have heard of it by the time that another connection was served.
            for _ in 0..<4 { _ = try await fixture.exchange(getAndClose) }
            mayEnd.send()
            #expect(try await ended.wait() == false)
        }
    }

    private func connect(to address: SocketAddress) throws -> CInt {
        let port = try #require(address.port)
        var system = sockaddr_in()
        system.sin_family = sa_family_t(AF_INET)
        system.sin_port = in_port_t(port).bigEndian
        system.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        let result = withUnsafePointer(to: &system) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }

    private static func send(_ text: String, to descriptor: CInt) throws {
        let bytes = Array(text.utf8)
        try #require(Glibc.send(descriptor, bytes, bytes.count, 0) == bytes.count)
    }

    // MARK: - Refusals in mid-body

    @Test func aRefusalInMidBodyIsReadByAClientThatSendsToTheEnd100Of100Times() async throws {
        try await ServerFixture.run {
            $0.on(.put, "/") { request, _ in
                _ = try await request.body.next()
                throw Problem(status: 422, type: "refusedEarly")
            }
        } _: { fixture in
            for round in 0..<100 {
                let answer = try await fixture.connected { client in
                    let size = 600_000 + round * 20_000
                    try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
                    try await client.send([UInt8](repeating: 7, count: size))
                    return try await client.readToEnd()
                }
                #expect(answer.hasPrefix("HTTP/1.1 422 ") && answer.contains("refusedEarly"), "round \(round)")
            }
        }
    }

    // MARK: - Every answer

    @Test(
        arguments: [
            ("GET /none HTTP/1.1\r\nHost: a\r\n", 404), ("DELETE / HTTP/1.1\r\nHost: a\r\n", 405),
            ("OPTIONS / HTTP/1.1\r\nHost: a\r\n", 204),
            ("GET /%zz HTTP/1.1\r\nHost: a\r\n", 400), ("GET / HTTP/1.1\r\nHost : a\r\n", 400),
            ("GET / HTTP/3.0\r\nHost: a\r\n", 505),
            ("GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n", 417), ("GET / HTTP/1.1\r\nHost: a\r\n", 200),
        ])
    func whatTheServerAnswersItselfHasTheFieldsAndTheFormOfAllAnswers(head: String, status: Int) async throws {
        try await run({
            $0.answerHeaders = ["X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"]
            $0.problemTitle = { $0 == "not-found" ? "Nothing here" : nil }
        }) { fixture in
            let answer = try await fixture.exchange(head + "Connection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.contains("X-Content-Type-Options: nosniff\r\n"))
            #expect(answer.contains("Referrer-Policy: no-referrer\r\n"))
            guard status >= 400 else { return }
            #expect(answer.contains("Content-Type: application/problem+json\r\n"))
            #expect(answer.contains("\"type\":\"\\/problems\\/") || answer.contains("\"type\":\"/problems/"))
            if status == 404 { #expect(answer.contains("\"title\":\"Nothing here\"")) }
        }
    }

    @Test func aHandlersOwnFieldTakesThePlaceOfOneThatAllAnswersHave() async throws {
        try await ServerFixture.run(configure: { $0.answerHeaders = ["X-A": "all", "X-B": "all"] }) {
            $0.on(.get, "/") { _, _ in HTTPResponse(status: 204, headers: ["x-a": "own"]) }
        } _: { fixture in
            let answer = try await fixture.exchange(getAndClose)
            #expect(answer.contains("x-a: own\r\n"))
            #expect(!answer.contains("X-A: all"))
            #expect(answer.contains("X-B: all\r\n"))
        }
    }

    @Test func aPreflightIsAnsweredWithoutAHandlerAnswersToPagesNameTheirOrigin() async throws {
        try await run({
            $0.cors = CORSPolicy(
                .these(["https://app.example"]), requestHeaders: ["Authorization"], responseHeaders: ["Location"])
        }) { fixture in
            let origin = "Origin: https://app.example\r\nConnection: close\r\n"
            let preflight = try await fixture.exchange(
                "OPTIONS / HTTP/1.1\r\nHost: a\r\nAccess-Control-Request-Method: GET\r\n\(origin)\r\n")
            #expect(preflight.hasPrefix("HTTP/1.1 204 "))
            #expect(preflight.contains("Access-Control-Allow-Origin: https://app.example\r\n"))
            #expect(preflight.contains("Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r\n"))
            #expect(preflight.contains("Access-Control-Allow-Headers: Authorization\r\n"))
            let answer = try await fixture.exchange("GET / HTTP/1.1\r\nHost: a\r\n\(origin)\r\n")
            #expect(answer.contains("Access-Control-Expose-Headers: Location\r\n"))
            // A page can tell a refusal from a network that does not work.
            #expect(
                try await fixture.exchange("GET /none HTTP/1.1\r\nHost: a\r\n\(origin)\r\n").contains(
                    "Access-Control-Allow-Origin"))
            let other = try await fixture.exchange(getAndClose)
            #expect(!other.contains("Access-Control-Allow-Origin"))
        }
    }

    // MARK: - Files

    @Test func aFileThatIsNotInThePageCacheIsSentWhole() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cold-\(UUID().uuidString)")
        let content = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        try Data(content).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        fsync(descriptor)
        try #require(posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0)
        let owned = OwnedDescriptor(descriptor)
        try await ServerFixture.run {
            $0.on(.get, "/") { request, _ in
                .content(of: owned, length: Int64(content.count), contentType: "image/jpeg", etag: ETag("x"), for: request)
            }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try await client.read(through: "\r\n\r\n")
                #expect(try await client.readBytes(content.count) == content)
            }
        }
    }
}
