import Domain
import FoundationEssentials
import Postgres
import Shared
import Telemetry
import Testing

@testable import IntakeGateway

/// A file that is refused leaves a trace, whichever route it came by, and never too many.
@Suite(.timeLimit(.minutes(3)))
struct FileRefusalTests {
    private static let type = "com.docket.upload.refused.v1"

    /// What is told of refused files.
    private struct Told {
        let events: Int
        let rule: String?
        let found: String?
        /// Entries of the audit trail, and the note of the last one.
        let acts: Int
        let note: String?
        let counted: Double
    }

    private func told(_ gateway: GatewayUnderTest, of draft: String) async throws -> Told {
        let id = try #require(SubmissionID(draft))
        let rows = try await gateway.pool.query(
            "select payload from events where submission_id = \(id.uuid) and type = \(Self.type) order by sequence")
        let last = try rows.last.map { try EventReader.event(UploadRefused.self, from: try $0.decode("payload")) }
        let acts = try await gateway.client.send("GET", "/v1/audit?submission=\(draft)&action=upload.refuse").json()["items"]
        let counted = gateway.metrics.renderPrometheus().split(separator: "\n")
            .filter { $0.hasPrefix("docket_files_refused_total{") }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }.reduce(0, +)
        return Told(
            events: rows.count, rule: last?.data.reasons.first?.rule.rawValue, found: last?.data.reasons.first?.found,
            acts: acts?.array.count ?? 0, note: acts?[0]?["note"]?.string, counted: counted)
    }

    private func multipart(_ content: [UInt8], type: String) -> (headers: [(String, String)], body: [UInt8]) {
        let head = "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"Passport of Jane.gif\"\r\n"
        return (
            [("Content-Type", "multipart/form-data; boundary=cut")],
            Array("\(head)Content-Type: \(type)\r\n\r\n".utf8) + content + Array("\r\n--cut--\r\n".utf8)
        )
    }

    @Test func everyRouteLeavesATrace() async throws {
        try await GatewayUnderTest.run(.init(maximumFileBytes: 100_000)) { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            let (pages, text, client) = ("\(document)/pages", SampleFiles.text(), gateway.client)
            let target = "/v1/uploads?document=\(document.split(separator: "/").last ?? "")"
            let form = multipart(text, type: "image/gif")
            let partial = ("Content-Type", "application/partial-upload")
            func replaced(_ content: [UInt8]) async throws -> WireResponse {
                let asked = try await client.send(
                    "PUT", "\(page)/content", headers: [("Content-Type", "image/jpeg")], body: content)
                let token = try #require(try asked.json()["token"]?.string, "\(asked.text)")
                return try await client.send(
                    "PUT", "\(page)/content", headers: [("Content-Type", "image/jpeg"), ("Docket-Confirmation", token)],
                    body: content)
            }
            let ways: [(String, String, () async throws -> WireResponse)] = [
                (
                    "raw", "upload.unsupported-media-type",
                    { try await client.send("POST", pages, headers: [("Content-Type", "image/jpeg")], body: text) }
                ),
                (
                    "raw, declared", "upload.unsupported-media-type",
                    { try await client.send("POST", pages, headers: [("Content-Type", "video/mp4")], body: text) }
                ),
                (
                    "raw, too large", "upload.too-large",
                    {
                        try await client.send(
                            "POST", pages, headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(1, size: 100_001))
                    }
                ),
                (
                    "raw, empty", "upload.empty-file",
                    { try await client.send("POST", pages, headers: [("Content-Type", "image/jpeg")], body: []) }
                ),
                (
                    "raw, in a coding", "upload.unsupported-media-type",
                    {
                        try await client.send(
                            "POST", pages, headers: [("Content-Type", "image/jpeg"), ("Content-Encoding", "gzip")],
                            body: SampleFiles.jpeg(2))
                    }
                ),
                (
                    "multipart", "upload.unsupported-media-type",
                    { try await client.send("POST", pages, headers: form.headers, body: form.body) }
                ),
                (
                    "raw, mislabelled", "upload.media-type-mismatch",
                    {
                        try await client.send("POST", pages, headers: [("Content-Type", "image/png")], body: SampleFiles.jpeg(3))
                    }
                ),
                ("replaced", "upload.unsupported-media-type", { try await replaced(text) }),
                (
                    "tus, announced", "upload.too-large", { try await gateway.tus.create(document, length: 100_001) }
                ),
                (
                    "tus, with the creation", "upload.unsupported-media-type",
                    { try await gateway.tus.create(document, length: text.count, body: text) }
                ),
                (
                    "tus, later", "upload.unsupported-media-type",
                    {
                        let upload = try await gateway.tus.begin(document, length: text.count)
                        return try await gateway.tus.patch(upload, at: 0, text)
                    }
                ),
                (
                    "IETF", "upload.unsupported-media-type",
                    { try await client.send("POST", target, headers: [("Upload-Complete", "?1")], body: text) }
                ),
                (
                    "IETF, later", "upload.unsupported-media-type",
                    {
                        let begun = try await client.send("POST", target, headers: [("Upload-Complete", "?0")], body: [])
                        let upload = try #require(begun.headers["location"], "\(begun.text)")
                        return try await client.send(
                            "PATCH", upload, headers: [("Upload-Complete", "?1"), ("Upload-Offset", "0"), partial], body: text)
                    }
                ),
            ]
            for (index, (name, rule, send)) in ways.enumerated() {
                let answer = try await send()
                #expect([413, 415, 422].contains(answer.status), "\(name): \(answer.status) \(answer.text)")
                let told = try await told(gateway, of: draft)
                #expect(told.events == index + 1 && told.acts == index + 1, "\(name): \(told)")
                #expect(told.counted == Double(index + 1), "\(name): \(told)")
                #expect(told.rule == rule && told.note?.hasPrefix("\(rule): found ") == true, "\(name): \(told)")
                #expect(told.found?.isEmpty == false)
            }
            let events = try await gateway.pool.query("select convert_from(payload, 'utf8') as text from events")
            for row in events {
                let text = try row.decode("text", as: String.self)
                #expect(!text.contains("Jane") && !text.contains("Dear Sir"), "neither a name nor contents")
            }
            let metrics = gateway.metrics.renderPrometheus()
            #expect(metrics.contains("docket_tenant_files_refused_total{tenant=\"acme\"} \(ways.count)\n"))
            #expect(metrics.contains("docket_files_refused_total{type=\"empty-file\"} 1\n"))
            // What was kept is what had been taken.
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.count == 1)
        }
    }

    @Test func whoSendsNothingElseFillsNoHistory() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            for _ in 0..<(RefusalBounds.perHour + 3) {
                let answer = try await gateway.client.send("POST", "\(document)/pages", body: SampleFiles.text())
                #expect(answer.status == 415)
            }
            // Nor by uploads, which are refused for good all the same.
            let upload = try await gateway.tus.begin(document, length: 2_000)
            #expect(try await gateway.tus.patch(upload, at: 0, SampleFiles.text()).status == 415)
            #expect(try await gateway.client.send("GET", upload).json()["state"]?.string == "refused")
            let told = try await told(gateway, of: draft)
            #expect(told.events == RefusalBounds.perHour && told.acts == RefusalBounds.perHour)
            #expect(told.counted == Double(RefusalBounds.perHour + 4))
        }
    }

    @Test func aRefusalIsToldOnceHoweverOftenItIsAskedFor() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let upload = try await gateway.tus.begin(document, length: 2_000)
            for _ in 0..<3 { #expect(try await gateway.tus.patch(upload, at: 0, SampleFiles.text()).status == 415) }
            #expect(try await told(gateway, of: draft).events == 1)
        }
    }

    /// A client that insists on a version can go on from the refusal.
    @Test func theRefusalNamesTheVersionThatItLeft() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let pages = "\(try await gateway.document(draft))/pages"
            let version = try #require(try await gateway.submission(draft)["version"]?.integer)
            let refused = try await gateway.client.send(
                "POST", pages, headers: [("If-Match", "\"v\(version)\"")], body: SampleFiles.text())
            #expect(refused.status == 415)
            let tag = try #require(refused.headers["etag"])
            #expect(tag == "\"v\(version + 1)\"")
            let taken = try await gateway.client.send("POST", pages, headers: [("If-Match", tag)], body: SampleFiles.jpeg())
            #expect(taken.status == 201, "\(taken.text)")
        }
    }

    @Test func whatIsNoFileOrNobodysLeavesNone() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            // Wrong requests are not wrong files.
            let form = try await gateway.client.send("PATCH", document, headers: [("Content-Type", "text/plain")], body: [1])
            #expect(form.status == 415)
            #expect(
                try await gateway.foreigner.send("POST", "\(document)/pages", body: SampleFiles.text()).status == 404)
            #expect(try await told(gateway, of: draft).events == 0)
            // What has been submitted keeps its version.
            _ = try await gateway.page(document)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            #expect(try await gateway.client.send("POST", "\(document)/pages", body: SampleFiles.text()).status == 409)
            #expect(try await told(gateway, of: draft).events == 0)
        }
    }

    // MARK: - What is remembered of full histories

    @Test func aFullHistoryIsAskedAboutAgainAfterAWhile() {
        var full = FullHistories()
        let (id, now) = (SubmissionID.random(), Timestamp(millisecondsSinceEpoch: 1_000_000))
        #expect(!full.contain(id, at: now))
        full.note(id, at: now)
        #expect(full.contain(id, at: now.adding(.seconds(59))) && !full.contain(id, at: now.adding(.seconds(60))))
        #expect(!full.contain(.random(), at: now))
    }

    @Test func ofManyFullHistoriesSomeAreForgotten() {
        var full = FullHistories()
        let now = Timestamp(millisecondsSinceEpoch: 1_000_000)
        for _ in 0..<25_000 { full.note(.random(), at: now) }
        #expect(full.count <= 10_000)
        full.note(.random(), at: now.adding(.seconds(3_600)))
        #expect(full.count <= 10_000)
    }
}
