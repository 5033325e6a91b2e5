import Crypto
import EventLoop
import Shared
import Testing

@testable import IntakeGateway

/// draft-ietf-httpbis-resumable-upload over the wire.
@Suite(.timeLimit(.minutes(2)))
struct ResumableTests {
    let content = SampleFiles.jpeg(1, size: 300_000)

    private func target(_ document: String) -> String {
        "/v1/uploads?document=\(document.split(separator: "/").last ?? "")"
    }

    private func headers(_ version: InteropVersion?, complete: Bool, _ more: [(String, String)] = []) -> [(String, String)] {
        let completeness: (String, String) =
            version == .three ? ("Upload-Incomplete", complete ? "?0" : "?1") : ("Upload-Complete", complete ? "?1" : "?0")
        return (version.map { [("Upload-Draft-Interop-Version", String($0.rawValue))] } ?? []) + [completeness] + more
    }

    private static let partial = ("Content-Type", "application/partial-upload")

    private func at(_ offset: Int) -> (String, String) { ("Upload-Offset", String(offset)) }

    /// As URLSession does: the whole file in one request, the connection is lost in the middle, and it goes on.
    @Test(arguments: InteropVersion.allCases)
    func anInterruptedRequestIsResumed(_ version: InteropVersion) async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let connection = try await UploadConnection(gateway.client)
            let type = ("Content-Type", "image/jpeg")
            try await connection.write(
                gateway.client.requestHead(
                    "POST", target(document), headers(version, complete: true, [type]), length: content.count))
            let first = try await connection.nextHead()
            #expect(first.status == 104)
            #expect(first.headers["upload-draft-interop-version"] == String(version.rawValue))
            #expect((first.headers["upload-limit"] != nil) == version.knowsPartialUpload)
            let upload = try #require(first.headers["location"])
            try await connection.write(Array(content[..<120_000]))
            if version.announcesOffsets {
                var announced = 0
                while announced < 120_000 {
                    let head = try await connection.nextHead()
                    #expect(head.status == 104)
                    #expect(head.headers["location"] == nil)
                    #expect(head.headers["upload-draft-interop-version"] == String(version.rawValue))
                    announced = try #require(head.headers["upload-offset"].flatMap { Int($0) })
                }
                #expect(announced == 120_000)
            }
            await connection.close()

            let named = [("Upload-Draft-Interop-Version", String(version.rawValue))]
            let offset = try await offset(of: upload, gateway, named, atLeast: version.announcesOffsets ? 120_000 : 0)
            let last = try await gateway.client.send(
                "PATCH", upload, headers: headers(version, complete: true, [at(offset), Self.partial]),
                body: Array(content[offset...]))
            #expect(last.status == 201, "\(last.text)")
            #expect(
                last.headers[version == .three ? "upload-incomplete" : "upload-complete"] == (version == .three ? "?0" : "?1"))
            #expect(try last.json()["digest"]?.string == ContentDigest(of: content).description)
            #expect(last.headers["location"] == (version == .nine ? last.headers["content-location"] : upload))
            #expect(last.headers["repr-digest"] == "sha-256=:\(Base64.encode(ContentDigest(of: content).bytes)):")
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
            let done = try await gateway.client.send("HEAD", upload, headers: named)
            #expect(done.status == 204)
            #expect(done.headers["content-location"] == last.headers["content-location"])
        }
    }

    /// Asks until the gateway has noticed that the connection is gone: what it still holds by then is kept.
    private func offset(
        of upload: String, _ gateway: GatewayUnderTest, _ headers: [(String, String)], atLeast least: Int
    ) async throws -> Int {
        let head = try await gateway.client.send("HEAD", upload, headers: headers)
        #expect(head.status == 204)
        #expect(head.headers["cache-control"] == "no-store")
        #expect(head.headers["upload-length"] == String(content.count))
        #expect(head.headers["upload-complete"] == "?0" || head.headers["upload-incomplete"] == "?1")
        let offset = try #require(head.headers["upload-offset"].flatMap { Int($0) })
        #expect(offset >= least)
        return offset
    }

    @Test(arguments: [nil, "4", "7", "10", "x", "3;a=1, 5"])
    func only104sOfKnownVersionsAreSent(_ version: String?) async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let connection = try await UploadConnection(gateway.client)
            let named = version.map { [("Upload-Draft-Interop-Version", $0)] } ?? []
            try await connection.write(
                gateway.client.requestHead(
                    "POST", target(document), named + [("Upload-Complete", "?1")], length: content.count) + content)
            let answer = try await connection.finalHead()
            #expect(answer.interim.isEmpty)
            #expect(answer.final.status == 201)
            #expect(answer.final.headers["upload-complete"] == "?1")
            await connection.close()
        }
    }

    @Test(arguments: [nil] + InteropVersion.allCases)
    func aFileIsSentInParts(_ version: InteropVersion?) async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let created = try await gateway.client.send(
                "POST", target(document), headers: headers(version, complete: false, [("Content-Type", "image/jpeg")]), body: [])
            #expect(created.status == 201)
            #expect(created.headers["upload-offset"] == "0")
            let limit = created.headers["upload-limit"]
            switch version {
            case .three, .five: #expect(limit == nil)
            case .six: #expect(limit?.contains("expires=86") == true)
            default: #expect(limit?.hasPrefix("max-size=100000000, max-age=86") == true)
            }
            let upload = try #require(created.headers["location"])
            let middle = try await gateway.client.send(
                "PATCH", upload, headers: headers(version, complete: false, [at(0), Self.partial]),
                body: Array(content[..<100_000]))
            #expect(middle.status == (version?.appendedStatus ?? 204))
            #expect(middle.headers["upload-offset"] == "100000")
            let rest = try await gateway.client.send(
                "PATCH", upload,
                headers: headers(version, complete: false, [at(100_000), Self.partial, ("Upload-Length", "300000")]),
                body: Array(content[100_000...]))
            // Its length is known, and reached.
            #expect(rest.status == 201)
            #expect(
                rest.headers[version == .three ? "upload-incomplete" : "upload-complete"] == (version == .three ? "?0" : "?1"))
            // The last word comes without a byte, and is answered in the same way.
            let last = try await gateway.client.send(
                "PATCH", upload, headers: headers(version, complete: true, [at(300_000), Self.partial]), body: [])
            #expect(last.status == 201, "\(last.text)")
            #expect(last.headers["content-location"]?.hasPrefix(document) == true)
        }
    }

    @Test func whatDoesNotFitIsSaidByItsProblem() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let created = try await gateway.client.send(
                "POST", target(document), headers: headers(.eight, complete: false, [("Upload-Length", "300000")]),
                body: Array(content[..<1_000]))
            let upload = try #require(created.headers["location"])
            func patch(_ more: [(String, String)], complete: Bool = false, _ body: [UInt8] = [1]) async throws -> WireResponse {
                try await gateway.client.send("PATCH", upload, headers: headers(.eight, complete: complete, more), body: body)
            }
            let registered = "https://iana.org/assignments/http-problem-types#"
            let elsewhere = try await patch([at(5), Self.partial])
            #expect(elsewhere.status == 409)
            #expect(elsewhere.headers["upload-offset"] == "1000")
            #expect(try elsewhere.json()["type"]?.string == registered + "mismatching-upload-offset")
            #expect(try elsewhere.json()["expected-offset"]?.integer == 1_000)
            #expect(try elsewhere.json()["provided-offset"]?.integer == 5)
            for (answer, status) in [
                (try await patch([at(1_000)]), 415), (try await patch([at(1_000), ("Content-Type", "image/jpeg")]), 415),
                (try await patch([Self.partial]), 400), (try await patch([("Upload-Offset", "-1"), Self.partial]), 400),
            ] { #expect(answer.status == status, "\(answer.text)") }
            let shorter = try await patch([at(1_000), Self.partial, ("Upload-Length", "5000")])
            #expect(shorter.status == 400)
            #expect(try shorter.json()["type"]?.string == registered + "inconsistent-upload-length")
            let early = try await patch([at(1_000), Self.partial], complete: true, Array(content[1_000..<2_000]))
            #expect(try early.json()["type"]?.string == registered + "inconsistent-upload-length")
            let longer = try await patch([at(1_000), Self.partial], [UInt8](repeating: 0, count: 299_001))
            #expect(longer.status == 413)
            #expect(longer.headers["upload-limit"] != nil)
            #expect(try await patch([at(1_000), Self.partial], complete: true, Array(content[1_000...])).status == 201)
            let again = try await patch([at(300_000), Self.partial], complete: true, [])
            #expect(again.status == 201 && again.headers["content-location"] != nil)
            let more = try await patch([at(300_000), Self.partial], complete: true, [1])
            #expect(more.status == 400)
            #expect(try more.json()["type"]?.string == registered + "completed-upload")
            let three = try await gateway.client.send(
                "HEAD", upload, headers: [("Upload-Draft-Interop-Version", "3"), ("Upload-Offset", "1")])
            #expect(three.status == 400)
        }
    }

    @Test func digestsAreVerified() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            func field(_ name: String, _ algorithm: DigestAlgorithm, _ bytes: [UInt8]) -> (String, String) {
                let key = algorithm == .sha256 ? "sha-256" : "sha-512"
                return (name, "md5=:AAAA:, \(key)=:\(Base64.encode(Digest.hash(bytes, algorithm))):")
            }
            let created = try await gateway.client.send(
                "POST", target(document), headers: headers(.nine, complete: false, [field("Repr-Digest", .sha512, content)]),
                body: [])
            let upload = try #require(created.headers["location"])
            let first = Array(content[..<100_000])
            let damaged = try await gateway.client.send(
                "PATCH", upload,
                headers: headers(.nine, complete: false, [at(0), Self.partial, field("Content-Digest", .sha256, first)]),
                body: Array(content[1...100_000]))
            #expect(damaged.status == 400)
            #expect(damaged.problem == "digest-mismatch")
            #expect(damaged.headers["upload-offset"] == "0")
            let sound = try await gateway.client.send(
                "PATCH", upload,
                headers: headers(.nine, complete: false, [at(0), Self.partial, field("Content-Digest", .sha256, first)]),
                body: first)
            #expect(sound.status == 204)
            let last = try await gateway.client.send(
                "PATCH", upload, headers: headers(.nine, complete: true, [at(100_000), Self.partial]),
                body: Array(content[100_000...]))
            #expect(last.status == 201, "\(last.text)")

            let other = SampleFiles.jpeg(2, size: 5_000)
            let wrong = try await gateway.client.send(
                "POST", target(document), headers: headers(.nine, complete: true, [field("Repr-Digest", .sha256, other)]),
                body: content)
            #expect(wrong.problem == "digest-mismatch")
            #expect(try await gateway.eventTypes(draft).last == "com.docket.upload.refused.v1")
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.count == 1)
        }
    }

    /// A client that offers it is given an upload wherever it sends a file.
    @Test func thePagesOfADocumentTakeResumableRequests() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let connection = try await UploadConnection(gateway.client)
            let type = ("Content-Type", "image/jpeg")
            try await connection.write(
                gateway.client.requestHead(
                    "POST", "\(document)/pages", headers(.six, complete: true, [type]), length: content.count))
            let head = try await connection.nextHead()
            #expect(head.status == 104)
            let upload = try #require(head.headers["location"])
            try await connection.write(Array(content[..<50_000]))
            await connection.close()
            let offset = try await offset(of: upload, gateway, [], atLeast: 0)
            let last = try await gateway.client.send(
                "PATCH", upload, headers: headers(.six, complete: true, [at(offset), Self.partial]),
                body: Array(content[offset...]))
            #expect(last.status == 201)

            // Under a key, it has its effect once.
            let key = ("Idempotency-Key", "a-key-of-this-test")
            let small = SampleFiles.jpeg(3)
            let once = try await gateway.client.send(
                "POST", "\(document)/pages", headers: headers(.six, complete: true, [type, key]), body: small)
            #expect(once.status == 201)
            let twice = try await gateway.client.send(
                "POST", "\(document)/pages", headers: headers(.six, complete: true, [type, key]), body: small)
            #expect(twice.status == 201)
            #expect(twice.headers["idempotency-replayed"] == "true")
            #expect(twice.body == once.body)
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.count == 2)
        }
    }

    @Test func aCreationUnderAKeyIsDoneOnce() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let key = ("Idempotency-Key", "create-once")
            let once = try await gateway.client.send(
                "POST", target(document), headers: headers(.six, complete: false, [key]), body: [])
            let twice = try await gateway.client.send(
                "POST", target(document), headers: headers(.six, complete: false, [key]), body: [])
            #expect(once.status == 201)
            #expect(twice.headers["location"] == once.headers["location"])
            let withBytes = try await gateway.client.send(
                "POST", target(document), headers: headers(.six, complete: true, [key]), body: content)
            #expect(withBytes.problem == "idempotency-key-invalid")
        }
    }
}
