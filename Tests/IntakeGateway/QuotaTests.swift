import Postgres
import Shared
import Telemetry
import Testing

@testable import Domain
@testable import IntakeGateway

/// Files and bytes have a budget, which the answers tell.
@Suite(.timeLimit(.minutes(1)))
struct QuotaTests {
    /// A journey of one small document.
    private static let journey = JourneyDefinition(
        id: "small", title: "Small", summary: "One letter.",
        documentTypes: [
            DocumentType(
                id: "letter", title: "Letter", hint: "Any letter.", icon: "letter", pages: CountRange(1...2), maximumBytes: 1_000,
                documents: CountRange(1...1))
        ], documents: CountRange(1...1), replacements: 0)

    private static var options: GatewayUnderTest.Options {
        var options = GatewayUnderTest.Options(journeys: [journey])
        (options.quotas.factor, options.quotas.leastFiles, options.quotas.leastLargestFiles) = (3, 1, 1)
        return options
    }

    private func letter(_ gateway: GatewayUnderTest) async throws -> (draft: String, document: String) {
        let draft = try await gateway.draft("small")
        return (draft, try await gateway.document(draft, "letter"))
    }

    private func link(_ gateway: GatewayUnderTest, _ draft: String) async throws -> WireClient {
        let made = try await gateway.client.send("POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "upload"}"#)
        return gateway.client.with(token: try #require(try made.json()["token"]?.string))
    }

    private func part(_ tus: TusClient, _ document: String, _ size: Int) async throws -> WireResponse {
        let created = try await tus.create(document, length: size, headers: [("Upload-Concat", "partial")])
        guard created.status == 201 else { return created }
        let path = try #require(created.headers["location"])
        #expect(try await tus.patch(path, at: 0, [UInt8](repeating: 7, count: size)).status == 204)
        return created
    }

    @Test func finishedPartsUseTheBudgetOfTheirSubmissionUp() async throws {
        try await GatewayUnderTest.run(Self.options) { gateway in
            let (_, document) = try await letter(gateway)
            // Two pages, three times.
            for number in 1...6 {
                let answer = try await part(gateway.tus, document, 10)
                #expect(answer.status == 201)
                #expect(answer.headers["ratelimit"]?.contains("\"submission-files\";r=\(6 - number), ") == true)
            }
            let refused = try await part(gateway.tus, document, 10)
            #expect(refused.status == 429)
            #expect(refused.problem == "too-many-uploads")
            let members = try refused.json()
            #expect(members["quota"]?.string == "submission-files")
            #expect(members["limit"]?.integer == 6 && members["used"]?.integer == 6)
            #expect(gateway.metrics.renderPrometheus().contains(#"docket_quota_refusals_total{quota="submission-files"} 1"#))
            // A page in one request is no way around it.
            let page = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(size: 500))
            #expect(page.problem == "too-many-uploads")
        }
    }

    @Test func bytesHaveABudgetOfTheirOwn() async throws {
        try await GatewayUnderTest.run(Self.options) { gateway in
            let (_, document) = try await letter(gateway)
            // 1,000 bytes each of two pages, three times.
            for _ in 1...5 { #expect(try await part(gateway.tus, document, 1_000).status == 201) }
            let last = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(size: 900))
            #expect(last.status == 201)
            #expect(
                last.headers["ratelimit-policy"]
                    == #""submission-files";q=6, "submission-bytes";q=6000;qu="content-bytes""#)
            #expect(last.headers["ratelimit"] == #""submission-files";r=0, "submission-bytes";r=100"#)
            let page = try #require(last.headers["location"])
            #expect(try await gateway.confirmed("DELETE", page).status == 204)
            // What was removed is there for others.
            #expect(try await part(gateway.tus, document, 1_000).status == 201)
        }
    }

    @Test func tooManyBytesAreA413ThatSaysWhich() async throws {
        var options = Self.options
        options.quotas.leastFiles = 100
        try await GatewayUnderTest.run(options) { gateway in
            let (draft, document) = try await letter(gateway)
            for _ in 1...5 { #expect(try await part(gateway.tus, document, 1_000).status == 201) }
            #expect(try await part(gateway.tus, document, 600).status == 201)
            let refused = try await part(gateway.tus, document, 401)
            #expect(refused.status == 413)
            #expect(refused.problem == "too-many-bytes")
            #expect(try refused.json()["quota"]?.string == "submission-bytes")
            #expect(try refused.json()["used"]?.integer == 5_600)
            // A page that turns out too large when it has come is refused, too, and its bytes do not stay for ever.
            let content = SampleFiles.jpeg(size: 401)
            let page = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: content)
            #expect(page.problem == "too-many-bytes")
            let condemned = try await gateway.pool.query("select digest from blob_erasures")
            #expect(try condemned.first?.decode("digest", as: [UInt8].self) == ContentDigest(of: content).bytes)
            #expect(try await gateway.storedFiles(draft) == [gateway.storedName(of: content, in: draft)])
            #expect(
                try await gateway.client.send(
                    "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(size: 400)
                ).status == 201)
        }
    }

    @Test func whatCameThroughALinkStaysCounted() async throws {
        try await GatewayUnderTest.run(Self.options) { gateway in
            let (draft, document) = try await letter(gateway)
            let guest = try await link(gateway, draft)
            let tus = TusClient(wire: guest)
            for number in 1...6 {
                let created = try await tus.create(document, length: 10)
                #expect(created.status == 201)
                #expect(created.headers["ratelimit"]?.contains("\"link-files\";r=\(6 - number), ") == true)
                #expect(
                    try await guest.send("DELETE", try #require(created.headers["location"]), headers: [TusClient.version]).status
                        == 204)
            }
            for refused in [
                try await tus.create(document, length: 10),
                try await guest.send(
                    "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(size: 500)),
            ] {
                #expect(refused.status == 429)
                #expect(try refused.json()["quota"]?.string == "link-files")
            }
            // Another link goes on.
            let page = try await link(gateway, draft).send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(size: 500))
            #expect(page.status == 201)
            #expect(page.headers["ratelimit"]?.contains("\"link-files\";r=5, \"link-bytes\";r=5500") == true)
        }
    }

    @Test func aTenantWaitsForItsOwnUploads() async throws {
        var options = Self.options
        options.edge.tenantLimits.all.uploads = 2
        try await GatewayUnderTest.run(options) { gateway in
            let (_, document) = try await letter(gateway)
            let first = try await gateway.tus.begin(document, length: 10)
            _ = try await gateway.tus.begin(try await letter(gateway).document, length: 10)
            let refused = try await gateway.tus.create(document, length: 10)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "60")
            #expect(try refused.json()["quota"]?.string == "tenant-uploads")
            #expect(try await gateway.client.send("DELETE", first, headers: [TusClient.version]).status == 204)
            _ = try await gateway.tus.begin(document, length: 10)
        }
    }

    @Test func anAnswerThatIsGivenAgainTellsNoBudgetOfThen() async throws {
        try await GatewayUnderTest.run(Self.options) { gateway in
            let (_, document) = try await letter(gateway)
            let key = [("Idempotency-Key", "once")]
            let first = try await gateway.tus.create(document, length: 10, headers: key)
            #expect(first.headers["ratelimit"] != nil)
            let again = try await gateway.tus.create(document, length: 10, headers: key)
            #expect(again.headers["location"] == first.headers["location"])
            #expect(again.headers["ratelimit"] == nil && again.headers["ratelimit-policy"] == nil)
        }
    }

    @Test func limitsFollowTheJourney() {
        let limits = QuotaLimits()
        let small = limits.terms(of: Self.journey, link: .random(), tenant: RequestLimits(), largestFile: 100_000_000)
        #expect(small.submission == FileBudget(files: 64, bytes: 16_000))
        #expect(small.tenant == QuotaLimits.tenant)
        let wide = JourneyDefinition(
            id: "wide", title: "Wide", summary: "Many letters.",
            documentTypes: [
                DocumentType(
                    id: "letter", title: "Letter", hint: "", icon: "letter", pages: CountRange(1...10), maximumBytes: 1_000_000),
                DocumentType(
                    id: "book", title: "Book", hint: "", icon: "book", pages: CountRange(1...2), maximumBytes: 900_000_000),
            ], documents: CountRange(1...20), replacements: 2)
        let own = limits.terms(
            of: wide, link: .random(), tenant: RequestLimits(uploads: 5, uploadBytes: 6), largestFile: 10_000_000)
        // Twenty books of two files have more bytes than twenty letters of ten, of which there are more.
        #expect(own.submission == FileBudget(files: 800, bytes: 1_600_000_000))
        #expect(own.link?.budget == FileBudget(files: 2_400, bytes: 4_800_000_000))
        #expect(own.tenant == FileBudget(files: 5, bytes: 6))
    }

    @Test func aBudgetIsTakenOfToTheLastByteAndNotBeyond() throws {
        let entry = { (quota: Quota, limit: Int, used: Int) in QuotaUsage.Entry(quota: quota, limit: limit, used: used) }
        let usage = QuotaUsage([entry(.submissionFiles, 2, 0), entry(.submissionBytes, 10, 4)])
        #expect(try usage.adding(bytes: 6).entries.map(\.left) == [1, 0])
        #expect(throws: QuotaRefusal(quota: .submissionBytes, limit: 10, used: 4)) { try usage.adding(bytes: 7) }
        #expect(throws: QuotaRefusal.self) { try usage.adding(bytes: .max) }
        // A limit that was lowered below what is used.
        #expect(throws: QuotaRefusal.self) { try QuotaUsage([entry(.linkFiles, 1, 5)]).adding(bytes: 0) }
    }
}
