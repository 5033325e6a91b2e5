import EventLoop
import Shared
import Testing

@testable import IntakeGateway

/// Files on their way in.
@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
    private func fileHeaders(_ type: String, name: String? = nil) -> [(String, String)] {
        [("Content-Type", type)] + (name.map { [("Content-Disposition", "attachment; filename=\"\($0)\"")] } ?? [])
    }

    @Test func aFileBecomesAPageUnderItsDigest() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let content = SampleFiles.jpeg(1, size: 30_000)
            let answer = try await gateway.client.send(
                "POST", "\(document)/pages", headers: fileHeaders("image/jpeg", name: "Müller bill.JPEG"), body: content)
            #expect(answer.status == 201)
            let page = try answer.json()
            #expect(page["digest"]?.string == ContentDigest(of: content).description)
            #expect(page["size"]?.integer == 30_000)
            #expect(answer.headers["location"] == page["links"]?["self"]?.string)
            #expect(try await gateway.client.send("GET", try #require(answer.headers["location"])).body == answer.body)
            #expect(try await gateway.client.send("GET", document).json()["pages"]?[0] == page)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
            #expect(gateway.unfinishedFiles.isEmpty)
            #expect(!answer.text.contains("ller bill"))
        }
    }

    @Test func formsAndChunkedBodiesAreTaken() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let content = SampleFiles.png(1, size: 30_000)
            let head =
                "--xyz\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--xyz\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"scan.png\"\r\nContent-Type: image/png\r\n\r\n"
            let form = Array(head.utf8) + content + Array("\r\n--xyz--\r\n".utf8)
            let sent = try await gateway.client.send(
                "POST", "\(document)/pages", headers: fileHeaders("multipart/form-data; boundary=xyz"), body: form)
            #expect(sent.status == 201)
            #expect(try sent.json()["digest"]?.string == ContentDigest(of: content).description)

            let pdf = SampleFiles.pdf(1, size: 5_000)
            let chunks = Array("1388\r\n".utf8) + pdf + Array("\r\n0\r\n\r\n".utf8)
            let chunked = try await gateway.client.send(
                "POST", "\(document)/pages",
                headers: [("Content-Type", "application/pdf"), ("Transfer-Encoding", "chunked")], body: chunks)
            #expect(chunked.status == 201)
            #expect(try chunked.json()["size"]?.integer == 5_000)

            let noFile = Array("--xyz\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n--xyz--\r\n".utf8)
            let refused = try await gateway.client.send(
                "POST", "\(document)/pages", headers: fileHeaders("multipart/form-data; boundary=xyz"), body: noFile)
            #expect(refused.problem == "malformed-multipart")
        }
    }

    @Test func wrongFilesAreRefusedAndNothingIsKept() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let wrong: [(type: String, name: String?, content: [UInt8], status: Int, problem: String)] = [
                ("text/plain", nil, SampleFiles.text(), 415, "unsupported-media-type"),
                ("nonsense", nil, SampleFiles.jpeg(), 415, "unsupported-media-type"),
                ("application/octet-stream", nil, SampleFiles.text(), 415, "unsupported-media-type"),
                ("image/png", nil, SampleFiles.jpeg(), 422, "media-type-mismatch"),
                ("image/jpeg", "bill.pdf", SampleFiles.jpeg(), 422, "media-type-mismatch"),
                ("image/jpeg", nil, [], 422, "empty-file"),
            ]
            for (type, name, content, status, problem) in wrong {
                let answer = try await gateway.client.send(
                    "POST", "\(document)/pages", headers: fileHeaders(type, name: name), body: content)
                #expect(answer.status == status, "\(type) \(problem)")
                #expect(answer.problem == problem, "\(type) \(problem)")
                if problem == "unsupported-media-type", type != "nonsense" {
                    #expect(try answer.json()["accepted"]?.array.contains(.string("application/pdf")) == true)
                }
            }
            #expect(gateway.storedFiles(draft).isEmpty)
            #expect(gateway.unfinishedFiles.isEmpty)
            // Its history tells of each, and nothing else has changed.
            let after = try await gateway.submission(draft)
            #expect(after["version"]?.integer == 2 + wrong.count && after["documents"]?[0]?["pages"]?.array.isEmpty == true)
        }
    }

    @Test func aFileThatGetsTooLargeIsRefusedWhileItComes() async throws {
        try await GatewayUnderTest.run(.init(maximumFileBytes: 300_000)) { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let announced = try await gateway.client.trickle(
                "POST", "\(document)/pages", headers: fileHeaders("image/jpeg"), length: 50_000_000,
                part: SampleFiles.jpeg(size: 64_000))
            #expect(announced.response.problem == "too-large")
            #expect(try announced.response.json()["limit"]?.integer == 300_000)
            // What had left the sender by then is what socket buffers hold, not the file.
            #expect(announced.sent < 50_000_000)

            // Without an announced length it shows on the way.
            let piece = SampleFiles.jpeg(size: 100_000)
            let chunk = Array("186a0\r\n".utf8) + piece + Array("\r\n".utf8)
            let unannounced = try await gateway.client.trickle(
                "POST", "\(document)/pages",
                headers: fileHeaders("image/jpeg") + [("Transfer-Encoding", "chunked")], length: 50_000_000, part: chunk)
            #expect(unannounced.response.status == 413)
            #expect(unannounced.sent < 50_000_000)
            #expect(gateway.storedFiles(draft).isEmpty)
            #expect(gateway.unfinishedFiles.isEmpty)
        }
    }

    @Test func aWrongFileIsRefusedByItsFirstBytes() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let answer = try await gateway.client.trickle(
                "POST", "\(document)/pages", headers: fileHeaders("image/jpeg"), length: 20_000_000,
                part: SampleFiles.png(size: 64_000))
            #expect(answer.response.problem == "media-type-mismatch")
            #expect(answer.sent < 20_000_000)
        }
    }

    @Test func `case 9, disconnect in mid-upload: nothing is left`() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            try await gateway.client.abandon(
                "POST", "\(document)/pages", headers: fileHeaders("image/jpeg"), length: 5_000_000,
                part: SampleFiles.jpeg(size: 600_000))
            // The server notices the lost connection before it answers a request that was made after it.
            let page = try await gateway.page(document, SampleFiles.jpeg(9))
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.count == 1)
            #expect(page.hasPrefix(document))
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: SampleFiles.jpeg(9), in: draft)])
        }
    }

    @Test func pagesAreCounted() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft("proof-of-ownership")
            let document = try await gateway.document(draft, "land-register-extract")
            for number in 0..<20 { _ = try await gateway.page(document, SampleFiles.jpeg(UInt8(number))) }
            let answer = try await gateway.client.send(
                "POST", "\(document)/pages", headers: fileHeaders("image/jpeg"), body: SampleFiles.jpeg(99))
            #expect(answer.problem == "too-many-pages")
        }
    }

    @Test func duplicatesAreRefusedWhereTheTypeSaysSo() async throws {
        try await GatewayUnderTest.run { gateway in
            let strict = try await gateway.document(try await gateway.draft("proof-of-ownership"), "title-deed")
            let page = try await gateway.page(strict)
            let again = try await gateway.client.send(
                "POST", "\(strict)/pages", headers: fileHeaders("image/jpeg"), body: SampleFiles.jpeg())
            #expect(again.problem == "duplicate-file")
            #expect(try again.json()["page"]?.string == page.split(separator: "/").last.map(String.init))

            let lenient = try await gateway.document(try await gateway.draft())
            _ = try await gateway.page(lenient)
            _ = try await gateway.page(lenient)
        }
    }
}
