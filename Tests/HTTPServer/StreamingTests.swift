import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StreamingTests {
    // MARK: - Requests

    @Test func aChunkedBodyWithTrailersThenTheNextRequestOnTheSameConnection() async throws {
        try await ServerFixture.run {
            $0.on(.post, "/") { request, _ in
                #expect(request.body.declaredLength == nil)
                let body = try await request.body.collect(limit: 100)
                return .text(String(decoding: body, as: UTF8.self))
            }
        } _: { fixture in
            try await fixture.connected { client in
                for _ in 0..<2 {
                    try await client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                    try await client.send("3\r\nabc\r\n")
                    try await client.send("2\r\nde\r\n0\r\nX-Sum: 7\r\n\r\n")
                    #expect(try await client.readResponse().body == "abcde")
                }
            }
        }
    }

    @Test func anAnswerThatLastsEndsWithItsClient() async throws {
        let (began, ended) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        try await ServerFixture.run {
            $0.departureGrace = .milliseconds(1)
        } routes: {
            $0.on(.get, "/", answersLast: true) { _, _ in
                let loop = EventLoop.current
                return .stream(contentType: "text/plain") { writer in
                    try await writer.write(loop != nil && loop === EventLoop.current ? "on the loop" : "elsewhere")
                    try await writer.write(", in pieces")
                }
            }
            $0.on(.get, "/problem", answersLast: true) { _, _ in throw Problem(status: 409, type: "conflict") }
            $0.on(.get, "/waits", answersLast: true) { _, _ in
                began.send()
                defer { ended.send() }
                try await AsyncSignal<Void>().wait()
                return .noContent
            }
        } _: { fixture in
            try await fixture.connected { client in
                for _ in 0..<2 {
                    try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    let answer = try await client.read(through: "0\r\n\r\n")
                    #expect(answer.contains("on the loop") && answer.contains(", in pieces"))
                    try await client.send("GET /problem HTTP/1.1\r\nHost: a\r\n\r\n")
                    #expect(try await client.readResponse().head.hasPrefix("HTTP/1.1 409 "))
                }
                try await client.send("GET /waits HTTP/1.1\r\nHost: a\r\n\r\n")
                try await began.wait()
            }
            try await ended.wait()
        }
    }

    @Test func a100ComesWhenTheBodyIsWanted() async throws {
        try await ServerFixture.run {
            $0.on(.put, "/wanted") { request, _ in .text("\(try await request.body.collect(limit: 100).count)") }
            $0.on(.put, "/refused") { _, _ in throw Problem(status: 403, type: "forbidden") }
        } _: { fixture in
            let fields = "Host: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
            try await fixture.connected { client in
                try await client.send("PUT /wanted HTTP/1.1\r\n\(fields)")
                #expect(try await client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                try await client.send("hello")
                #expect(try await client.readResponse().body == "5")
            }
            let refused = try await fixture.exchange("PUT /refused HTTP/1.1\r\n\(fields)")
            #expect(refused.hasPrefix("HTTP/1.1 403 "))
            #expect(refused.contains("Connection: close\r\n"))
        }
    }

    @Test func aDeclaredLengthOverTheLimitIsRefusedBeforeAByteOfTheBodyIsRead() async throws {
        try await ServerFixture.run {
            $0.on(.put, "/") { request, _ in .text("\(try await request.body.collect(limit: 10).count)") }
        } _: { fixture in
            let answer = try await fixture.exchange(
                "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test(arguments: 0..<10)
    func anAnswerInMidBodyReachesAClientThatGoesOnSending(round: Int) async throws {
        try await ServerFixture.run {
            $0.on(.put, "/") { request, _ in
                _ = try await request.body.next()
                throw Problem(status: 422, type: "refusedEarly")
            }
        } _: { fixture in
            let answer = try await fixture.connected { client in
                try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n")
                // Writes all of it before it looks for an answer, as simple clients do.
                try await client.send([UInt8](repeating: 7, count: 8_000_000))
                return try await client.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 422 "))
            #expect(answer.contains("refusedEarly"))
        }
    }

    @Test func whatIsLeftOfASmallBodyIsReadAndTheConnectionKept() async throws {
        try await ServerFixture.run {
            $0.on(.put, "/") { _, _ in throw Problem(status: 404, type: "not-found") }
            $0.on(.get, "/") { _, _ in .text("next") }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
                #expect(try await client.readResponse().head.hasPrefix("HTTP/1.1 404 "))
                try await client.send("helloGET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await client.readResponse().body == "next")
            }
        }
    }

    @Test func nobodyReadsTheSocketUntilTheHandlerAsks() async throws {
        let mayRead = AsyncSignal<Void>()
        try await ServerFixture.run {
            $0.on(.put, "/") { request, _ in
                try await mayRead.wait()
                var count = 0
                while let piece = try await request.body.next() { count += piece.count }
                return .text("\(count)")
            }
        } _: { fixture in
            try await fixture.connected { client in
                let size = 50_000_000
                try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
                client.socket.setWriteDeadline(.now + .milliseconds(100))
                var sent = 0
                let piece = [UInt8](repeating: 1, count: 100_000)
                // The kernel's buffers take some megabytes, then the sender stands still.
                let start = LoopInstant.now
                while sent < size, LoopInstant.now - start < .milliseconds(90) {
                    do { try await client.send(piece) } catch { break }
                    sent += piece.count
                }
                #expect(sent < size)
                mayRead.send()
            }
        }
    }

    @Test func aMalformedChunkIsA400AndEndsTheConnection() async throws {
        try await ServerFixture.run {
            $0.on(.post, "/") { request, _ in .text("\(try await request.body.collect(limit: 100).count)") }
        } _: { fixture in
            let answer = try await fixture.exchange("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.contains("malformed-body"))
        }
    }

    @Test func aClientThatLeavesInMidBodyIsAnErrorOfTheReader() async throws {
        let seen = AsyncSignal<RequestBodyError.Code>()
        try await ServerFixture.run {
            $0.on(.post, "/") { request, _ in
                do {
                    _ = try await request.body.collect(limit: 1000)
                } catch let error as RequestBodyError {
                    seen.send(error.code)
                    throw error
                }
                return .noContent
            }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc")
            }
            #expect(try await seen.wait() == .disconnected)
        }
    }

    // MARK: - Answers

    @Test func aStreamedAnswerIsChunkedOneThatFailsIsCutSoThatTheClientNotices() async throws {
        struct Broken: Error {}
        try await ServerFixture.run {
            $0.on(.get, "/whole") { _, _ in
                .stream(contentType: "text/plain") { writer in
                    try await writer.write("hello, ")
                    try await writer.write("")
                    try await writer.write("world")
                }
            }
            $0.on(.get, "/broken") { _, _ in
                .stream(contentType: "text/plain") { writer in
                    try await writer.write("hello")
                    throw Broken()
                }
            }
        } _: { fixture in
            let whole = try await fixture.exchange("GET /whole HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(whole.hasSuffix("\r\n\r\n7\r\nhello, \r\n5\r\nworld\r\n0\r\n\r\n"))
            #expect(try await fixture.exchange("GET /whole HTTP/1.0\r\n\r\n").hasSuffix("\r\n\r\nhello, world"))
            let broken = try await fixture.exchange("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(broken.hasSuffix("5\r\nhello\r\n"))
            _ = try await fixture.log.waitForFirst("answer not sent whole")
        }
    }

    @Test func aFileIsSentWholeInPartAndNotAtAllWhenTheClientHasIt() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "http-\(UUID().uuidString)")
        let content = String(repeating: "0123456789", count: 200_000)
        try Data(content.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let descriptor = OwnedDescriptor(open(file.path, O_RDONLY | O_CLOEXEC))
        try await ServerFixture.run {
            $0.on(.get, "/") { request, _ in
                .content(of: descriptor, length: 2_000_000, contentType: "text/plain", etag: ETag("e"), for: request)
            }
            $0.on(.get, "/short") { _, _ in
                HTTPResponse(status: 200, body: .file(descriptor, offset: 1_999_990, length: 20))
            }
        } _: { fixture in
            let whole = try await fixture.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(whole.hasSuffix("\r\n\r\n" + content))
            let part = try await fixture.exchange("GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=-5\r\nConnection: close\r\n\r\n")
            #expect(part.hasPrefix("HTTP/1.1 206 "))
            #expect(part.hasSuffix("\r\n\r\n56789"))
            let same = try await fixture.exchange(
                "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"e\"\r\nConnection: close\r\n\r\n")
            #expect(same.hasPrefix("HTTP/1.1 304 "))
            #expect(same.hasSuffix("\r\n\r\n"))
            // Promised twenty, found ten: the connection ends before the promise.
            let short = try await fixture.exchange("GET /short HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(short.hasSuffix("\r\n\r\n0123456789"))
        }
    }

    /// What is sealed is opened piece by piece, and no client may hold much of it in memory.
    @Test(arguments: [0, 1, 700_000, 1_048_576, 1_048_577, 3_000_000])
    func contentThatIsReadInPiecesArrivesWholeAndNeverMuchOfItAtOnce(length: Int) async throws {
        let content = (0..<length).map { UInt8(97 + ($0 / 7) % 26) }
        let asked = Mutex<[Range<Int>]>([])
        try await ServerFixture.run {
            $0.on(.get, "/") { request, _ in
                .content(length: Int64(length), contentType: "text/plain", etag: ETag("e"), for: request) { range in
                    asked.withLock { $0.append(range) }
                    return Array(content[range])
                }
            }
        } _: { fixture in
            let answer = try await fixture.exchange("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(answer.utf8.suffix(length).elementsEqual(content))
            let ranges = asked.withLock { $0 }
            #expect(ranges.flatMap { $0 }.elementsEqual(0..<length))
            #expect(ranges.allSatisfy { $0.count <= 1_048_576 })
            // The next one is read while one is sent.
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.count + $1.count <= 1_048_576 })
        }
    }

    @Test func interimResponsesComeBeforeTheAnswerWhileTheBodyIsStillOnItsWay() async throws {
        try await ServerFixture.run {
            $0.on(.post, "/") { request, _ in
                try await request.interim.send(status: 104, headers: ["Location": "/uploads/1"])
                while try await request.body.next() != nil {
                    try await request.interim.send(status: 104, headers: ["Upload-Offset": "3"])
                }
                return .noContent
            }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n")
                #expect(try await client.read(through: "\r\n\r\n").contains("Location: /uploads/1"))
                try await client.send("abc")
                #expect(try await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 104 "))
                try await client.send("def")
                _ = try await client.read(through: "\r\n\r\n")
                #expect(try await client.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
            }
        }
    }

    // MARK: - A real client

    @Test func curlUploadsAFormAndDownloadsWhatItSent() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "http-\(UUID().uuidString)")
        let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 7) })
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await ServerFixture.run {
            $0.on(.post, "/") { request, _ in
                let reader = try MultipartReader(request)
                var received: [UInt8] = []
                while let part = try await reader.nextPart() {
                    if part.name == "file" { received = try await part.collect(limit: 10_000_000) }
                }
                let echo = received
                return .stream(contentType: "application/octet-stream") { writer in try await writer.write(echo) }
            }
        } _: { fixture in
            let loop = fixture.group.next()
            let output = file.path + ".out"
            defer { try? FileManager.default.removeItem(atPath: output) }
            let child = try ChildProcess.spawn(
                ChildProcess.Options(
                    executable: "/usr/bin/curl",
                    arguments: [
                        "--silent", "--show-error", "--fail", "--noproxy", "*", "--form", "type=x", "--form",
                        "file=@\(file.path)",
                        "--output", output, "http://\(fixture.address)/",
                    ]), on: loop)
            #expect(await child.wait() == .exited(0))
            #expect(try Data(contentsOf: URL(filePath: output)) == content)
        }
    }
}
