import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import HTTPServer
import IntakeClient
import IntakeTransport
import Shared
import Synchronization
import Telemetry
import Testing
import URLSessionTransport

/// The client over real connections, against a server that behaves like a gateway.
@Suite(.timeLimit(.minutes(1))) struct OverHTTPTests {
    private final class Received: Sendable {
        private let state = Mutex<[[UInt8]]>([])
        var bodies: [[UInt8]] { state.withLock { $0 } }
        func add(_ body: [UInt8]) { state.withLock { $0.append(body) } }
    }

    private static let pdf = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 4) }

    private func router(_ received: Received) -> Router {
        var router = Router()
        router.on(.post, "/v1/submissions/{submission}/documents/{document}/pages") { request, _ in
            received.add(try await request.body.collect(limit: 10_000_000))
            return HTTPResponse(
                status: 201, headers: ["Content-Type": "application/json"], body: .bytes(Array(Fixture.pageJSON.utf8)))
        }
        router.on(.get, "/v1/submissions/{submission}/documents/{document}/pdf") { _, _ in
            HTTPResponse(status: 200, headers: ["Content-Type": "application/pdf"], body: .bytes(Self.pdf))
        }
        router.on(.post, "/v1/journeys/{journey}/check") { request, parameters in
            received.add(try await request.body.collect(limit: 10_000_000))
            let kind = request.headers["content-type"] ?? ""
            guard kind.hasPrefix("multipart/form-data; boundary="), request.headers["accept-language"] == "de",
                parameters["journey"] == "identity"
            else { throw Problem(status: 415, type: "unsupported-media-type", title: kind) }
            return HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: .bytes(Array(Fixture.dryRunJSON.utf8)))
        }
        router.on(.delete, "/v1/submissions/{submission}") { request, _ in
            guard request.headers["docket-confirmation"] == "t" else {
                throw Problem(
                    status: 428, type: "confirmation-required", title: "Withdraw it?",
                    extensions: [
                        "message": .string("m"), "actionLabel": .string("a"), "token": .string("t"),
                        "expiresAt": .string("2026-10-31T09:05:07.123Z"),
                    ])
            }
            return HTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"],
                body: .bytes(Array(Fixture.submissionJSON("withdrawn").utf8)))
        }
        return router
    }

    /// Both transports: what is said of one holds for the other.
    enum Wire: CaseIterable, Sendable {
        case loop, session

        func transport(on loop: EventLoop) -> any GatewayTransport {
            switch self {
            case .loop: HTTPClientTransport(HTTPClient(loop: loop))
            case .session: URLSessionTransport()
            }
        }
    }

    private func withClient(
        over wire: Wire = .loop, _ body: (IntakeClient, Received) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 2, blockingThreads: 1, name: "test")
        let received = Received()
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(address: try SocketAddress(ip: "127.0.0.1", port: 0)),
            router: router(received),
            group: group, logger: .silent, metrics: MetricsRegistry())
        let result: Result<Void, any Error>
        do {
            let port = try #require(try server.start().port)
            let transport = wire.transport(on: group.loops[0])
            let client = try IntakeClient(baseURL: "http://127.0.0.1:\(port)", token: nil, transport: transport)
            result = .success(try await body(client, received))
        } catch {
            result = .failure(error)
        }
        await server.shutdown(gracePeriod: .seconds(1))
        await group.shutdown()
        try result.get()
    }

    @Test(arguments: Wire.allCases) func documentsAreJudgedWithoutBeingSubmitted(_ wire: Wire) async throws {
        try await withClient(over: wire) { client, received in
            let path = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString).png").path()
            defer { try? FileManager.default.removeItem(atPath: path) }
            let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
            try Data(bytes).write(to: URL(filePath: path))
            let day = try #require(CalendarDate("2026-10-31"))
            let run = try await client.check(
                [
                    DocumentToCheck(
                        type: "passport", issueDate: day, source: .camera, files: [try UploadFile(path: path)], expiryDate: day),
                    DocumentToCheck(period: DatePeriod(start: day, end: day)),
                ], for: "identity", consent: "7", language: "de")
            #expect(run.verdict == .refused && run.undecided == ["file.readable"])
            let body = try #require(received.bodies.first)
            let boundary = try #require(body.split(separator: 13, maxSplits: 1).first)
            let parts = String(decoding: body, as: UTF8.self).split(separator: String(decoding: boundary, as: UTF8.self))
            let names = parts.compactMap { part in
                part.split(separator: " name=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
            }
            #expect(names == ["consent", "type", "issueDate", "expiryDate", "source", "file", "periodStart", "periodEnd"])
            #expect(parts.last == "--\r\n")
            #expect(
                parts[5].hasPrefix(
                    "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file.png\"\r\nContent-Type: image/png\r\n\r\n")
            )
            // The file is in there, byte for byte.
            #expect(body.firstRange(of: bytes) != nil)
            await #expect(throws: IntakeClientError.self) { try await client.check([], for: "other", language: "de") }
        }
    }

    @Test(arguments: Wire.allCases) func aFileGoesUpAndAPDFComesDown(_ wire: Wire) async throws {
        try await withClient(over: wire) { client, received in
            let path = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString).jpg").path()
            defer { try? FileManager.default.removeItem(atPath: path) }
            let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 >> 3) }
            try Data(bytes).write(to: URL(filePath: path))
            let progress = Mutex<[Int64]>([])
            let page = try await client.addPage(
                UploadFile(path: path), to: Fixture.document, of: Fixture.submission,
                progress: { sent, _ in progress.withLock { $0.append(sent) } })
            #expect(page.id == Fixture.page)
            #expect(received.bodies == [bytes])
            #expect(progress.withLock { $0.last } == 2_500_000)

            let output = open(path, O_RDWR | O_TRUNC | O_CLOEXEC)
            defer { close(output) }
            #expect(try await client.fetchPDF(of: Fixture.document, in: Fixture.submission, into: output) == Self.pdf.count)
            #expect(try Array(Data(contentsOf: URL(filePath: path))) == Self.pdf)
        }
    }

    @Test(arguments: Wire.allCases) func confirmationWorksOverTheWire(_ wire: Wire) async throws {
        try await withClient(over: wire) { client, _ in
            let required = try await client.withdraw(Fixture.submission)
            #expect(try await required.confirm(asking: "tester") { $0.title == "Withdraw it?" }?.state == .withdrawn)
        }
    }

    @Test func notFoundAndUnreachableAreToldApart() async throws {
        try await withClient { client, _ in
            let error = await #expect(throws: IntakeClientError.self) { try await client.journeys() }
            #expect(error?.problem?.status == 404)
        }
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "test")
        let transport = HTTPClientTransport(HTTPClient(loop: group.loops[0]))
        let client = try IntakeClient(baseURL: "http://does-not-exist.invalid", token: nil, transport: transport)
        let error = await #expect(throws: IntakeClientError.self) { try await client.journeys() }
        #expect(error?.code == .unreachable && error?.isRetriable == true)
        await group.shutdown()
    }
}
