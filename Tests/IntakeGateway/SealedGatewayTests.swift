import Crypto
import Domain
import EventLoop
import FoundationEssentials
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What a gateway stores is encrypted, whichever way it came.
@Suite(.timeLimit(.minutes(2)))
struct SealedGatewayTests {
    /// What should be found nowhere.
    private static let words = Array("a secret that a person has told us alone".utf8)

    /// A picture as far as anybody looks, with the words in it again and again.
    private static func picture(_ seed: UInt8, size: Int = 300_000) -> [UInt8] {
        Array(SampleFiles.jpeg(seed, size: 2_000).dropLast(2))
            + Array(repeatElement(words, count: size / words.count).joined()) + [0xFF, 0xD9]
    }

    private func dump(_ gateway: GatewayUnderTest, _ arguments: String...) async throws -> [UInt8] {
        let result = try await Program.check("pg_dump", arguments + ["--dbname", gateway.database])
        return Array(result.text.utf8)
    }

    private func holds(_ bytes: [UInt8], _ words: [UInt8]) -> Bool {
        let hex = Array(Hex.encode(words.prefix(16)).utf8)
        return bytes.firstRange(of: words.prefix(16)) != nil || bytes.firstRange(of: hex) != nil
    }

    @Test func `nothing that was uploaded is in the folder or in the database, and all of it comes back`() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let (direct, resumed) = (Self.picture(1), Self.picture(2, size: 100_000))
            let page = try await gateway.page(document, direct) + "/original"

            // Half of another one, acknowledged in the middle of a piece.
            let upload = try await gateway.tus.begin(document, length: resumed.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Array(resumed[..<50_001])).status == 204)
            func look() async throws {
                for (path, bytes) in try FolderFiles.all(gateway.blobFolder) {
                    #expect(!holds(bytes, Self.words), "\(path)")
                    #expect(!path.contains(ContentDigest(of: direct).hex), "\(path)")
                }
                #expect(!holds(try await dump(gateway), Self.words))
            }
            try await look()
            #expect(try await gateway.tus.patch(upload, at: 50_001, Array(resumed[50_001...])).status == 204)
            try await look()
            #expect(gateway.storedFiles(draft).count == 2)

            let whole = try await gateway.client.send("GET", page)
            #expect(whole.status == 200 && whole.body == direct)
            #expect(whole.headers["content-length"] == String(direct.count))
            #expect(whole.headers["etag"] == "\"\(ContentDigest(of: direct).hex)\"")
            let part = try await gateway.client.send("GET", page, headers: [("Range", "bytes=65530-131080")])
            #expect(part.status == 206 && part.body == Array(direct[65_530...131_080]))
            let pages = try await gateway.submission(draft)["documents"]?.array.first?["pages"]?.array ?? []
            let digests = pages.compactMap { $0["digest"]?.string }
            #expect(Set(digests) == [ContentDigest(of: direct).description, ContentDigest(of: resumed).description])
        }
    }

    @Test func `what was said of a person is not in the database, and comes back`() async throws {
        try await GatewayUnderTest.run { gateway in
            let person = #"""
                "contact": {"email": "erika@example.org"}, "metadata": {"case": "Mustermann against Doe"},
                "expected": {"name": "Erika Mustermann", "address": "Heidestrasse 17", "dateOfBirth": "1964-08-12"}
                """#
            func create() async throws -> WireResponse {
                try await gateway.client.send(
                    "POST", "/v1/submissions", json: #"{"journey": "proof-of-address", \#(person)}"#,
                    headers: [("Idempotency-Key", "once")])
            }
            let created = try await create()
            #expect(created.status == 201, "\(created.text)")
            let id = try #require(try created.json()["id"]?.string)
            let again = try await create()
            #expect(again.headers["idempotency-replayed"] == "true" && again.body == created.body)
            let rows = try await dump(gateway)
            for word in ["erika@", "ustermann", "Heidestrasse", "1964-08-12"] {
                #expect(!holds(rows, Array(word.utf8)), "\(word)")
            }
            let told = try await gateway.submission(id)
            #expect(told["metadata"]?["case"]?.string == "Mustermann against Doe")
            #expect(told["expected"]?["name"]?.string == "Erika Mustermann")
        }
    }

    @Test func `a changed file is told, and the rest of an answer that has begun is cut off`() async throws {
        try await GatewayUnderTest.run { gateway in
            let content = Self.picture(3, size: 2_000_000)
            let draft = try await gateway.draft()
            let page = try await gateway.page(try await gateway.document(draft), content) + "/original"
            let name = try #require(gateway.storedFiles(draft).first)
            let path = "\(gateway.blobFolder)/acme/\(draft)/\(name)"
            let sealed = try #require(try FolderFiles.all(gateway.blobFolder).first { $0.path == path }?.bytes)

            var changed = sealed
            changed[1_000_000] ^= 1
            try FolderFiles.write(changed, to: path)
            // The length was promised, so whoever gets less of it knows that something is wrong.
            let cut = try await gateway.client.send("GET", page)
            #expect(cut.headers["content-length"] == String(content.count))
            #expect(cut.body.count < 1_000_000 && cut.body == Array(content[..<cut.body.count]))
            #expect(try await gateway.client.send("GET", page, headers: [("Range", "bytes=0-99")]).body == Array(content[..<100]))

            try FolderFiles.write(Array(sealed.dropLast(100)), to: path)
            #expect(try await gateway.client.send("GET", page).status == 500)
            // Without its seal it is not taken, although its bytes are the right ones.
            try FolderFiles.write(content, to: path)
            #expect(try await gateway.client.send("GET", page).status == 500)
            try FolderFiles.write(sealed, to: path)
            #expect(try await gateway.client.send("GET", page).body == content)
        }
    }

    /// Whoever has kept a copy of the folder, and a dump without the keys' schema, has nothing of what was erased.
    @Test func `after an erasure no copy can be read, and what was not erased can`() async throws {
        try await GatewayUnderTest.run { gateway in
            let (gone, kept) = (try await gateway.draft(), try await gateway.draft())
            for draft in [gone, kept] { _ = try await gateway.page(try await gateway.document(draft), Self.picture(4)) }
            let copy = try FolderFiles.all(gateway.blobFolder)
            let rows = try await dump(gateway, "--exclude-table-data=docket_keys.*")
            #expect(String(decoding: rows, as: UTF8.self).contains(gone))

            // In a copy there is nothing that opens a file: neither a key of a submission nor one of a tenant.
            let wrapped = try await gateway.pool.query(
                "select wrapped from docket_keys.submissions union all select wrapped from docket_keys.tenants"
            )
            .map { try $0.decode("wrapped", as: [UInt8].self) }
            #expect(wrapped.count == 3)
            for key in wrapped { #expect(rows.firstRange(of: Array(Hex.encode(key).utf8)) == nil) }

            let data = PersonalDataStore(pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let preparation = try await data.erase(try #require(SubmissionID(gone)))
            guard case .confirmationRequired(let required) = consume preparation else {
                Issue.record("it may go")
                return
            }
            _ = try await required.confirm(by: .retention)

            // The whole copy is brought back, with the database as it is now: the key is nowhere any more.
            for (path, bytes) in copy { try FolderFiles.write(bytes, to: path) }
            let fresh = SealingKeyStore(
                pool: gateway.pool, SealingConfiguration(provider: try KeyFile(at: try SealingKeyFile.path())))
            let erased = await #expect(throws: SealingError.self) {
                try await fresh.key(of: try #require(SubmissionID(gone)), tenant: "acme")
            }
            #expect(erased?.code == .gone)
            #expect(try await fresh.key(of: try #require(SubmissionID(kept)), tenant: "acme") != nil)
            #expect(!copy.isEmpty && !copy.contains { holds($0.bytes, Self.words) })
        }
    }

    @Test func `where sealing is off files are stored as they come, and read when it is on again`() async throws {
        try await GatewayUnderTest.run(.init(isSealing: false)) { gateway in
            let content = Self.picture(5)
            let draft = try await gateway.draft()
            let page = try await gateway.page(try await gateway.document(draft), content) + "/original"
            #expect(gateway.storedFiles(draft) == [ContentDigest(of: content).hex])
            #expect(try await gateway.client.send("GET", page).body == content)
        }
    }

    /// tus, concatenation. What is sealed of it is written last.
    @Test func `parts whose joined file found no room are still there, and are joined later`() async throws {
        let made = AsyncSignal<StallingBlobStore>()
        var options = GatewayUnderTest.Options()
        options.blobs = { files in
            let store = StallingBlobStore(files)
            made.send(store)
            return store
        }
        try await GatewayUnderTest.run(options) { gateway in
            let disk = try await made.wait()
            let content = SampleFiles.jpeg(1, size: 100_000)
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            var parts: [String] = []
            for range in [0..<60_000, 60_000..<content.count] {
                let part = try await gateway.tus.begin(document, length: range.count, headers: [("Upload-Concat", "partial")])
                #expect(try await gateway.tus.patch(part, at: 0, Array(content[range])).status == 204)
                parts.append(part)
            }
            let id = try #require(document.split(separator: "/").last)
            func join() async throws -> WireResponse {
                try await gateway.client.send(
                    "POST", "/v1/uploads?document=\(id)",
                    headers: [TusClient.version, ("Upload-Concat", "final;" + parts.joined(separator: " "))], body: [])
            }
            disk.isFull = true
            #expect(try await join().status == 507)
            #expect(gateway.storedFiles(draft).isEmpty)
            disk.isFull = false
            #expect(try await join().status == 201)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
        }
    }
}
