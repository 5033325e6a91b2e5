import EventLoop
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import HTTPClient

func unlinkQuietly(_ path: String) { unlink(path) }

/// Files up, streams down.
@Suite(.timeLimit(.minutes(1))) struct TransferTests {
    /// Opens a file of these bytes for the body, and removes it.
    private func withFile<T>(_ bytes: [UInt8], _ body: (CInt) async throws -> T) async throws -> T {
        let path = FileManager.default.temporaryDirectory.appending(path: "docket-upload-\(UUID().uuidString)").path()
        try Data(bytes).write(to: URL(filePath: path))
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        unlink(path)
        defer { close(descriptor) }
        return try await body(descriptor)
    }

    private static let pattern = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    @Test func aFileIsStreamedWithProgress() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try await withFile(Self.pattern) { descriptor in
                let seen = Mutex<[UploadProgress]>([])
                var request = ClientRequest(
                    "PUT", server.url, body: .file(descriptor: descriptor, offset: 1_000, length: 4_900_000))
                request.progress = { progress in seen.withLock { $0.append(progress) } }
                #expect(try await HTTPClient(loop: loop).send(request).status == 200)
                let received = try #require(server.requests.first)
                #expect(received.body == Array(Self.pattern[1_000..<4_901_000]))
                // A large file asks before it sends.
                #expect(received.header("Expect") == "100-continue")
                #expect(received.header("Content-Length") == "4900000" && received.header("Transfer-Encoding") == nil)
                let progress = seen.withLock { $0 }
                #expect(progress.last == UploadProgress(sentBytes: 4_900_000, totalBytes: 4_900_000))
                #expect(progress.map(\.sentBytes) == progress.map(\.sentBytes).sorted())
                #expect(lseek(descriptor, 0, SEEK_CUR) == 0)
            }
        }
    }

    @Test func aSmallFileDoesNotAsk() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try await withFile([1, 2, 3]) { descriptor in
                let request = ClientRequest("POST", server.url, body: .file(descriptor: descriptor, offset: 0, length: 3))
                _ = try await HTTPClient(loop: loop).send(request)
                #expect(server.requests.first?.body == [1, 2, 3])
                #expect(server.requests.first?.line == "POST / HTTP/1.1")
                #expect(server.requests.first?.header("Expect") == nil)
            }
        }
    }

    @Test func aFileThatShrankIsAnError() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            try await withFile([1, 2, 3]) { descriptor in
                let request = ClientRequest("POST", server.url, body: .file(descriptor: descriptor, offset: 0, length: 4))
                let error = await #expect(throws: HTTPClientError.self) { try await HTTPClient(loop: loop).send(request) }
                #expect(error?.code == .bodyUnavailable)
            }
        }
    }

    /// A refusal that comes before the body has been sent is the answer, not an error.
    @Test func anEarlyRefusalIsTheAnswer() async throws {
        try await withLoop { loop in
            let listening = try ListeningSocket.bind(
                SocketAddress(ip: "127.0.0.1", port: 0), backlog: 1, reusePort: false, on: loop)
            let port = try #require(listening.localAddress.port)
            loop.spawn {
                guard let socket = try? await listening.accept() else { return }
                _ = try? await socket.read(maximum: 65_536)
                try? await socket.write(
                    Array("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig".utf8))
                socket.shutdownWrite()
                while let bytes = try? await socket.read(maximum: 65_536), !bytes.isEmpty {}
                socket.close()
            }
            try await withFile(Self.pattern) { descriptor in
                let body = ClientRequest.Body.file(descriptor: descriptor, offset: 0, length: Int64(Self.pattern.count))
                let response = try await HTTPClient(loop: loop).send(ClientRequest("PUT", "http://127.0.0.1:\(port)", body: body))
                #expect(response.status == 413 && response.text == "big")
            }
        }
    }

    private static func bulkServer(on loop: EventLoop) throws -> RawServer {
        try RawServer(on: loop) { _, socket in
            try await socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: \(pattern.count)\r\n\r\n".utf8))
            try await socket.write(pattern)
            return true
        }
    }

    @Test func aDownloadArrivesInOrder() async throws {
        try await withLoop { loop in
            let server = try Self.bulkServer(on: loop)
            let received = Mutex<[UInt8]>([])
            var request = ClientRequest("GET", server.url)
            request.maximumResponseBytes = Self.pattern.count
            let response = try await HTTPClient(loop: loop).download(request) { chunk in
                // A sink that is slower than the server.
                await Task.yield()
                received.withLock { $0 += chunk }
            }
            #expect(response.status == 200 && response.body.isEmpty)
            #expect(received.withLock { $0 } == Self.pattern)
        }
    }

    @Test func aSlowSinkHoldsTheServerBack() async throws {
        try await withLoop { loop in
            let server = try Self.bulkServer(on: loop)
            let proceed = AsyncSignal<Void>()
            let largest = Mutex(0)
            var request = ClientRequest("GET", server.url)
            request.maximumResponseBytes = Self.pattern.count
            let client = HTTPClient(loop: loop)
            let download = request
            let task = Task {
                try await client.download(download) { chunk in
                    largest.withLock { $0 = max($0, chunk.count) }
                    try await proceed.wait()
                }
            }
            // While the first chunk is being taken, other requests go on.
            let other = try RawServer(on: loop, answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            for _ in 0..<50 { _ = try await client.send(ClientRequest("GET", other.url)) }
            proceed.send()
            #expect(try await task.value.status == 200)
            // The threshold and what one call of libcurl may add to it.
            #expect(largest.withLock { $0 } <= 262_144 + 524_288)
        }
    }

    @Test func aSinkThatFailsEndsIt() async throws {
        try await withLoop { loop in
            let server = try Self.bulkServer(on: loop)
            struct DiskFull: Error {}
            var request = ClientRequest("GET", server.url)
            request.maximumResponseBytes = Self.pattern.count
            let client = HTTPClient(loop: loop)
            let download = request
            let error = await #expect(throws: HTTPClientError.self) {
                try await client.download(download) { _ in throw DiskFull() }
            }
            #expect(error?.code == .sinkFailed && error?.detail.contains("DiskFull") == true)
        }
    }

    @Test func aRefusalDoesNotGoToTheSink() async throws {
        try await withLoop { loop in
            let server = try RawServer(on: loop, answering: "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone")
            let response = try await HTTPClient(loop: loop).download(ClientRequest("GET", server.url)) { _ in
                Issue.record("the sink got a refusal's body")
            }
            #expect(response.status == 404 && response.text == "none")
        }
    }

    @Test func aDownloadIsBounded() async throws {
        try await withLoop { loop in
            let server = try Self.bulkServer(on: loop)
            let client = HTTPClient(loop: loop)
            let error = await #expect(throws: HTTPClientError.self) {
                try await client.download(ClientRequest("GET", server.url)) { _ in }
            }
            #expect(error?.code == .responseTooLarge)
        }
    }
}
