import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// What a sealed submission says of its person: a dump does not hold it, and whoever may read it does.
@Suite(.timeLimit(.minutes(2)))
struct SealedPersonTests {
    private struct Ground {
        let pool: PostgresPool
        let keys: SealingKeyStore

        init(_ pool: PostgresPool) throws {
            self.pool = pool
            keys = try SealedGround.keys(pool)
        }

        func store(_ keys: SealingKeyStore?) -> SubmissionStore {
            SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
        }

        func data(_ keys: SealingKeyStore?) -> PersonalDataStore {
            PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
        }

        func create(sealed: Bool = true, tenant: TenantID = .standard, email: String = "Erika@example.org") async throws
            -> Submission
        {
            var new = NewSubmission(journey: SampleSubmissions.journey.id)
            new.contact = Contact(email: email, pushToken: "5ca1ab1e0ddba11d")
            new.metadata = ["case": "Mustermann against Doe"]
            new.expected = ExpectedPerson(name: "Erika Mustermann", address: "Heidestrasse 17")
            new.returnUrl = "https://app.example/back/erika"
            (new.subject, new.reference) = ("person-4711", "Case 2026/0815-Ärger")
            return try await store(sealed ? keys : nil).createSubmission(new, journey: SampleSubmissions.journey, tenant: tenant)
        }

        /// Whether a dump of the rows shows any of it.
        func isInClear() async throws -> Bool {
            let rows = try await pool.query("select to_jsonb(t)::text as row from submissions t").map {
                try $0.decode("row", as: String.self)
            }
            let words = [
                "rika", "ustermann", "Heidestrasse", "5ca1ab1e0ddba11d", "app.example", "person-4711", "/0815-", "case 2026",
            ]
            return rows.contains { row in words.contains { row.contains($0) } }
        }

        func emailCode(of submission: Submission) async throws -> [UInt8]? {
            try await pool.query("select email_code from submissions where id = \(submission.id.uuid)").first?
                .decodeIfPresent("email_code")
        }

        func found(from sender: String) async throws -> [MailCandidate] {
            try await MailStore(pool: pool, keys: try SealedGround.keys(pool)).candidates(
                in: SampleSubmissions.journey.id, of: .standard, MailAim(), from: sender)
        }

        /// As a database is whose programs of before have just been replaced.
        func asBefore() async throws {
            try await pool.execute("update docket_keys.beginning set persons_too = false, names_too = false")
        }
    }

    private static func run(_ body: @Sendable (Ground) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in try await body(try Ground(database.pool)) }
    }

    @Test func `it is sealed with its submission, and read by all who ask for it`() async throws {
        try await Self.run { ground in
            let submission = try await ground.create()
            #expect(try await !ground.isInClear())
            let keys = try SealedGround.keys(ground.pool)
            let read = try await ground.store(keys).submission(submission.id, tenant: submission.tenant)
            #expect(read == submission && read?.expected?.name == "Erika Mustermann")
            let stages = PostgresStageStore(pool: ground.pool, source: "/docket/test", keys: keys)
            #expect(try await stages.stageSubject(submission.id)?.submission == submission)

            let export = try await ground.data(keys).export(submission.id, by: AuditOrigin(actor: "operator:erna"))
            let rows = try CanonicalJSON.decode(JSONValue.self, from: Array(try #require(export).records.utf8))["submissions"]
            guard case .array(let rows)? = rows, let row = rows.first else {
                Issue.record("there is no row")
                return
            }
            let codes = ["personal", "email_code", "subject_code", "reference_code", "reference_pieces"]
            #expect(codes.allSatisfy { row[$0] == nil })
            #expect(row["subject"] == .string("person-4711") && row["reference"] == .string("Case 2026/0815-Ärger"))
            #expect(row["email"] == .string("Erika@example.org") && row["push_token"] == .string("5ca1ab1e0ddba11d"))
            #expect(row["metadata"]?["case"] == .string("Mustermann against Doe"))
            #expect(row["expected"]?["address"] == .string("Heidestrasse 17"))
            #expect(row["return_url"] == .string("https://app.example/back/erika"))
        }
    }

    @Test func `a change keeps it, within its own transaction`() async throws {
        try await Self.run { ground in
            let submission = try await ground.create()
            // A process that has no key of the tenant cached yet.
            let store = ground.store(try SealedGround.keys(ground.pool))
            _ = try await store.addDocument(.random(), NewDocument(type: "letter"), to: submission.id, tenant: submission.tenant)
            let changed = try #require(try await store.submission(submission.id, tenant: submission.tenant))
            #expect(changed.documents.count == 1 && changed.contact == submission.contact)
            #expect(changed.metadata == submission.metadata && changed.expected == submission.expected)
        }
    }

    @Test func `who has no keys reads none of it, and another submission's is not passed off as it`() async throws {
        try await Self.run { ground in
            let (one, other) = (try await ground.create(), try await ground.create())
            func reading(_ keys: SealingKeyStore?) async -> StoreError? {
                do throws(StoreError) {
                    _ = try await ground.store(keys).submission(one.id, tenant: one.tenant)
                    return nil
                } catch { return error }
            }
            let blind = await reading(nil)
            #expect(blind?.code == .keysUnavailable && blind?.detail.contains("this process has no keys") == true)
            try await ground.pool.execute(
                "update submissions set personal = (select personal from submissions where id = \(other.id.uuid))")
            let moved = await reading(ground.keys)
            #expect(moved?.code == .unopenable && moved?.detail.contains("is not what was sealed") == true)
            try await ground.pool.execute("delete from docket_keys.submissions")
            let gone = await reading(ground.keys)
            #expect(gone?.code == .unopenable && gone?.detail.contains("restored without its keys") == true)
        }
    }

    @Test func `a stage that needs to know nothing of persons does without keys`() async throws {
        try await Self.run { ground in
            let (sealed, clear) = (try await ground.create(), try await ground.create(sealed: false))
            let stages = PostgresStageStore(pool: ground.pool, source: "/docket/test", opensPersons: false)
            #expect(try await stages.stageSubject(sealed.id)?.submission.contact == nil)
            #expect(try await stages.stageSubject(clear.id)?.submission.contact == clear.contact)
        }
    }

    @Test func `one that cannot be opened keeps no other from being read at the same time`() async throws {
        try await Self.run { ground in
            let submissions = [try await ground.create(), try await ground.create(), try await ground.create()]
            try await ground.pool.execute(
                "delete from docket_keys.submissions where submission_id = \(submissions[0].id.uuid)")
            let keys = try SealedGround.keys(ground.pool)
            let (store, stages) = (
                ground.store(keys), PostgresStageStore(pool: ground.pool, source: "/docket/test", keys: keys)
            )
            let read = await withTaskGroup(of: [Bool].self) { reading in
                for submission in submissions {
                    reading.addTask {
                        [
                            (try? await store.submission(submission.id, tenant: submission.tenant)) == submission,
                            (try? await stages.stageSubject(submission.id)?.submission) == submission,
                        ]
                    }
                }
                return await reading.reduce(into: []) { $0 += $1 }
            }
            #expect(read.count { $0 } == 4)
        }
    }

    @Test func `whatever is wrong with one key concerns its submission alone, and an outage of the database all`() {
        let codes: [SealingError.Code] = [.damaged, .gone, .unknownKey, .unavailable]
        #expect(codes.allSatisfy { SubmissionReader.mayConcernOne(SealingError($0, "")) })
        #expect(!SubmissionReader.mayConcernOne(SealingError(.databaseUnavailable, "")))
    }

    @Test func `what is not sealed can be changed without keys, and where its tenant's is lost`() async throws {
        try await Self.run { ground in
            _ = try await ground.create()
            let clear = try await ground.create(sealed: false)
            func change(_ keys: SealingKeyStore) async throws -> Bool {
                try await ground.store(keys).addDocument(
                    .random(), NewDocument(type: "letter"), to: clear.id, tenant: clear.tenant
                ).submission != nil
            }
            #expect(try await change(SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: nil, isOn: false))))
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone'")
            #expect(try await change(SealedGround.keys(ground.pool)))
        }
    }

    @Test func `what has lost its key expires and is exported without it, and no mail is taken for its person's`() async throws {
        try await Self.run { ground in
            let submission = try await ground.create()
            try await ground.pool.execute(
                "update submissions set reference = 'A-1', expires_at = now() - interval '1 hour'")
            try await ground.pool.pipeline([
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts, reading_sealed)
                select id, 1, tenant, journey, journey_version, now(), '{}', 'x' from submissions
                """,
                """
                insert into idempotency_keys (tenant, key, holder, held_until, fingerprint, submission_id, status, headers, body, sealed_by,
                    expires_at)
                select tenant, 'once', gen_random_uuid(), now(), 'x', id, 201, '[]', 'x', 'submission', now() + interval '1 day'
                from submissions
                """,
                "delete from docket_keys.submissions",
            ])
            let keys = try SealedGround.keys(ground.pool)
            let mails = MailStore(pool: ground.pool, keys: keys)
            let found = try await mails.candidates(
                in: SampleSubmissions.journey.id, of: .standard, MailAim(reference: "A-1"), from: nil)
            #expect(MailChoice(MailAim(reference: "A-1"), from: "eve@example.org", .passed, among: found) == .waits(.otherSender))

            let export = try await ground.data(keys).export(submission.id, by: AuditOrigin(actor: "operator:erna"))
            #expect(try #require(export).records.contains("A-1"))
            let preparation = try await ground.store(keys).expire(submission.id, tenant: submission.tenant)
            guard case .confirmationRequired(let required) = consume preparation else {
                Issue.record("it has expired")
                return
            }
            guard case .done(let expired) = try await required.confirm(by: .retention) else {
                Issue.record("it does not expire")
                return
            }
            #expect(expired.state == .expired)
        }
    }

    @Test func `mail of before is found by its sender's code, and stays for another draft of theirs`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            let (one, other) = (try await ground.create(), try await ground.create(email: "erika@EXAMPLE.org"))
            let mails = MailStore(pool: ground.pool, keys: ground.keys)
            let mail = try await mails.begin(
                NewMail(
                    to: Mailbox(address: "bills@acme.example", tenant: .standard, journey: SampleSubmissions.journey.id),
                    recipient: "bills@acme.example", type: nil, sender: "Erika@example.org", sentAt: nil, authentication: nil,
                    messageID: nil, attachments: [], digest: SHA256.hash("mail")))
            _ = try await mails.keep(mail.id, files: [], leftOut: 0, by: AuditOrigin(actor: "system:mail"))
            let keys = try SealedGround.keys(ground.pool)
            try await keys.begin()
            #expect(try await keys.sealPersons() == 2)
            func erase(_ submission: Submission) async throws -> MailRecord.State? {
                let preparation = try await ground.data(nil).erase(submission.id)
                guard case .confirmationRequired(let required) = consume preparation else { return nil }
                _ = try await required.confirm(by: .retention)
                return try await mails.mail(mail.id, of: .standard)?.state
            }
            #expect(try await erase(one) == .waiting, "it may be for the other draft")
            #expect(try await erase(other) == .expired)
        }
    }

    @Test func `it is erased without any key, and nothing of it is left`() async throws {
        try await Self.run { ground in
            let submission = try await ground.create()
            try await ground.pool.execute("delete from docket_keys.tenants")
            let preparation = try await ground.data(nil).erase(submission.id)
            guard case .confirmationRequired(let required) = consume preparation else {
                Issue.record("it may go")
                return
            }
            _ = try await required.confirm(by: .retention)
            let left = try await ground.pool.query(
                "select from submissions where num_nonnulls(personal, email_code, email, expected, subject, subject_code, reference_code, reference_pieces) > 0"
            )
            #expect(left.isEmpty)
            #expect(try await ErasureCertificateStore(pool: ground.pool).left(of: submission.id).isEmpty)
        }
    }

    @Test func `an address has one code in a tenant, and another one elsewhere`() async throws {
        try await Self.run { ground in
            let one = try await ground.create()
            let same = try await ground.create(email: "ERIKA@example.org")
            let other = try await ground.create(email: "max@example.org")
            let elsewhere = try await ground.create(tenant: "other")
            let code = try #require(try await ground.emailCode(of: one))
            #expect(try await ground.emailCode(of: same) == code)
            #expect(try await ground.emailCode(of: other) != code)
            #expect(try await ground.emailCode(of: elsewhere) != code)
            let found = try await ground.found(from: "erika@EXAMPLE.org")
            #expect(Set(found.map(\.submission)) == [one.id, same.id])
            #expect(Set(found.map(\.email)) == ["Erika@example.org", "ERIKA@example.org"])
        }
    }

    @Test func `before programs of before are gone it is stored as it is, and sealed once they are`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            let submissions = [
                try await ground.create(), try await ground.create(), try await ground.create(sealed: false),
            ]
            #expect(try await ground.isInClear())
            let keys = try SealedGround.keys(ground.pool)
            try await keys.begin()
            #expect(try await keys.sealPersons() == 2)
            #expect(try await keys.sealPersons() == 0)
            for submission in submissions {
                #expect(try await ground.store(keys).submission(submission.id, tenant: submission.tenant) == submission)
            }
            // Of the submission that is not sealed.
            #expect(try await ground.pool.query("select from submissions where email is not null").count == 1)
            let found = try await ground.found(from: "erika@example.org")
            #expect(Set(found.map(\.submission)) == Set(submissions.map(\.id)))
        }
    }

    @Test func `a key that is lost leaves nobody else in the clear, and is named`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            // Created before those that go on.
            let lost = try await ground.create(tenant: "unlucky")
            let damaged = try await ground.create()
            let others = [try await ground.create(), try await ground.create(tenant: "other")]
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone' where tenant = 'unlucky'")
            try await ground.pool.execute(
                "update docket_keys.submissions set wrapped = wrapped || 'x'::bytea where submission_id = \(damaged.id.uuid)")
            let keys = try SealedGround.keys(ground.pool)
            try await keys.begin()
            let error = await #expect(throws: SealingError.self) { _ = try await keys.sealPersons() }
            #expect(error?.code == .unknownKey)
            #expect(
                error?.description.contains("of 2, among them the tenant unlucky, the submission \(damaged.id)") == true,
                "\(error?.description ?? "")")
            let clear = try await ground.pool.query("select id from submissions where email is not null").map {
                try $0.decodeID("id") as SubmissionID
            }
            #expect(Set(clear) == [lost.id, damaged.id])
            for submission in others {
                #expect(try await ground.store(keys).submission(submission.id, tenant: submission.tenant) == submission)
            }
        }
    }

    @Test func `a person and a reference are found by their codes, and beside them what is not sealed`() async throws {
        try await Self.run { ground in
            let sealed = [try await ground.create(), try await ground.create()]
            let own = sealed + [try await ground.create(sealed: false)]
            let elsewhere = try await ground.create(tenant: "other")
            let data = ground.data(try SealedGround.keys(ground.pool))
            func found(_ subject: String, _ tenant: TenantID?) async throws -> [SubmissionID] {
                try await data.submissions(of: subject, tenant: tenant).map(\.submission)
            }
            #expect(try await found("person-4711", .standard) == own.map(\.id))
            #expect(try await found("person-4711", nil) == own.map(\.id) + [elsewhere.id])
            #expect(try await found("person-471", nil).isEmpty)
            let referenced = try await data.submissions(
                referenced: "Case 2026/0815-Ärger", tenant: .standard, after: nil, limit: 10)
            #expect(Set(referenced.map(\.submission)) == Set(own.map(\.id)))
            // Where the key of one tenant is lost, all others are found.
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone' where tenant = 'other'")
            let left = try await ground.data(try SealedGround.keys(ground.pool)).submissions(of: "person-4711")
            #expect(left.map(\.submission) == own.map(\.id))
            // Who has no keys is told so, and does not take them for nobody's.
            let blind = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: nil))
            let error = await #expect(throws: StoreError.self) {
                _ = try await ground.data(blind).submissions(of: "person-4711", tenant: .standard)
            }
            #expect(error?.code == .keysUnavailable && error?.detail.contains("DOCKET_SEALING_KEYS is not set") == true)
        }
    }

    @Test func `a listing finds and shows sealed names, by any piece and in any order`() async throws {
        try await Self.run { ground in
            let own = [try await ground.create(), try await ground.create(sealed: false), try await ground.create()]
            _ = try await ground.create(tenant: "other")
            let keys = try SealedGround.keys(ground.pool)
            func listed(_ filter: SubmissionFilter, _ order: SubmissionOrder = .newestFirst) async throws -> [SubmissionSummary] {
                var filters = FilterManager<SubmissionFilter>()
                filters["one"] = .predicate(filter)
                return try await ground.store(keys).submissions(tenant: .standard, matching: filters, order: order).submissions
            }
            let filters: [SubmissionFilter] = [
                .subject("person-4711"), .referenceContains("CASE 2026/0815-Ärger"), .referenceContains("0815"),
                .referenceContains("5-"),
            ]
            for filter in filters {
                let newest = try await listed(filter)
                #expect(newest.map(\.id) == own.reversed().map(\.id), "\(filter)")
                #expect(newest.allSatisfy { $0.subject == "person-4711" && $0.reference == "Case 2026/0815-Ärger" })
                #expect(try await listed(filter, .oldestFirst).map(\.id) == own.map(\.id), "\(filter)")
                #expect(try await listed(filter, .lastChangedFirst).count == 3, "\(filter)")
            }
            #expect(try await listed(.referenceContains("8015")).isEmpty)
            // One whose key is gone is there without its names.
            try await ground.pool.execute("delete from docket_keys.submissions where submission_id = \(own[2].id.uuid)")
            let left = try await ground.store(keys).submissions(tenant: .standard).submissions
            #expect(left.map(\.subject) == [nil, "person-4711", "person-4711"])
            #expect(try await listed(.referenceContains("0815")).map(\.id) == [own[1].id, own[0].id])
        }
    }

    @Test func `names that were in the clear beside sealed values are sealed with them`() async throws {
        try await Self.run { ground in
            try await ground.pool.execute("update docket_keys.beginning set names_too = false")
            let submission = try await ground.create()
            #expect(try await ground.isInClear())
            let keys = try SealedGround.keys(ground.pool)
            #expect(try await ground.store(keys).submission(submission.id, tenant: submission.tenant) == submission)
            try await keys.begin()
            #expect(try await keys.sealPersons() == 1)
            #expect(try await keys.sealPersons() == 0)
            #expect(try await !ground.isInClear())
            #expect(try await ground.store(keys).submission(submission.id, tenant: submission.tenant) == submission)
            #expect(try await ground.data(keys).submissions(of: "person-4711").map(\.submission) == [submission.id])
        }
    }

    @Test func `in a sandbox names stay as they are, since processes without keys go by them`() async throws {
        try await Self.run { ground in
            let submission = try await ground.create(tenant: "acme.test")
            let stages = PostgresStageStore(pool: ground.pool, source: "/docket/test", opensPersons: false)
            let seen = try #require(try await stages.stageSubject(submission.id)?.submission)
            #expect(seen.reference == submission.reference && seen.contact == nil)
            #expect(try await ground.keys.sealPersons() == 0)
        }
    }

    private static let erna = AuditOrigin(actor: "operator:erna")

    private static func hold(_ ground: Ground, _ keys: SealingKeyStore?, _ tenant: TenantID = .standard) async throws -> LegalHold
    {
        let answer = try await LegalHoldStore(pool: ground.pool, keys: keys).set(
            .subject("person-4711"), tenant: tenant, reason: "case 7", by: erna, at: Timestamp(Date()))
        switch answer {
        case .set(let hold), .alreadyHeld(let hold): return hold
        case .notFound: throw StoreError.corrupt("there is no such submission")
        }
    }

    @Test func `a hold on a person covers what is sealed, for those without keys, too`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            // One tenant has a key by now, and the other one none.
            _ = try await ground.create()
            for tenant in [.standard, "other"] as [TenantID] { _ = try await Self.hold(ground, nil, tenant) }
            let blind = SealingKeyStore(pool: ground.pool, SealingConfiguration(provider: nil))
            let error = await #expect(throws: SealingError.self) { try await blind.begin() }
            #expect(error?.description.contains("the tenant default") == true, "\(error?.description ?? "")")
            try await SealedGround.keys(ground.pool).begin()
            for tenant in [.standard, "other"] as [TenantID] {
                #expect(try await SealedGround.isHeld(try await ground.create(tenant: tenant), ground.pool), "\(tenant)")
            }
            #expect(try await !SealedGround.isHeld(try await ground.create(tenant: "free"), ground.pool))
            // One that is set by whoever has keys.
            _ = try await Self.hold(ground, ground.keys, "free")
            #expect(try await SealedGround.isHeld(try await ground.create(tenant: "free"), ground.pool))
        }
    }

    @Test func `a hold covers what was sealed by a key that is lost, and by the next one`() async throws {
        try await Self.run { ground in
            let before = try await ground.create()
            _ = try await Self.hold(ground, ground.keys)
            try await ground.pool.execute("delete from docket_keys.tenants where tenant <> 'docket-installation'")
            let keys = try SealedGround.keys(ground.pool)
            var new = NewSubmission(journey: SampleSubmissions.journey.id)
            new.subject = "person-4711"
            let after = try await ground.store(keys).createSubmission(
                new, journey: SampleSubmissions.journey, tenant: .standard)
            _ = try await keys.sealPersons()
            for submission in [before, after] { #expect(try await SealedGround.isHeld(submission, ground.pool)) }
        }
    }

    @Test func `an erasure takes a sealed person out of the holds that are released`() async throws {
        try await Self.run { ground in
            let submission = try await ground.create()
            let hold = try await Self.hold(ground, ground.keys)
            _ = try await LegalHoldStore(pool: ground.pool).release(hold.id, by: Self.erna, at: Timestamp(Date()))
            #expect(try await !SealedGround.isHeld(submission, ground.pool))
            let left = try await ground.pool.query(
                "select from legal_holds where num_nonnulls(subject, reason, subject_sealed, reason_sealed) > 0 or subject_codes <> '{}'"
            )
            #expect(left.isEmpty)
        }
    }

    @Test func `a listing opens what no piece finds, part by part`() async throws {
        try await Self.run { ground in
            var all: [SubmissionID] = []
            for number in 0..<450 {
                var new = NewSubmission(journey: SampleSubmissions.journey.id)
                new.reference = number % 150 == 7 ? "with zq in it" : "without \(number)"
                let made = try await ground.store(ground.keys).createSubmission(
                    new, journey: SampleSubmissions.journey, tenant: .standard)
                if number % 150 == 7 { all.append(made.id) }
            }
            for (limit, order) in [(1, SubmissionOrder.oldestFirst), (2, .oldestFirst), (10, .longestUnchangedFirst)] {
                var filters = FilterManager<SubmissionFilter>()
                filters["one"] = .predicate(.referenceContains("ZQ"))
                var (found, cursor): ([SubmissionID], SubmissionCursor?) = ([], nil)
                repeat {
                    let page = try await ground.store(ground.keys).submissions(
                        tenant: .standard, matching: filters, order: order, limit: limit, after: cursor)
                    found += page.submissions.map(\.id)
                    cursor = page.next
                } while cursor != nil
                #expect(found == all)
                filters["one"] = .not(.predicate(.referenceContains("without")))
                #expect(
                    try await ground.store(ground.keys).submissions(
                        tenant: .standard, matching: filters, order: .oldestFirst, limit: 10
                    ).submissions.map(\.id) == all)
            }
        }
    }
}
