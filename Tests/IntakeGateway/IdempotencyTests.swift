import Domain
import Postgres
import PostgresStore
import Shared
import Testing

@testable import IntakeGateway

/// Requests that are sent more than once under one key: each has its effect once.
@Suite(.timeLimit(.minutes(1)))
struct IdempotencyTests {
    private let draft = #"{"journey": "proof-of-address", "subject": "person-7"}"#

    private func key(_ text: String) -> [(String, String)] { [("Idempotency-Key", "\"\(text)\"")] }

    private func file(_ key: String) -> [(String, String)] { self.key(key) + [("Content-Type", "image/jpeg")] }

    private func count(_ table: String, _ gateway: GatewayUnderTest) async throws -> Int {
        try await gateway.pool.query("select count(*) as rows from \(raw: table)")[0].decode("rows")
    }

    @Test func `case 9: the same key and body are answered as the first time`() async throws {
        try await GatewayUnderTest.run { gateway in
            let first = try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key("a"))
            let again = try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key("a"))
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(again.body == first.body)
            for name in ["location", "etag", "content-type", "cache-control", "x-content-type-options"] {
                #expect(again.headers[name] == first.headers[name], "\(name)")
            }
            #expect(first.headers["idempotency-replayed"] == nil)
            #expect(again.headers["idempotency-replayed"] == "true")
            // Without its quotes it is the same key.
            let bare = try await gateway.client.send(
                "POST", "/v1/submissions", json: draft, headers: [("Idempotency-Key", "a")])
            #expect(bare.body == first.body)
            #expect(try await count("submissions", gateway) == 1)
        }
    }

    @Test func aKeyThatAnotherRequestHoldsIsNotWaitedFor() async throws {
        try await GatewayUnderTest.run { gateway in
            let held = try #require(IdempotencyKey("held", tenant: "acme"))
            let keys = IdempotencyStore(pool: gateway.pool, retention: .seconds(600))
            guard case .claimed = try await keys.claim(held, fingerprint: ContentDigest(of: [1])) else {
                Issue.record("the key is not free")
                return
            }
            let answer = try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key("held"))
            #expect(answer.problem == "idempotency-key-reused")
        }
    }

    @Test func `case 9: every POST of a submission's life may be repeated`() async throws {
        try await GatewayUnderTest.run { gateway in
            let id = try await gateway.draft()
            let documents = "/v1/submissions/\(id)/documents"
            let json = #"{"type": "utility-bill", "issueDate": "\#(CalendarDate.today.adding(days: -10))"}"#
            let document = try await gateway.client.send("POST", documents, json: json, headers: key("document"))
            let path = try #require(document.headers["location"])
            #expect(try await gateway.client.send("POST", documents, json: json, headers: key("document")).body == document.body)

            let content = SampleFiles.jpeg(1, size: 30_000)
            let page = try await gateway.client.send("POST", "\(path)/pages", headers: file("page"), body: content)
            #expect(page.status == 201)
            let pageAgain = try await gateway.client.send("POST", "\(path)/pages", headers: file("page"), body: content)
            #expect(pageAgain.body == page.body)
            #expect(pageAgain.headers["location"] == page.headers["location"])

            let submit = "/v1/submissions/\(id)/submit"
            let submitted = try await gateway.client.send("POST", submit, headers: key("submit"))
            #expect(submitted.status == 202)
            let submittedAgain = try await gateway.client.send("POST", submit, headers: key("submit"))
            #expect(submittedAgain.status == 202)
            #expect(submittedAgain.body == submitted.body)
            // The page is answered as before although the submission takes none any more.
            #expect(try await gateway.client.send("POST", "\(path)/pages", headers: file("page"), body: content).status == 201)

            #expect(try await count("documents", gateway) == 1)
            #expect(try await count("pages", gateway) == 1)
            #expect(try await gateway.storedFiles(id) == [gateway.storedName(of: content, in: id)])
            #expect(gateway.unfinishedFiles.isEmpty)
            #expect(try await gateway.submission(id)["version"]?.integer == 4)
        }
    }

    @Test func `case 9: the same key with another body is refused`() async throws {
        try await GatewayUnderTest.run { gateway in
            _ = try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key("a"))
            let other = try await gateway.client.send(
                "POST", "/v1/submissions", json: #"{"journey": "proof-of-address"}"#, headers: key("a"))
            #expect(other.status == 422)
            #expect(other.problem == "idempotency-key-reused")

            let id = try await gateway.draft()
            let path = try await gateway.document(id)
            // Another resource is another request, too.
            let elsewhere = try await gateway.client.send("POST", "\(path)/pages", headers: file("a"), body: SampleFiles.jpeg())
            #expect(elsewhere.problem == "idempotency-key-reused")
            let page = try await gateway.client.send("POST", "\(path)/pages", headers: file("b"), body: SampleFiles.jpeg(1))
            #expect(page.status == 201)
            let otherFile = try await gateway.client.send(
                "POST", "\(path)/pages", headers: file("b"), body: SampleFiles.jpeg(2))
            #expect(otherFile.problem == "idempotency-key-reused")
            #expect(try await count("pages", gateway) == 1)
            #expect(gateway.unfinishedFiles.isEmpty)
        }
    }

    @Test func `case 9: the same key and content for another resource are refused`() async throws {
        try await GatewayUnderTest.run { gateway in
            let drafts = [try await gateway.draft(), try await gateway.draft()]
            let paths = [try await gateway.document(drafts[0]), try await gateway.document(drafts[1])]
            var pages: [WireResponse] = []
            var submits: [WireResponse] = []
            for path in paths {
                pages.append(
                    try await gateway.client.send("POST", "\(path)/pages", headers: file("page"), body: SampleFiles.jpeg()))
            }
            #expect(pages.map(\.status) == [201, 422] && pages[1].problem == "idempotency-key-reused")
            _ = try await gateway.page(paths[1])
            for draft in drafts {
                submits.append(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit", headers: key("submit")))
            }
            #expect(submits.map(\.status) == [202, 422] && submits[1].problem == "idempotency-key-reused")
            #expect(try await gateway.submission(drafts[1])["state"]?.string == "draft")
            #expect(try await count("pages", gateway) == 2)
        }
    }

    @Test func `case 9: a form is the same when its file is, whatever its boundary`() async throws {
        try await GatewayUnderTest.run { gateway in
            let path = try await gateway.document(try await gateway.draft())
            func send(_ boundary: String) async throws -> WireResponse {
                let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n"
                let body = Array(head.utf8) + SampleFiles.jpeg() + Array("\r\n--\(boundary)--\r\n".utf8)
                let headers = key("form") + [("Content-Type", "multipart/form-data; boundary=\(boundary)")]
                return try await gateway.client.send("POST", "\(path)/pages", headers: headers, body: body)
            }
            let first = try await send("one")
            #expect(first.status == 201)
            #expect(try await send("two").body == first.body)
        }
    }

    @Test func `case 9: at once, one request has the effect and the others are put off or get its answer`() async throws {
        try await GatewayUnderTest.run { gateway in
            let answers = try await withThrowingTaskGroup(of: WireResponse.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key("a"))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 201 || $0.problem == "idempotency-key-in-use" })
            #expect(Set(answers.filter { $0.status == 201 }.map(\.body)).count == 1)
            #expect(try await count("submissions", gateway) == 1)
        }
    }

    @Test func `case 9: while an upload is on its way its key is in use; abandoned, it is free again`() async throws {
        try await GatewayUnderTest.run { gateway in
            let path = try await gateway.document(try await gateway.draft())
            let keys = IdempotencyStore(pool: gateway.pool, retention: .seconds(600))
            let name = try #require(IdempotencyKey("up", tenant: "acme"))
            guard case .claimed(let claim) = try await keys.claim(name, fingerprint: nil) else {
                Issue.record("the key was not free")
                return
            }
            let during = try await gateway.client.send("POST", "\(path)/pages", headers: file("up"), body: SampleFiles.jpeg())
            #expect(during.status == 409)
            #expect(during.problem == "idempotency-key-in-use")
            #expect(during.headers["retry-after"] != nil)
            try await keys.release(claim)

            try await gateway.client.abandon(
                "POST", "\(path)/pages", headers: file("up"), length: 500_000, part: SampleFiles.jpeg(size: 60_000))
            var answer = try await gateway.client.send("POST", "\(path)/pages", headers: file("up"), body: SampleFiles.jpeg())
            // Until the gateway has noticed that the client is gone.
            while answer.problem == "idempotency-key-in-use" {
                answer = try await gateway.client.send("POST", "\(path)/pages", headers: file("up"), body: SampleFiles.jpeg())
            }
            #expect(answer.status == 201)
            #expect(try await count("pages", gateway) == 1)
            #expect(gateway.unfinishedFiles.isEmpty)
        }
    }

    @Test func `a refusal is not kept: the request may succeed later under its key`() async throws {
        try await GatewayUnderTest.run { gateway in
            let id = try await gateway.draft()
            let submit = "/v1/submissions/\(id)/submit"
            #expect(try await gateway.client.send("POST", submit, headers: key("s")).problem == "incomplete")
            _ = try await gateway.page(try await gateway.document(id))
            #expect(try await gateway.client.send("POST", submit, headers: key("s")).status == 202)
        }
    }

    @Test func `a key belongs to its tenant`() async throws {
        try await GatewayUnderTest.run { gateway in
            let own = try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key("a"))
            let foreign = try await gateway.foreigner.send("POST", "/v1/submissions", json: draft, headers: key("a"))
            #expect(foreign.status == 201)
            #expect(foreign.headers["location"] != own.headers["location"])
        }
    }

    @Test(arguments: [
        "", "\"\"", "\"open", "shut\"", "two words", "\"two words\"", "\"a\"b\"", "clé", String(repeating: "x", count: 256),
    ])
    func `what is no key is refused`(value: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let answer = try await gateway.client.send(
                "POST", "/v1/submissions", json: draft, headers: [("Idempotency-Key", value)])
            #expect(answer.status == 400)
            #expect(answer.problem == "idempotency-key-invalid")
            #expect(try answer.json()["errors"]?[0]?["parameter"]?.string == "Idempotency-Key")
        }
    }

    @Test func `the longest key is taken, and escapes are read`() async throws {
        try await GatewayUnderTest.run { gateway in
            let escaped = "a\\\"b\\\\c"
            for text in [String(repeating: "x", count: 255), escaped] {
                let answer = try await gateway.client.send("POST", "/v1/submissions", json: draft, headers: key(text))
                #expect(answer.status == 201)
            }
            let rows = try await gateway.pool.query("select key from idempotency_keys order by length(key) limit 1")
            #expect(try rows[0].decode("key", as: String.self) == "a\"b\\c")
        }
    }
}
