import Crypto
import EventLoop
import Postgres
import Shared
import Testing

@testable import IntakeGateway

/// tus 1.0 over the wire.
@Suite(.timeLimit(.minutes(1)))
struct TusTests {
    let content = SampleFiles.jpeg(1, size: 300_000)

    @Test func anUploadInPartsBecomesAPage() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let created = try await gateway.tus.create(document, length: content.count)
            #expect(created.status == 201)
            #expect(created.headers["tus-resumable"] == "1.0.0")
            #expect(created.headers["upload-expires"]?.hasSuffix("GMT") == true)
            let upload = try #require(created.headers["location"])

            var offset = 0
            for end in [1, 1_000, 150_000, content.count] {
                let head = try await gateway.tus.head(upload)
                #expect(head.status == 200)
                #expect(head.headers["upload-offset"] == String(offset))
                #expect(head.headers["upload-length"] == String(content.count))
                #expect(head.headers["cache-control"] == "no-store")
                let answer = try await gateway.tus.patch(upload, at: offset, Array(content[offset..<end]))
                #expect(answer.status == 204, "\(answer.text)")
                #expect(answer.headers["upload-offset"] == String(end))
                offset = end
            }
            let page = try await gateway.submission(draft)["documents"]?[0]?["pages"]?[0]
            #expect(page?["digest"]?.string == ContentDigest(of: content).description)
            #expect(page?["size"]?.integer == content.count)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
            #expect(gateway.partialFiles.isEmpty)
            let shown = try await gateway.client.send("GET", upload).json()
            #expect(shown["state"]?.string == "completed")
            #expect(shown["links"]?["page"] == page?["links"]?["self"])
            #expect(try await gateway.eventTypes(draft).last == "com.docket.upload.completed.v1")
            let head = try await gateway.tus.head(upload)
            #expect(head.headers["upload-offset"] == String(content.count))
            #expect(head.headers["content-location"] == page?["links"]?["self"]?.string)
        }
    }

    @Test func creationBringsTheFirstBytesOrAll() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let part = try await gateway.tus.create(document, length: content.count, body: Array(content[..<200_000]))
            #expect(part.status == 201)
            #expect(part.headers["upload-offset"] == "200000")
            let upload = try #require(part.headers["location"])
            #expect(try await gateway.tus.patch(upload, at: 200_000, Array(content[200_000...])).status == 204)

            let whole = SampleFiles.png(2, size: 5_000)
            let answer = try await gateway.tus.create(document, length: whole.count, body: whole)
            #expect(answer.status == 201)
            #expect(answer.headers["upload-offset"] == "5000")
            #expect(answer.headers["content-location"]?.hasPrefix(document) == true)
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.count == 2)
        }
    }

    @Test func theLengthMayComeLater() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let upload = try await gateway.tus.begin(document, length: nil)
            #expect(try await gateway.tus.head(upload).headers["upload-defer-length"] == "1")
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<100_000])).status == 204)
            let length = ("Upload-Length", String(content.count))
            let second = try await gateway.tus.patch(upload, at: 100_000, Array(content[100_000..<200_000]), headers: [length])
            #expect(second.status == 204)
            let changed = try await gateway.tus.patch(upload, at: 200_000, [0], headers: [("Upload-Length", "400000")])
            #expect(changed.status == 400)
            #expect(try await gateway.tus.patch(upload, at: 200_000, Array(content[200_000...])).status == 204)
            #expect(try await gateway.client.send("GET", upload).json()["state"]?.string == "completed")
        }
    }

    @Test func checksumsAreVerifiedAndWrongBytesForgotten() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let upload = try await gateway.tus.begin(document, length: content.count)
            let first = Array(content[..<150_000])
            var wrong = first
            wrong[149_999] ^= 1
            for algorithm in [DigestAlgorithm.sha1, .sha256] {
                let answer = try await gateway.tus.patch(
                    upload, at: 0, wrong, headers: [TusClient.checksum(algorithm, first)])
                #expect(answer.status == 460)
                #expect(answer.problem == "checksum-mismatch")
                #expect(try await gateway.tus.offset(upload) == 0)
            }
            let sound = try await gateway.tus.patch(upload, at: 0, first, headers: [TusClient.checksum(.sha1, first)])
            #expect(sound.status == 204)
            let rest = Array(content[150_000...])
            let last = try await gateway.tus.patch(upload, at: 150_000, rest, headers: [TusClient.checksum(.sha256, rest)])
            #expect(last.status == 204)
            #expect(
                try await gateway.client.send("GET", upload).json()["digest"]?.string == ContentDigest(of: content).description)

            let unknown = try await gateway.tus.begin(document, length: 3)
            let answer = try await gateway.tus.patch(unknown, at: 0, [1], headers: [("Upload-Checksum", "crc32 AAAA")])
            #expect(answer.status == 400)
        }
    }

    /// Who sends the file with the request that creates its upload, and learns of no upload, learns what was wrong.
    @Test func wrongBytesOfACreationAreToldAsSuch() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let answer = try await gateway.tus.create(
                document, length: content.count, headers: [TusClient.checksum(.sha256, [0])], body: content)
            #expect(answer.status == 460)
            #expect(try await gateway.eventTypes(draft).last == "com.docket.upload.refused.v1")
            let kept = try await gateway.pool.query("select problem from uploads where state = 'refused'")
            #expect(try kept.first?.decode("problem", as: String.self).contains("checksum-mismatch") == true)
        }
    }

    @Test func whatIsWrongIsSaidWithItsStatus() async throws {
        try await GatewayUnderTest.run(.init(maximumFileBytes: 1_000_000)) { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let upload = try await gateway.tus.begin(document, length: content.count)
            let conflict = try await gateway.tus.patch(upload, at: 5, [1])
            #expect(conflict.status == 409)
            #expect(conflict.headers["upload-offset"] == "0")
            #expect(conflict.headers["tus-resumable"] == "1.0.0")
            let wrongType = try await gateway.client.send(
                "PATCH", upload, headers: [TusClient.version, ("Content-Type", "image/jpeg"), ("Upload-Offset", "0")], body: [1])
            #expect(wrongType.status == 415)
            let noVersion = try await gateway.client.send(
                "PATCH", upload, headers: [TusClient.bytes, ("Upload-Offset", "0")], body: [1])
            #expect(noVersion.status == 412)
            let otherVersion = try await gateway.client.send("HEAD", upload, headers: [("Tus-Resumable", "0.2.2")])
            #expect(otherVersion.status == 412)
            #expect(otherVersion.headers["tus-version"] == "1.0.0")
            #expect(try await gateway.tus.create(document, length: 1_000_001).status == 413)
            #expect(try await gateway.tus.patch(upload, at: 0, [UInt8](repeating: 0, count: 300_001)).status == 413)
            #expect(try await gateway.tus.offset(upload) == 0)
            let noLength = try await gateway.client.send(
                "POST", "/v1/uploads?document=\(document.split(separator: "/").last ?? "")", headers: [TusClient.version],
                body: [])
            #expect(noLength.status == 400)
            let noDocument = try await gateway.client.send(
                "POST", "/v1/uploads", headers: [TusClient.version, ("Upload-Length", "5")], body: [])
            #expect(noDocument.problem == "invalid-parameter")
        }
    }

    @Test func optionsTellWhatIsSpoken() async throws {
        try await GatewayUnderTest.run(.init(maximumFileBytes: 1_234)) { gateway in
            let answer = try await gateway.client.with(token: nil).send("OPTIONS", "/v1/uploads")
            #expect(answer.status == 204)
            #expect(answer.headers["tus-version"] == "1.0.0")
            #expect(answer.headers["tus-max-size"] == "1234")
            #expect(answer.headers["tus-checksum-algorithm"]?.contains("sha1") == true)
            for name in [
                "creation", "creation-with-upload", "creation-defer-length", "checksum", "expiration", "termination",
                "concatenation",
            ] {
                #expect(answer.headers["tus-extension"]?.split(separator: ",").contains(Substring(name)) == true)
            }
            #expect(answer.headers["accept-patch"]?.contains("application/partial-upload") == true)
        }
    }

    @Test func metadataNamesTheDocumentAndIsToldAgain() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let id = String(try #require(document.split(separator: "/").last))
            func pair(_ key: String, _ value: String) -> String { "\(key) \(Base64.encode(Array(value.utf8)))" }
            let metadata = [pair("document", id), pair("filename", "Müller.jpg"), pair("filetype", "image/jpeg"), "relative"]
                .joined(separator: ",")
            let created = try await gateway.client.send(
                "POST", "/v1/uploads",
                headers: [TusClient.version, ("Upload-Length", String(content.count)), ("Upload-Metadata", metadata)], body: [])
            #expect(created.status == 201)
            let upload = try #require(created.headers["location"])
            #expect(try await gateway.tus.head(upload).headers["upload-metadata"] == metadata)
            #expect(try await gateway.tus.patch(upload, at: 0, content).status == 204)
            #expect(try await gateway.tus.head(upload).headers["upload-metadata"] == metadata, "as long as it can be asked for")

            let lying = try await gateway.client.send(
                "POST", "/v1/uploads",
                headers: [
                    TusClient.version, ("Upload-Length", "9"),
                    ("Upload-Metadata", pair("document", id) + "," + pair("filetype", "text/plain")),
                ], body: [])
            #expect(lying.status == 415)
            for broken in ["document", "a b c", "a YQ==,a YQ==", "a !", ",", "a YQ"] {
                let answer = try await gateway.client.send(
                    "POST", "/v1/uploads",
                    headers: [TusClient.version, ("Upload-Length", "9"), ("Upload-Metadata", broken)], body: [])
                #expect([400, 404].contains(answer.status), "\(broken)")
            }
        }
    }

    @Test func aMethodMayBeOverridden() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let upload = try await gateway.tus.begin(document, length: content.count)
            let patched = try await gateway.client.send(
                "POST", upload,
                headers: [TusClient.version, TusClient.bytes, ("Upload-Offset", "0"), ("X-HTTP-Method-Override", "PATCH")],
                body: Array(content[..<100]))
            #expect(patched.status == 204)
            #expect(try await gateway.tus.offset(upload) == 100)
            #expect(try await gateway.client.send("POST", upload, headers: [TusClient.version], body: []).status == 405)
            let deleted = try await gateway.client.send(
                "POST", upload, headers: [TusClient.version, ("X-HTTP-Method-Override", "DELETE")], body: [])
            #expect(deleted.status == 204)
        }
    }

    @Test func aDeletedUploadIsGoneAndToldOf() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let upload = try await gateway.tus.begin(document, length: content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<100_000])).status == 204)
            #expect(gateway.partialFiles.count == 1)
            let deleted = try await gateway.client.send("DELETE", upload, headers: [TusClient.version])
            #expect(deleted.status == 204)
            #expect(gateway.partialFiles.isEmpty)
            #expect(try await gateway.tus.head(upload).status == 410)
            #expect(try await gateway.tus.patch(upload, at: 100_000, [1]).status == 410)
            #expect(try await gateway.eventTypes(draft).last == "com.docket.upload.aborted.v1")
            #expect(try await gateway.client.send("GET", upload).json()["state"]?.string == "aborted")
        }
    }

    @Test func partsAreJoined() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            var parts: [String] = []
            for range in [0..<100_000, 100_000..<100_001, 100_001..<content.count] {
                let part = try await gateway.tus.begin(document, length: range.count, headers: [("Upload-Concat", "partial")])
                #expect(try await gateway.tus.head(part).headers["upload-concat"] == "partial")
                #expect(try await gateway.tus.patch(part, at: 0, Array(content[range])).status == 204)
                parts.append(part)
            }
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.isEmpty == true)
            let concat = "final;" + parts.joined(separator: " ")
            let target = "/v1/uploads?document=\(document.split(separator: "/").last ?? "")"
            let final = try await gateway.client.send(
                "POST", target, headers: [TusClient.version, ("Upload-Concat", concat)], body: [])
            #expect(final.status == 201, "\(final.text)")
            let upload = try #require(final.headers["location"])
            let head = try await gateway.tus.head(upload)
            #expect(head.headers["upload-concat"] == concat)
            #expect(head.headers["upload-length"] == String(content.count))
            #expect(head.headers["upload-offset"] == String(content.count))
            let page = try await gateway.submission(draft)["documents"]?[0]?["pages"]?[0]
            #expect(page?["digest"]?.string == ContentDigest(of: content).description)
            #expect(gateway.partialFiles.isEmpty)
            // Parts are used once, and a joined upload takes nothing.
            let again = try await gateway.client.send(
                "POST", target, headers: [TusClient.version, ("Upload-Concat", concat)], body: [])
            #expect(again.problem == "upload-part-unusable")
            // One that is still arriving is not cut off.
            let open = try await gateway.tus.begin(document, length: 2_000, headers: [("Upload-Concat", "partial")])
            #expect(try await gateway.tus.patch(open, at: 0, Array(content.prefix(1_000))).status == 204)
            let torn = try await gateway.client.send(
                "POST", target, headers: [TusClient.version, ("Upload-Concat", "final;\(open)")], body: [])
            #expect(torn.problem == "upload-part-unusable")
            #expect(try await gateway.tus.patch(upload, at: content.count, [1]).status == 403)
        }
    }

    @Test func aWrongFileIsRefusedByItsFirstBytesAndToldOf() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let upload = try await gateway.tus.begin(document, length: 20_000_000)
            let answer = try await gateway.client.trickle(
                "PATCH", upload, headers: [TusClient.version, TusClient.bytes, ("Upload-Offset", "0")], length: 20_000_000,
                part: SampleFiles.text(size: 64_000))
            #expect(answer.response.problem == "unsupported-media-type")
            #expect(answer.response.headers["tus-resumable"] == "1.0.0")
            #expect(answer.sent < 20_000_000)
            #expect(gateway.partialFiles.isEmpty)
            #expect(try await gateway.eventTypes(draft).last == "com.docket.upload.refused.v1")
            // Whoever asks again is told why.
            #expect(try await gateway.tus.patch(upload, at: 0, [1]).problem == "unsupported-media-type")
            #expect(try await gateway.tus.head(upload).status == 410)
            #expect(
                try await gateway.client.send("GET", upload).json()["reason"]?["type"]?.string
                    == "/problems/unsupported-media-type")
        }
    }

    @Test func othersCannotTellThatItExists() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let upload = try await gateway.tus.begin(document, length: content.count)
            let foreign = TusClient(wire: gateway.foreigner)
            #expect(try await foreign.head(upload).status == 404)
            #expect(try await foreign.patch(upload, at: 0, [1]).status == 404)
            #expect(try await gateway.foreigner.send("DELETE", upload, headers: [TusClient.version]).status == 404)
            #expect(try await foreign.create(document, length: 5).status == 404)
            let nobody = TusClient(wire: gateway.client.with(token: nil))
            #expect(try await nobody.patch(upload, at: 0, [1]).status == 401)
            #expect(try await gateway.tus.offset(upload) == 0)
        }
    }

    @Test func whatWasSubmittedMeanwhileTakesNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            _ = try await gateway.page(document, SampleFiles.jpeg(9))
            let upload = try await gateway.tus.begin(document, length: content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(content[..<1_000])).status == 204)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            let answer = try await gateway.tus.patch(upload, at: 1_000, Array(content[1_000...]))
            #expect(answer.status == 409)
            #expect(answer.problem == "not-a-draft")
            let version = try await gateway.submission(draft)["version"]?.integer
            #expect(try await gateway.client.send("DELETE", upload, headers: [TusClient.version]).status == 204)
            // What is being processed keeps its version.
            #expect(try await gateway.submission(draft)["version"]?.integer == version)
        }
    }
}
