import Crypto
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Testing

/// Where keys of submissions are kept, wrapped.
@Suite(.timeLimit(.minutes(2)))
struct SealingKeyStoreTests {
    private let tenant: TenantID = "acme"
    private static let old = "old \(Base64.encode([UInt8](repeating: 1, count: 32)))\n"
    private static let new = "new \(Base64.encode([UInt8](repeating: 2, count: 32)))\n"

    private func keys(
        _ pool: PostgresPool, _ file: String? = old, isOn: Bool = true
    ) throws -> SealingKeyStore {
        let provider = try file.map { try KeyFile(parsing: Array($0.utf8)) }
        return SealingKeyStore(pool: pool, SealingConfiguration(provider: provider, isOn: isOn))
    }

    private func draft(_ pool: PostgresPool, _ keys: SealingKeyStore?, tenant: TenantID = "acme") async throws -> Submission {
        try await SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys).createSubmission(
            NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: tenant)
    }

    private func sealedCopy(_ key: SubmissionKey?) throws -> ContentDigest { try #require(key).name(of: ContentDigest(of: [1])) }

    @Test func `a submission gets its key with itself, and every process finds the same one`() async throws {
        try await TestDatabase.runMigrated { database in
            let first = try keys(database.pool)
            let submission = try await draft(database.pool, first)
            let key = try sealedCopy(try await first.key(of: submission.id, tenant: tenant))
            #expect(try sealedCopy(try await keys(database.pool).key(of: submission.id, tenant: tenant)) == key)
            let other = try await draft(database.pool, first)
            #expect(try sealedCopy(try await first.key(of: other.id, tenant: tenant)) != key)
            let rows = try await database.pool.query("select tenant, wrapped_by from docket_keys.tenants")
            #expect(try rows.map { try $0.decode("wrapped_by", as: String.self) } == ["old"])

            let foreign = await #expect(throws: SealingError.self) { try await first.key(of: submission.id, tenant: "other") }
            #expect(foreign?.code == .damaged)
            #expect(try await first.key(of: .random(), tenant: tenant) == nil)
        }
    }

    @Test func `two processes that make a tenant's key at once agree on one`() async throws {
        try await TestDatabase.runMigrated { database in
            let stores = try (0..<8).map { _ in try keys(database.pool) }
            let submissions = try await withThrowingTaskGroup(of: Submission.self) { group in
                for store in stores { group.addTask { try await draft(database.pool, store) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let reader = try keys(database.pool)
            for submission in submissions { #expect(try await reader.key(of: submission.id, tenant: tenant) != nil) }
        }
    }

    @Test func `what was made without keys is not sealed, nor anything before it has begun`() async throws {
        try await TestDatabase.runMigrated { database in
            let off = try await draft(database.pool, try keys(database.pool, isOn: false))
            #expect(try await keys(database.pool).key(of: off.id, tenant: tenant) == nil)

            // As a database is that had submissions before.
            try await database.pool.execute("delete from docket_keys.beginning")
            let store = try keys(database.pool)
            let before = try await draft(database.pool, store)
            #expect(try await store.key(of: before.id, tenant: tenant) == nil)
            #expect(try await !store.hasBegun())
            try await store.begin()
            try await store.begin()
            let after = try await draft(database.pool, store)
            #expect(try await store.key(of: after.id, tenant: tenant) != nil)
            let progress = try await store.progress()
            #expect(progress.sealed == 1 && progress.unsealed == 2 && progress.wrappedBy == ["old": 1])
            #expect(progress.beganAt != nil)
        }
    }

    @Test func `a database that has submissions does not begin by its migration`() async throws {
        try await TestDatabase.run { database in
            _ = try await Migrator(pool: database.pool, migrations: Migration.all.filter { $0.version < 38 }).migrate()
            // As a gateway of before that runs.
            try await database.pool.execute(
                "insert into instances (id, service, epoch, expires_at) values (\(UUID()), 'gateway', 1, now())")
            #expect(try await Migrator(pool: database.pool).migrate().first?.version == 38)
            #expect(try await !keys(database.pool).hasBegun())
        }
    }

    @Test func `a new key of the installation wraps the tenants' keys anew, and nothing else changes`() async throws {
        try await TestDatabase.runMigrated { database in
            let before = try keys(database.pool)
            let submission = try await draft(database.pool, before)
            _ = try await draft(database.pool, before, tenant: "other")
            let key = try sealedCopy(try await before.key(of: submission.id, tenant: tenant))

            let turned = try keys(database.pool, Self.new + Self.old)
            #expect(try sealedCopy(try await turned.key(of: submission.id, tenant: tenant)) == key)
            #expect(try await turned.rewrap() == 2)
            #expect(try await turned.rewrap() == 0)
            #expect(try await turned.progress().wrappedBy == ["new": 2])
            #expect(try sealedCopy(try await keys(database.pool, Self.new).key(of: submission.id, tenant: tenant)) == key)
            let lost = await #expect(throws: SealingError.self) {
                try await keys(database.pool).key(of: submission.id, tenant: tenant)
            }
            #expect(lost?.code == .unknownKey)
            let none = await #expect(throws: SealingError.self) {
                try await keys(database.pool, nil).key(of: submission.id, tenant: tenant)
            }
            #expect(none?.description.contains("DOCKET_SEALING_KEYS") == true)
        }
    }

    @Test func `who was given other keys than the newest one takes is told which, and what to do`() async throws {
        try await TestDatabase.runMigrated { database in
            // Nothing was wrapped yet: any file will do.
            try await keys(database.pool, Self.new).check()
            let store = try keys(database.pool)
            _ = try await draft(database.pool, store)
            try await store.check()

            func refusal(_ file: String) async throws -> SealingError? {
                let other = try keys(database.pool, file)
                return await #expect(throws: SealingError.self) { try await other.check() }
            }
            let lacking = try await refusal(Self.new)
            #expect(lacking?.code == .unknownKey)
            #expect(lacking?.description.contains("DOCKET_SEALING_KEYS has no key “old”; give this service") == true)
            // The right name, and other bytes.
            let wrong = try await refusal("old \(Base64.encode([UInt8](repeating: 3, count: 32)))\n")
            #expect(wrong?.code == .unknownKey)
            #expect(wrong?.description.contains("the key “old” of DOCKET_SEALING_KEYS is not the one that has wrapped") == true)

            // The newest is what counts: one that was turned takes the new file, whatever this process has opened before.
            try await keys(database.pool, Self.new + Self.old).check()
            #expect(try await keys(database.pool, Self.new + Self.old).rewrap() == 1)
            try await keys(database.pool, Self.new).check()
            let stale = await #expect(throws: SealingError.self) { try await store.check() }
            #expect(stale?.description.contains("has no key “new”") == true)
            try await keys(database.pool, nil).check()
        }
    }

    @Test func `an erasure destroys the key in its own transaction, and a hold keeps it`() async throws {
        try await TestDatabase.runMigrated { database in
            let store = try keys(database.pool)
            let submission = try await draft(database.pool, store)
            let neighbour = try await draft(database.pool, store)
            let data = PersonalDataStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let holds = LegalHoldStore(pool: database.pool)
            let origin = AuditOrigin(actor: "operator:erna")
            let answer = try await holds.set(
                .submission(submission.id), tenant: tenant, reason: nil, by: origin, at: Timestamp(Date()))
            guard case .set(let hold) = answer else {
                Issue.record("it is held")
                return
            }
            if case .refused = try await data.erase(submission.id) {} else { Issue.record("a hold keeps it") }
            #expect(try await keys(database.pool).key(of: submission.id, tenant: tenant) != nil)
            _ = try await holds.release(hold.id, by: origin, at: Timestamp(Date()))

            let preparation = try await data.erase(submission.id)
            guard case .confirmationRequired(let required) = consume preparation else {
                Issue.record("it may go")
                return
            }
            guard case .done(let receipt) = try await required.confirm(by: .retention) else {
                Issue.record("it is gone")
                return
            }
            #expect(receipt.rows["sealing_keys"] == 1)
            // Not as if it had never been sealed: who comes late writes nothing in the clear.
            let gone = await #expect(throws: SealingError.self) {
                try await keys(database.pool).key(of: submission.id, tenant: tenant)
            }
            #expect(gone?.code == .gone)
            #expect(try await keys(database.pool).key(of: neighbour.id, tenant: tenant) != nil)
        }
    }

    /// A backup of the keys alone was restored, which is older than an erasure.
    @Test func `a key of what was erased that comes back is deleted again, and the audit trail says so`() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let store = try keys(pool)
            let drafts = [try await draft(pool, store), try await draft(pool, store), try await draft(pool, store)]
            try await pool.query("create table backup as select * from docket_keys.submissions")
            let data = PersonalDataStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test")
            for draft in drafts.dropLast() {
                guard case .confirmationRequired(let required) = try await data.erase(draft.id),
                    case .done = try await required.confirm(by: .retention)
                else {
                    Issue.record("it may go")
                    return
                }
            }
            let returned = ReturnedKeys(pool: pool)
            /// As a gateway does, one erasure at a time.
            func sweep() async throws -> Set<SubmissionID> {
                var (removed, last): (Set<SubmissionID>, SubmissionID?) = ([], nil)
                while true {
                    let step = try await returned.remove(after: last, limit: 1, at: Timestamp(Date()))
                    removed.formUnion(step.removed)
                    guard step.count == 1 else { return removed }
                    last = step.last
                }
            }
            #expect(try await sweep().isEmpty)
            try await pool.query("insert into docket_keys.submissions select * from backup on conflict do nothing")
            let erased = Set(drafts.dropLast().map(\.id))
            #expect(try await sweep() == erased)
            for draft in erased { #expect(try await ErasureCertificateStore(pool: pool).left(of: draft).isEmpty) }
            var filter = AuditFilter()
            filter.actions = [ReturnedKeys.action]
            let acts = try await AuditStore(pool: pool).entries(tenant: tenant, matching: filter, limit: 10)
            #expect(Set(acts.compactMap(\.act.submission)) == erased && acts.count == 2)
            #expect(try await sweep().isEmpty)
            #expect(try await keys(pool).key(of: drafts[2].id, tenant: tenant) != nil)
        }
    }

    @Test(arguments: ["assigned", "discarded", "expired", "waiting"])
    func `a key of mail that has ended and comes back is deleted again`(state: String) async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let mail = MailID(UUID())
            try await pool.pipeline([
                """
                insert into mails (id, tenant, key, mailbox, journey, state, received_at, expires_at)
                values (\(mail.uuid), \(tenant.rawValue), 'k', 'm', 'j', \(state), now(), now())
                """,
                """
                insert into docket_keys.submissions (submission_id, tenant, wrapped)
                values (\(mail.uuid), \(tenant.rawValue), 'x'), (gen_random_uuid(), \(tenant.rawValue), 'x')
                """,
            ])
            let hasEnded = state != "waiting"
            for count in [hasEnded ? 1 : 0, 0] {
                #expect(try await ReturnedKeys(pool: pool).removeOfMail(limit: 10, at: Timestamp(Date())) == count)
            }
            let left = try await pool.query("select submission_id from docket_keys.submissions")
            #expect(left.count == (hasEnded ? 1 : 2))
            var filter = AuditFilter()
            filter.actions = [ReturnedKeys.mailAction]
            let acts = try await AuditStore(pool: pool).entries(tenant: tenant, matching: filter, limit: 10)
            #expect(acts.map(\.act.resource) == (hasEnded ? ["mail/\(mail)"] : []))
        }
    }

    @Test func `keys of webhooks are sealed when they are made, and those of before when that begins`() async throws {
        try await TestDatabase.runMigrated { database in
            let (pool, origin) = (database.pool, AuditOrigin(actor: "operator:erna"))
            let new = NewWebhookEndpoint(tenant: tenant, url: "https://example.org/hook")
            let plain = try #require(try await WebhookEndpointStore(pool: pool).create(new, by: origin))
            let store = WebhookEndpointStore(pool: pool, keys: try keys(pool))
            let sealed = try #require(try await store.create(new, by: origin))
            let rotated = try #require(
                try await store.rotate(sealed.record.id, overlap: .seconds(60), by: origin))

            func kept() async throws -> [[UInt8]] {
                try await pool.query("select secret from webhook_keys").map { try $0.decode("secret") }
            }
            #expect(try await kept().contains(plain.keys[0].bytes))
            #expect(try await !kept().contains { $0 == sealed.keys[0].bytes || $0 == rotated.key.bytes })
            let found = try #require(try await store.endpoint(sealed.record.id))
            #expect(found.keys.map(\.bytes) == [rotated.key.bytes, sealed.keys[0].bytes])

            #expect(try await store.sealKeys() == 1)
            #expect(try await store.sealKeys() == 0)
            #expect(try await !kept().contains(plain.keys[0].bytes))
            #expect(try await store.endpoint(plain.record.id)?.keys.map(\.bytes) == [plain.keys[0].bytes])

            // Another endpoint's key is none of its own, and who has no keys reads none.
            try await pool.execute(
                "update webhook_keys set secret = (select secret from webhook_keys where endpoint = \(plain.record.id.description)) where endpoint = \(sealed.record.id.description)"
            )
            let moved = await #expect(throws: StoreError.self) { _ = try await store.endpoint(sealed.record.id) }
            #expect(moved?.code == .unopenable && moved?.isRetriable == false)
            // No other endpoint suffers from that, and each is there with what it wants.
            let codes = { (store: WebhookEndpointStore) in
                try await store.signingEndpoints(of: tenant).map { endpoint -> StoreError.Code? in
                    if case .failure(let error) = endpoint.keys { error.code } else { nil }
                }
            }
            #expect(try await codes(store) == [nil, .unopenable])
            #expect(try await codes(WebhookEndpointStore(pool: pool)) == [.keysUnavailable, .keysUnavailable])
            // A newer key signs alone.
            let newest = try #require(try await store.rotate(sealed.record.id, overlap: .seconds(60), by: origin))
            #expect(try await store.endpoint(sealed.record.id)?.keys.map(\.bytes) == [newest.key.bytes])
            #expect(try await codes(store) == [nil, nil])
        }
    }
}
