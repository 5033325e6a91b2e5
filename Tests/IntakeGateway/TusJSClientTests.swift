import FoundationEssentials
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The requests that tus-js-client makes, one after the other, in each of the protocols that it speaks, and what it wants to see in the
/// answers. A page's upload library (Uppy) is built on it.
@Suite(.timeLimit(.minutes(2))) struct TusJSClientTests {
    /// By its option `protocol`.
    enum Dialect: String, CaseIterable, Sendable {
        case tus = "tus-v1"
        case draft03 = "ietf-draft-03"
        case draft05 = "ietf-draft-05"
    }

    /// How a source ends: a file has a length, a stream may have one, or tells it with its last piece.
    enum Source: CaseIterable, Sendable {
        case file, streamOfKnownLength, deferredLength
    }

    private struct Client {
        let dialect: Dialect
        let source: Source
        let wire: WireClient
        let content: [UInt8]

        /// What it calls an error, in its own words.
        struct Failed: Error, CustomStringConvertible {
            let description: String

            init(_ description: String) { self.description = description }
        }

        private var version: (String, String) {
            switch dialect {
            case .tus: ("Tus-Resumable", "1.0.0")
            case .draft03: ("Upload-Draft-Interop-Version", "5")
            case .draft05: ("Upload-Draft-Interop-Version", "6")
            }
        }

        /// `POST`, with the first bytes if that is wanted (`uploadDataDuringCreation`). Gives the address, and how far it has come.
        func create(at endpoint: String, with bytes: [UInt8] = []) async throws -> (upload: String, offset: Int) {
            var headers = [version, ("Upload-Metadata", "filename aGVsbG8udHh0,filetype aW1hZ2UvanBlZw==,nonlatin c8WCb8WEY2U=")]
            let isDeferred = source == .deferredLength
            headers.append(isDeferred ? ("Upload-Defer-Length", "1") : ("Upload-Length", "\(content.count)"))
            if dialect != .tus {
                headers.append(("Upload-Complete", bytes.count == content.count && source == .file ? "?1" : "?0"))
            }
            if !bytes.isEmpty { headers.append(bodyType) }
            let answer = try await wire.send("POST", endpoint, headers: headers, body: bytes)
            guard (200..<300).contains(answer.status) else {
                throw Failed("unexpected response while creating upload: \(answer.status)")
            }
            guard let location = answer.headers["location"] else { throw Failed("invalid or missing Location header") }
            guard !bytes.isEmpty else { return (location, 0) }
            return (location, try offset(of: answer))
        }

        private var bodyType: (String, String) {
            switch dialect {
            case .tus: ("Content-Type", "application/offset+octet-stream")
            // It sets none, and a browser says what kind of file the piece is of.
            case .draft03: ("Content-Type", "image/jpeg")
            case .draft05: ("Content-Type", "application/partial-upload")
            }
        }

        /// One `PATCH`, or what takes its place where a network lets none through (`overridePatchMethod`).
        func send(_ range: Range<Int>, to upload: String, overriding: Bool = false) async throws -> Int {
            var headers = [version, bodyType, ("Upload-Offset", "\(range.lowerBound)")]
            let isLast = range.upperBound == content.count
            // It asks its source whether it is done, and a stream of known length is not until it was read beyond its end.
            if dialect != .tus { headers.append(("Upload-Complete", isLast && source != .streamOfKnownLength ? "?1" : "?0")) }
            if source == .deferredLength, isLast { headers.append(("Upload-Length", "\(content.count)")) }
            if overriding { headers.append(("X-HTTP-Method-Override", "PATCH")) }
            let answer = try await wire.send(overriding ? "POST" : "PATCH", upload, headers: headers, body: Array(content[range]))
            guard (200..<300).contains(answer.status) else {
                throw Failed("unexpected response while uploading chunk: \(answer.status) \(answer.problem ?? "")")
            }
            return try offset(of: answer)
        }

        /// `HEAD`, before it goes on. Nil where the upload is gone, and a new one is made.
        func resume(_ upload: String) async throws -> (offset: Int, length: Int?)? {
            let answer = try await wire.send("HEAD", upload, headers: [version])
            guard (200..<300).contains(answer.status) else { return nil }
            let length = answer.headers["upload-length"].flatMap { Int($0) }
            guard length != nil || source == .deferredLength || dialect != .tus else {
                throw Failed("invalid or missing length value")
            }
            return (try offset(of: answer), length)
        }

        func terminate(_ upload: String) async throws {
            let answer = try await wire.send("DELETE", upload, headers: [version])
            guard answer.status == 204 else { throw Failed("unexpected response while terminating upload: \(answer.status)") }
        }

        private func offset(of answer: WireResponse) throws -> Int {
            guard let offset = answer.headers["upload-offset"].flatMap({ Int($0) }) else {
                throw Failed("invalid or missing offset value")
            }
            return offset
        }
    }

    private static let content = SampleFiles.jpeg(1, size: 90_000)

    /// Carries a way through, with a document of its own at each of the two addresses that uploads are made at.
    private func everywhere(
        _ dialect: Dialect, _ source: Source = .file, pages: Int = 1, _ body: (Client, _ endpoint: String) async throws -> Void
    ) async throws {
        try await GatewayUnderTest.run { gateway in
            for isOfPages in [false, true] {
                let document = try await gateway.document(try await gateway.draft())
                let id = document.split(separator: "/").last.map(String.init) ?? ""
                let client = Client(dialect: dialect, source: source, wire: gateway.client, content: Self.content)
                try await body(client, isOfPages ? "\(document)/pages" : "/v1/uploads?document=\(id)")
                let made = try await gateway.client.send("GET", document).json()["pages"]?.array ?? []
                #expect(made.count == pages, "\(dialect) \(source)")
                if pages == 1 { #expect(made.first?["size"]?.integer == Self.content.count) }
            }
        }
    }

    @Test(arguments: Dialect.allCases, Source.allCases)
    func allInOnePiece(_ dialect: Dialect, _ source: Source) async throws {
        try await everywhere(dialect, source) { client, endpoint in
            let (upload, _) = try await client.create(at: endpoint)
            #expect(try await client.send(0..<Self.content.count, to: upload) == Self.content.count)
        }
    }

    @Test(arguments: Dialect.allCases, Source.allCases)
    func inPieces(_ dialect: Dialect, _ source: Source) async throws {
        try await everywhere(dialect, source) { client, endpoint in
            let (upload, _) = try await client.create(at: endpoint)
            for start in stride(from: 0, to: Self.content.count, by: 25_000) {
                let end = min(start + 25_000, Self.content.count)
                #expect(try await client.send(start..<end, to: upload) == end)
            }
        }
    }

    @Test(arguments: Dialect.allCases, [90_000, 30_000])
    func withTheRequestThatMakesIt(_ dialect: Dialect, _ first: Int) async throws {
        try await everywhere(dialect) { client, endpoint in
            let (upload, offset) = try await client.create(at: endpoint, with: Array(Self.content[..<first]))
            #expect(offset == first)
            if offset < Self.content.count {
                #expect(try await client.send(offset..<Self.content.count, to: upload) == Self.content.count)
            }
        }
    }

    /// It was stopped, and the person has come back: with the address that it kept.
    @Test(arguments: Dialect.allCases, Source.allCases)
    func goingOn(_ dialect: Dialect, _ source: Source) async throws {
        try await everywhere(dialect, source) { client, endpoint in
            let (upload, _) = try await client.create(at: endpoint)
            _ = try await client.send(0..<40_000, to: upload)
            let state = try #require(try await client.resume(upload))
            #expect(state.offset == 40_000)
            if source != .deferredLength { #expect(state.length == Self.content.count) }
            _ = try await client.send(40_000..<Self.content.count, to: upload)
            // Whoever asks once more has nothing left to send.
            let end = try #require(try await client.resume(upload))
            #expect(end.offset == Self.content.count && end.length ?? end.offset == Self.content.count)
        }
    }

    @Test(arguments: Dialect.allCases) func whereNoPATCHPasses(_ dialect: Dialect) async throws {
        try await everywhere(dialect) { client, endpoint in
            let (upload, _) = try await client.create(at: endpoint)
            #expect(try await client.send(0..<Self.content.count, to: upload, overriding: true) == Self.content.count)
        }
    }

    @Test(arguments: Dialect.allCases) func givenUp(_ dialect: Dialect) async throws {
        try await everywhere(dialect, pages: 0) { client, endpoint in
            let (upload, _) = try await client.create(at: endpoint)
            _ = try await client.send(0..<40_000, to: upload)
            try await client.terminate(upload)
            // A new one is made then.
            #expect(try await client.resume(upload) == nil)
        }
    }

    /// Of an address that is no upload any more, or never was one, it knows that it has to begin anew.
    @Test(arguments: Dialect.allCases) func whatIsGone(_ dialect: Dialect) async throws {
        try await everywhere(dialect, pages: 0) { client, _ in
            let state = try await client.resume("/v1/uploads/\(UUID())")
            #expect(state == nil)
        }
    }

    /// `parallelUploads`: parts beside one another, which a last request joins. The extension is of tus alone.
    @Test func severalPartsAtOnce() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let target = "/v1/uploads?document=\(document.split(separator: "/").last.map(String.init) ?? "")"
            let middle = Self.content.count / 2
            var parts: [String] = []
            for part in [Self.content[..<middle], Self.content[middle...]] {
                let made = try await gateway.client.send(
                    "POST", target,
                    headers: [TusClient.version, ("Upload-Length", "\(part.count)"), ("Upload-Concat", "partial")])
                let upload = try #require(made.headers["location"])
                #expect(try await gateway.tus.patch(upload, at: 0, Array(part)).headers["upload-offset"] == "\(part.count)")
                parts.append(upload)
            }
            let metadata = "filename YS5qcGc="
            let joined = try await gateway.client.send(
                "POST", target,
                headers: [
                    TusClient.version, ("Upload-Concat", "final;\(parts.joined(separator: " "))"), ("Upload-Metadata", metadata),
                ])
            #expect(joined.status == 201)
            let final = try #require(joined.headers["location"])
            let asked = try await gateway.client.send("HEAD", final, headers: [TusClient.version])
            #expect(asked.status == 200 && asked.headers["upload-length"] == "\(Self.content.count)")
            #expect(asked.headers["upload-concat"]?.hasPrefix("final;") == true)
            #expect(asked.headers["upload-metadata"] == metadata)
            #expect(try await gateway.client.send("GET", document).json()["pages"]?.array.count == 1)
        }
    }
}
