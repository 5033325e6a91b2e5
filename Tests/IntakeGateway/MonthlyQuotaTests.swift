import Configuration
import Domain
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// What happens when a tenant has used up what it may use in a month.
@Suite(.timeLimit(.minutes(3))) struct MonthlyQuotaTests {
    private final class Clock: Sendable {
        private let time: Mutex<Timestamp>
        init() {
            let (now, soon) = (Timestamp.now, Timestamp.now.adding(.seconds(60)))
            // So that a test that moves it a little stays in the month.
            time = Mutex(QuotaMonth(containing: now) == QuotaMonth(containing: soon) ? now : now.adding(.seconds(-60)))
        }

        var now: Timestamp { time.withLock { $0 } }
        var month: QuotaMonth { QuotaMonth(containing: now) }
        func advance(_ duration: Duration) { time.withLock { $0 = $0.adding(duration) } }
        func advanceToNextMonth(after rest: Duration = .zero) {
            time.withLock { $0 = QuotaMonth(containing: $0).renewsAt.adding(.zero - rest) }
        }
    }

    private static func run(
        _ quotas: [String], _ options: GatewayUnderTest.Options = GatewayUnderTest.Options(),
        _ body: (GatewayUnderTest, Clock) async throws -> Void
    ) async throws {
        let clock = Clock()
        var options = options
        options.now = { clock.now }
        options.tenantQuotas = TenantQuotas(parsing: quotas) { Issue.record("\($0)") }
        try await GatewayUnderTest.run(options) { try await body($0, clock) }
    }

    /// So much was used on the first of the clock's month. What was read of it before is old then.
    private static func use(
        _ gateway: GatewayUnderTest, _ clock: Clock, _ tenant: String = "acme", submissions: Int = 0, bytes: Int = 0,
        pages: Int = 0, milliseconds: Int = 0
    ) async throws {
        try await gateway.pool.execute(
            """
            insert into usage_days (tenant, day, submissions, files, bytes, pages_made, pages_read, reading_milliseconds)
            values (\(tenant), \(clock.month.first.description)::text::date, \(submissions), 0, \(bytes), \(pages), 0,
                \(milliseconds))
            """)
        clock.advance(MonthlyQuotaGate.freshness)
    }

    private func create(_ gateway: GatewayUnderTest) async throws -> WireResponse {
        try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "proof-of-address"}"#)
    }

    private func page(_ gateway: GatewayUnderTest, _ document: String, _ number: UInt8) async throws -> WireResponse {
        try await gateway.client.send(
            "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(number))
    }

    @Test(arguments: [
        (["acme:submissions=2"], "submissions", 2, 0, 0), (["*:pages=50"], "pages", 0, 50, 0),
        (["acme:reading-minutes=3"], "reading-minutes", 0, 0, 180_000),
    ])
    func `new submissions are refused, and it is told of what, until when, and to come back`(
        entries: [String], quota: String, submissions: Int, pages: Int, milliseconds: Int
    ) async throws {
        try await Self.run(entries) { gateway, clock in
            #expect(try await create(gateway).status == 201)
            try await Self.use(gateway, clock, submissions: submissions, pages: pages, milliseconds: milliseconds)
            let refused = try await create(gateway)
            #expect(refused.status == 429 && refused.problem == "quota-used-up")
            #expect(refused.headers["content-type"] == "application/problem+json")
            #expect(refused.headers["retry-after"] == String(MonthlyQuotaGate.retryAfter(clock.month, at: clock.now)))
            let told = try refused.json()
            #expect(told["quota"]?.string == quota && told["limit"]?.integer == told["used"]?.integer)
            #expect(told["renewsAt"]?.string == clock.month.renewsAt.description)
            #expect(try await gateway.count("submissions") == 1)
            // Others have what is theirs.
            #expect(
                try await gateway.foreigner.send("POST", "/v1/submissions", json: #"{"journey": "identity"}"#).status == 201)
            #expect(
                gateway.metrics.renderPrometheus().contains("docket_monthly_quota_refusals_total{quota=\"\(quota)\"} 1\n"))
            clock.advanceToNextMonth()
            #expect(try await create(gateway).status == 201)
        }
    }

    @Test func `a draft is kept and not submitted, and what came back to its person is submitted again`() async throws {
        try await Self.run(["acme:submissions=2"]) { gateway, clock in
            let (draft, back) = (try await gateway.draft(), try await gateway.draft())
            _ = try await gateway.page(try await gateway.document(draft))
            let document = try await gateway.document(back)
            _ = try await gateway.page(document)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(back)/submit").status == 202)
            try await Self.use(gateway, clock, submissions: 2)
            try await sendBack(back, gateway)

            let refused = try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit")
            #expect(refused.status == 429 && refused.problem == "quota-used-up")
            #expect(try await gateway.submission(draft)["state"]?.string == "draft")
            // Files have a quota of their own.
            #expect(try await page(gateway, try await gateway.document(draft, "bank-letter"), 7).status == 201)
            #expect(try await page(gateway, document, 8).status == 201)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(back)/submit").status == 202)
            clock.advanceToNextMonth()
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
        }
    }

    /// As validation refuses it.
    private func sendBack(_ draft: String, _ gateway: GatewayUnderTest) async throws {
        let id = try #require(SubmissionID(draft))
        let submissions = SubmissionStore(
            pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
        let now = try #require(try await submissions.submission(id, tenant: "acme"))
        let transition = StageTransition(
            submission: id, expectedVersion: now.version, change: .validated(SampleSubmissions.refusal(now)))
        let key = WorkItemKey(stage: .validation, eventID: .random())
        _ = try await PostgresStageStore(pool: gateway.pool, source: "/docket/test", keys: gateway.keys).commit(
            [StageCommit(workItem: key, end: .done, transition: transition, publishedAt: nil)],
            Lease(instance: InstanceID(UUID()), service: "test", epoch: 1))
        #expect(try await gateway.submission(draft)["state"]?.string == "needs_input")
    }

    @Test func `new files are refused in each dialect, and uploads that have begun come to their end`() async throws {
        try await Self.run(["acme:bytes=1000000"]) { gateway, clock in
            let (draft, back) = (try await gateway.draft(), try await gateway.draft())
            let (document, other) = (try await gateway.document(draft), try await gateway.document(back))
            let content = SampleFiles.jpeg(size: 2000)
            let begun = try await gateway.tus.create(document, length: content.count)
            let part = try await gateway.tus.create(document, length: content.count, headers: [("Upload-Concat", "partial")])
            let (path, partPath) = (try #require(begun.headers["location"]), try #require(part.headers["location"]))
            let replaced = try await gateway.page(other)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(back)/submit").status == 202)
            try await Self.use(gateway, clock, bytes: 1_000_001)
            try await sendBack(back, gateway)

            let files = try await gateway.count("pages")
            let refusals = [
                try await page(gateway, document, 3), try await gateway.tus.create(document, length: 5),
                try await gateway.tus.create(document, length: 5, headers: [("Upload-Concat", "partial")]),
                try await gateway.client.send(
                    "POST", "\(document)/pages",
                    headers: [
                        ("Upload-Draft-Interop-Version", "6"), ("Upload-Complete", "?1"), ("Content-Type", "image/jpeg"),
                    ], body: content),
            ]
            #expect(refusals.map(\.status) == [429, 429, 429, 429])
            #expect(refusals.map(\.problem) == Array(repeating: "quota-used-up", count: 4))
            #expect(try refusals[0].json()["quota"]?.string == "bytes")
            #expect(try await gateway.count("pages") == files)
            // It is no fault of the file's.
            #expect(!gateway.metrics.renderPrometheus().contains("docket_files_refused_total{"))

            #expect(try await gateway.tus.patch(path, at: 0, content).status == 204)
            #expect(try await gateway.tus.patch(partPath, at: 0, content).status == 204)
            let joined = try await gateway.client.send(
                "POST", "/v1/uploads?document=\(try #require(document.split(separator: "/").last))",
                headers: [TusClient.version, ("Upload-Concat", "final;\(partPath)")], body: [])
            #expect(joined.status == 201, "\(joined.text)")
            // What came back is under way.
            #expect(try await gateway.confirmed("DELETE", replaced).status == 204)
            #expect(try await page(gateway, other, 4).status == 201)
            // Submissions have quotas of their own.
            #expect(try await create(gateway).status == 201)
            clock.advanceToNextMonth()
            #expect(try await page(gateway, document, 5).status == 201)
        }
    }

    @Test func `what was used is read now and then, and not by each request`() async throws {
        try await Self.run(["acme:submissions=1"]) { gateway, clock in
            #expect(try await create(gateway).status == 201)
            try await Self.use(gateway, clock, submissions: 1)
            clock.advance(.zero - .milliseconds(1))
            #expect(try await create(gateway).status == 201, "as it was read ten seconds ago, almost")
            clock.advance(.milliseconds(1))
            #expect(try await create(gateway).status == 429)
            try await gateway.pool.execute("delete from usage_days")
            #expect(try await create(gateway).status == 429)
            clock.advance(MonthlyQuotaGate.freshness)
            #expect(try await create(gateway).status == 201)
        }
    }

    @Test func `the month begins anew at once`() async throws {
        try await Self.run(["acme:submissions=1"]) { gateway, clock in
            try await Self.use(gateway, clock, submissions: 1)
            clock.advanceToNextMonth(after: .seconds(5))
            let refused = try await create(gateway)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "6")
            clock.advanceToNextMonth()
            #expect(try await create(gateway).status == 201)
        }
    }

    @Test func `the tenant is told what is left, and a sandbox has the quotas of sandboxes alone`() async throws {
        try await Self.run(["*:pages=10:submissions=5", "acme:bytes=100"]) { gateway, clock in
            try await Self.use(gateway, clock, submissions: 2, bytes: 130, pages: 1)
            let told = try await gateway.client.send("GET", "/v1/usage?from=2026-01-01&to=2026-01-02").json()
            #expect(told["renewsAt"]?.string == clock.month.renewsAt.description)
            let quotas = told["quotas"]?.array ?? []
            #expect(quotas.map { $0["quota"]?.string } == ["submissions", "bytes", "pages"])
            #expect(quotas.map { $0["limit"]?.integer } == [5, 100, 10])
            #expect(quotas.map { $0["used"]?.integer } == [2, 130, 1])
            #expect(quotas.map { $0["left"]?.integer } == [3, 0, 9])

            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme.test", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            let sandbox = gateway.client.with(token: token.text)
            let without = try await sandbox.send("GET", "/v1/usage").json()
            #expect(without["test"]?.boolean == true && without["quotas"] == nil && without["renewsAt"] == nil)
        }
    }

    @Test func `a person without scripts is told in their language, and nothing of quotas`() async throws {
        try await Self.run(["acme:bytes=10"]) { gateway, clock in
            let draft = try await gateway.draft()
            let document = try #require(try await gateway.document(draft).split(separator: "/").last.map(String.init))
            try await Self.use(gateway, clock, bytes: 10)
            let link = try TestLink.path(
                of: try await gateway.client.send("POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "upload"}"#)
                    .json())
            let head = """
                --x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n
                """
            let page = try await gateway.client.with(token: nil).send(
                "POST", "\(link)/form/\(document)",
                headers: [
                    ("Accept", "text/html"), ("Accept-Language", "de"), ("Content-Type", "multipart/form-data; boundary=x"),
                ], body: Array(head.utf8) + SampleFiles.jpeg() + Array("\r\n--x--\r\n".utf8))
            #expect(page.text.contains("Zurzeit kann hier nichts mehr angenommen werden."), "\(page.status) \(page.text)")
            #expect(!page.text.contains("a month are taken"))
        }
    }

    @Test func `mail waits at its mail server, and comes in with the next month`() async throws {
        try await Self.run(["acme:bytes=10"], try GatewayUnderTest.mailOptions()) { gateway, clock in
            let (folder, draft) = (try MailFolder(), try await gateway.draft(of: "ann@example.org"))
            let first = OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg(1)])
            let second = OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg(2)])
            #expect(try await gateway.send(first).map(\.code) == [250])
            try await Self.use(gateway, clock, bytes: 10)
            let deferred = MailAnswer(code: 452, text: "4.2.2 This mailbox takes nothing more for now")
            #expect(try await gateway.send(second) == [deferred])
            #expect(try await gateway.submission(draft)["documents"]?.array.count == 1)
            // Of what was taken the mail server is told so, however often it asks.
            #expect(try await gateway.send(first).map(\.code) == [250])
            #expect(gateway.metrics.renderPrometheus().contains(#"docket_mail_messages_total{outcome="deferred"} 1"#))
            clock.advanceToNextMonth()
            #expect(try await gateway.send(second).map(\.code) == [250])
            #expect(try await gateway.submission(draft)["documents"]?.array.count == 2)
        }
    }

    @Test func `whoever is refused comes back within the hour, and not before the month has begun`() throws {
        func seconds(_ text: String) throws -> Int {
            let now = try #require(Timestamp(text))
            return MonthlyQuotaGate.retryAfter(QuotaMonth(containing: now), at: now)
        }
        #expect(try seconds("2026-11-30T12:00:00Z") == 3600)
        #expect(try seconds("2026-11-30T23:59:30Z") == 31)
        #expect(try seconds("2026-11-30T23:59:59.999Z") == 1)
    }

    @Test func `all faults of the configuration are told by the variable's name`() {
        var reader = ConfigurationReader(environment: [
            "DOCKET_BLOBS": "/tmp/b", "DOCKET_SEALING": "off", "DOCKET_DEVELOPMENT": "true",
            "DOCKET_TENANT_QUOTAS": "acme:submissions=5,globex:pages=many,globex,*:bytes=7",
        ])
        let configuration = GatewayConfiguration(reading: &reader)
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(faults?.faults.map(\.name) == ["DOCKET_TENANT_QUOTAS", "DOCKET_TENANT_QUOTAS"])
        #expect(configuration.tenantQuotas["acme"].limits == [.submissions: 5, .bytes: 7])
    }
}
