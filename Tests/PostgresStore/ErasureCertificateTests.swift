import Crypto
import Custody
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Testing

/// What an erasure leaves behind of itself.
@Suite(.timeLimit(.minutes(2)))
struct ErasureCertificateTests {
    private let tenant: TenantID = "acme"
    private static let file = "only \(Base64.encode([UInt8](repeating: 1, count: 32)))\n"

    private struct Ground {
        let pool: PostgresPool
        let submissions: SubmissionStore
        var data: PersonalDataStore { PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test") }
        var certificates: ErasureCertificateStore { ErasureCertificateStore(pool: pool) }
    }

    private static func run(isSealing: Bool = true, _ body: (Ground) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in
            let keys = SealingKeyStore(
                pool: database.pool,
                SealingConfiguration(provider: try KeyFile(parsing: Array(file.utf8)), isOn: isSealing))
            try await body(
                Ground(
                    pool: database.pool,
                    submissions: SubmissionStore(
                        pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)))
        }
    }

    /// One document of two pages with the same bytes, and one of a page.
    private func submission(_ ground: Ground) async throws -> SubmissionID {
        let draft = try await ground.submissions.createSubmission(
            NewSubmission(journey: "sample", subject: "zora", reference: "of Zora", metadata: ["name": "Zora"]),
            journey: SampleSubmissions.journey, tenant: tenant)
        for contents in [["one", "one"], ["two"]] {
            let document = DocumentID.random()
            _ = try await ground.submissions.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            for content in contents {
                _ = try await ground.submissions.addPage(
                    .random(), SampleSubmissions.file(content), to: document, of: draft.id, tenant: tenant)
            }
        }
        return draft.id
    }

    private func erase(_ id: SubmissionID, _ ground: Ground, by actor: String? = nil) async throws {
        guard case .confirmationRequired(let required) = try await ground.data.erase(id, minimum: .overruled) else {
            throw StoreFixture.Unexpected()
        }
        if let actor {
            _ = try await required.confirm(asking: actor) { _ in true }
        } else {
            _ = try await required.confirm(by: .retention)
        }
    }

    private func certificate(_ id: SubmissionID, _ ground: Ground) async throws -> ErasureCertificate {
        let kept = try #require(try await ground.certificates.erasure(of: id, tenant: tenant)?.certificate)
        return try #require(ErasureCertificate(kept: Array(kept.utf8)))
    }

    @Test func `it says how much there was and which key went, and nothing of the person`() async throws {
        try await Self.run { ground in
            let id = try await submission(ground)
            let wrapped = try await ground.pool.query(
                "select wrapped from docket_keys.submissions where submission_id = \(id.uuid)")[0].decode(
                    "wrapped", as: [UInt8].self)
            try await erase(id, ground, by: "operator:erna")
            let certificate = try await certificate(id, ground)
            #expect(certificate.erased == .init(documents: 2, pages: 3, blobs: 2))
            #expect(certificate.request == .init(basis: "person", actor: "operator:erna", overrulesMinimum: true))
            #expect(certificate.key == ContentDigest(of: wrapped))
            #expect(certificate.tenant == "acme" && certificate.submission == "\(id)")
            let text = String(decoding: certificate.bytes, as: UTF8.self).lowercased()
            #expect(!text.contains("zora"))

            // The trail, which is the log's, names it.
            let erasure = try #require(try await ground.certificates.erasure(of: id))
            let note = try await ground.pool.query("select note from audit where id = \(erasure.entry)")[0].decode(
                "note", as: String.self)
            #expect(note == certificate.note)
            #expect(try await ground.certificates.erasure(of: id, tenant: "other") == nil)
            #expect(try await ground.certificates.erasure(of: .random()) == nil)
        }
    }

    @Test func `retention gives one, too, and where nothing was sealed no key is named`() async throws {
        try await Self.run(isSealing: false) { ground in
            let id = try await submission(ground)
            try await erase(id, ground)
            let certificate = try await certificate(id, ground)
            #expect(certificate.request.basis == "policy" && certificate.request.actor == "retention" && certificate.key == nil)
        }
    }

    @Test func `what was erased before has none`() async throws {
        try await Self.run { ground in
            let id = SubmissionID.random()
            try await ground.pool.execute(
                """
                insert into erasures (submission_id, tenant, basis, actor, erased_at)
                values (\(id.uuid), 'acme', 'person', 'operator:erna', now())
                """)
            let erasure = try #require(try await ground.certificates.erasure(of: id, tenant: tenant))
            #expect(erasure.certificate == nil && erasure.entry == nil)
        }
    }

    private static let remains: [(String, SQL)] = [
        ("submissions", "update submissions set reference = 'of Zora'"),
        (
            "sealing_keys",
            "insert into docket_keys.submissions (submission_id, tenant, wrapped) select id, tenant, '' from submissions"
        ),
        (
            "review_drafts",
            "insert into review_drafts (submission_id, actor, draft) select id, 'key:0123456789ab', '{}' from submissions"
        ),
        (
            "idempotency_keys",
            """
            insert into idempotency_keys (tenant, key, holder, held_until, submission_id, expires_at)
            select tenant, 'k', gen_random_uuid(), now(), id, now() from submissions
            """
        ),
        (
            "mails",
            """
            insert into mails (id, tenant, key, mailbox, journey, submission_id, state, sender, received_at, expires_at)
            select gen_random_uuid(), tenant, 'k', 'm', 'j', id, 'assigned', 'zora@example.org', now(), now() from submissions
            """
        ),
        (
            "custody_salts",
            """
            insert into docket_keys.custody_salts (tenant, leaf, submission_id, salt) select tenant, 0, id, 'salt' from submissions
            """
        ),
        ("delivery_tries", told("{\"excerpt\": \"Zora is known to us\"}")),
        ("delivery_tries", told("{\"excerpt\": \"\", \"sealed\": \"c2VhbGVk\"}")),
        ("audit", act(by: "key:0123456789ab", address: "192.0.2.7")),
        ("audit", act(by: "key:0123456789ab", note: "Zora")),
        ("audit", act(by: "acme/user:zora")),
    ]

    /// An attempt to tell an endpoint of the submission, with its answer.
    private static func told(_ response: String) -> SQL {
        """
        with told as (
            insert into deliveries (event_id, channel, endpoint, submission_id, sequence, state)
            select id, 'webhook', 'acme', submission_id, sequence, 'delivered' from events order by position limit 1
            returning event_id, channel, endpoint)
        insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, request, response)
        select event_id, channel, endpoint, 1, now() - interval '1 hour', 1, '{}', \(response)::jsonb from told
        """
    }

    /// An act from before the erasure, as it was.
    private static func act(by actor: String, address: String? = nil, note: String? = nil) -> SQL {
        """
        insert into audit (id, tenant, submission_id, action, resource, basis, actor, time, address, note) overriding system value
        select 0, tenant, id, 'submission.view', 'submissions/1', 'person', \(actor), now(), \(address), \(note) from submissions
        """
    }

    @Test(arguments: 0..<remains.count)
    func `what is left is counted`(number: Int) async throws {
        let (table, statement) = Self.remains[number]
        try await Self.run { ground in
            let id = try await submission(ground)
            #expect(try await ground.certificates.left(of: id)["submissions"] == 1)
            try await erase(id, ground)
            // A gateway removes the bytes.
            #expect(try await ground.certificates.left(of: id) == ["blob_erasures": 2])
            _ = try await ErasureSweeps(pool: ground.pool).sweepDue(limit: 1, only: id) { _, _ in }
            #expect(try await ground.certificates.left(of: id) == [:])
            try await ground.pool.execute(statement)
            #expect(try await ground.certificates.left(of: id) == [table: 1])
        }
    }
}
