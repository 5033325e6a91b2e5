import Crypto
import EventLoop
import Shared
import Testing

@testable import BlobStore

/// What is done about each class of error, told to a server that fails on demand.
@Suite(.timeLimit(.minutes(1)))
struct S3ClientTests {
    private func run(
        _ script: [ScriptedS3.Answer], parts partSize: Int = 1 << 24, _ body: (S3BlobStore, ScriptedS3) async throws -> Void
    ) async throws {
        let group = try EventLoopGroup(threads: 1)
        let result: Result<Void, any Error>
        do {
            let server = try await group.loops[0].run { try ScriptedS3(on: group.loops[0], script) }
            var configuration = S3Configuration(
                bucket: "bucket", prefix: "p/", endpoint: server.endpoint, credentials: .init(accessKey: "a", secretKey: "s"))
            configuration.attempts = 3
            configuration.partSize = partSize
            result = .success(try await body(S3BlobStore(configuration, group: group), server))
        } catch {
            result = .failure(error)
        }
        await group.shutdown()
        try result.get()
    }

    private let key = BlobSpace(tenant: "acme", submission: .random()).key(ContentDigest(of: []))

    @Test(arguments: [
        ScriptedS3.Answer.status(503, code: "SlowDown"), .status(500, code: "InternalError"), .status(429, code: ""), .none,
        // A copy that failed after its answer had begun.
        .ok(body: "<Error><Code>InternalError</Code></Error>"),
    ])
    func whatPassesIsTriedAgain(_ failure: ScriptedS3.Answer) async throws {
        try await run([failure, failure, .ok()]) { store, server in
            try await store.remove(key)
            #expect(server.requests.count == 3)
        }
        try await run([failure]) { store, server in
            let error = await #expect(throws: BlobError.self) { try await store.remove(key) }
            #expect(error?.code == .unavailable)
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: [
        (403, "AccessDenied", BlobError.Code.unavailable), (403, "SignatureDoesNotMatch", .unavailable),
        (404, "NoSuchBucket", .unavailable), (404, "NoSuchKey", .notFound), (412, "PreconditionFailed", .inputOutput),
        (400, "InvalidArgument", .inputOutput), (507, "XMinioStorageFull", .storageFull),
        (301, "PermanentRedirect", .unavailable),
    ])
    func whatStaysIsNot(_ status: Int, _ code: String, _ expected: BlobError.Code) async throws {
        try await run([.status(status, code: code)]) { store, server in
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(key) }
            #expect(error?.code == expected)
            #expect(error?.detail.contains(code) == true)
            #expect(server.requests == ["GET /bucket/p/\(key) HTTP/1.1"])
        }
    }

    @Test func clocksThatDisagreeAreNamed() async throws {
        let date = "Date: Fri, 24 May 2013 00:00:00 GMT\r\n"
        try await run([.status(403, code: "RequestTimeTooSkewed", headers: date)]) { store, _ in
            let error = await #expect(throws: BlobError.self) { try await store.check() }
            #expect(error?.detail.contains("s ahead of the server's; set both clocks by NTP") == true)
        }
    }

    /// Readiness is asked for every few seconds: it tells at once, and recovers by itself.
    @Test func theCheckTriesOnceAndRecovers() async throws {
        try await run([.status(503, code: "SlowDown"), .ok()]) { store, server in
            await #expect(throws: BlobError.self) { try await store.check() }
            #expect(server.requests.count == 1)
            try await store.check()
            try await store.check()
            #expect(server.requests.map { $0.prefix(4) } == ["PUT ", "PUT ", "HEAD"])
        }
    }

    private func keys(of store: S3BlobStore) async throws -> [String] {
        var keys: [String] = []
        try await store.client.forEachPage(of: "p/") { (objects) throws(BlobError) in keys += objects.map(\.key) }
        return keys
    }

    /// Who erases goes by the listing.
    @Test func nothingOfALongListingIsLeftOut() async throws {
        let script = [("a", "true"), ("b", "true"), ("c", "false")].map { key, isCut in
            ScriptedS3.Answer.ok(
                body: """
                    <ListBucketResult><IsTruncated>\(isCut)</IsTruncated><NextContinuationToken>behind-\(key)\
                    </NextContinuationToken><Contents><Key>p/\(key)</Key><Size>1</Size></Contents></ListBucketResult>
                    """)
        }
        try await run(script) { store, server in
            let found = try await keys(of: store)
            #expect(found == ["p/a", "p/b", "p/c"])
            #expect(server.requests.map { $0.contains("continuation-token=behind-a") } == [false, true, false])
            #expect(server.requests.map { $0.contains("continuation-token=behind-b") } == [false, false, true])
        }
    }

    @Test func whatABrokenOrHostileStoreAnswersIsNoListing() async throws {
        let answers = [
            ("a document type", "<!DOCTYPE ListBucketResult><ListBucketResult/>"),
            (
                "an entity of its own",
                "<!DOCTYPE a [<!ENTITY a 'b'>]><ListBucketResult><Contents><Key>&a;</Key></Contents></ListBucketResult>"
            ),
            (
                "elements that fill the memory",
                "<ListBucketResult>\(String(repeating: "<a/>", count: 100_001))</ListBucketResult>"
            ),
        ]
        for (name, body) in answers {
            try await run([.ok(body: body)]) { store, _ in
                let error = await #expect(throws: BlobError.self, "\(name)") { _ = try await keys(of: store) }
                #expect(error?.code == .inputOutput, "\(name)")
            }
        }
    }

    @Test func otherBytesThanTheDigestPromisesAreNotHandedOn() async throws {
        try await run([.ok(body: "not empty")]) { store, _ in
            let error = await #expect(throws: BlobError.self) { _ = try await store.open(key) }
            #expect(error?.code == .inputOutput)
        }
    }

    /// The completion was done and its answer lost: asked again, the server knows no such upload, and has the object.
    @Test func aLostAnswerToTheCompletionIsNoFailure() async throws {
        let begun = "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"
        let etag = ScriptedS3.Answer.ok(headers: "ETag: \"e\"\r\n")
        let content = [UInt8](repeating: 7, count: 3_000)
        let script: [ScriptedS3.Answer] = [
            .ok(body: begun), etag, etag, etag, .none, .status(404, code: "NoSuchUpload"),
            // To HEAD, whose length is that of the object.
            .head("Content-Length: 3000\r\n"),
        ]
        try await run(script, parts: 1_000) { store, server in
            let stored = try await store.put(content, in: key.space)
            #expect(stored.size == 3_000)
            #expect(server.requests.map { $0.prefix(4) } == ["POST", "PUT ", "PUT ", "PUT ", "POST", "POST", "HEAD"])
        }
    }

    @Test func aServerThatIsNotThereIsUnavailable() async throws {
        let group = try EventLoopGroup(threads: 1)
        var configuration = S3Configuration(
            bucket: "bucket", endpoint: "http://127.0.0.1:1", credentials: .init(accessKey: "a", secretKey: "s"))
        configuration.attempts = 2
        let store = S3BlobStore(configuration, group: group)
        let error = await #expect(throws: BlobError.self) { _ = try await store.open(key) }
        #expect(error?.code == .unavailable)
        await group.shutdown()
    }
}
